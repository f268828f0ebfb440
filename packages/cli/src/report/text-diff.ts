import type { FileOutcome } from '@ctxgen/codegen'
import { structuredPatch } from 'diff'
import type { Paint } from './paint.ts'
import { displayPath, printable } from './printable.ts'

/** Enough to recognize the change; `--verbose` shows the rest. */
const maxLines = 20

/** Gives up on very different texts, whose difference is obvious anyway. In ms. */
const timeLimit = 500

export interface DiffLook {
  readonly cwd: string
  readonly paint: Paint
  /** Default: only the first lines. */
  readonly isWhole?: boolean
}

/** A short unified diff of a stale file. */
export function formatDiff(file: FileOutcome, look: DiffLook): string {
  const { actual, expected } = file.diff ?? { actual: '', expected: '' }
  const path = displayPath(look.cwd, file.path)
  const header = [
    look.paint('removed', `--- ${path} (on disk)`),
    look.paint('added', `+++ ${path} (what ${displayPath(look.cwd, file.sourcePath)} gives now)`),
  ]
  const lines = diffLines(actual, expected)
  if (lines === undefined)
    return [...header, 'The two differ too much to compare line by line.', ''].join('\n')
  const body = lines
    .slice(0, look.isWhole ? lines.length : maxLines)
    .map((line) => paintLine(printable(line), look.paint))
  const rest = lines.length - body.length
  const more = rest > 0 ? [look.paint('aside', `… and ${rest} more line${rest === 1 ? '' : 's'}`)] : []
  return [...header, ...body, ...more, ''].join('\n')
}

function diffLines(actual: string, expected: string): readonly string[] | undefined {
  const options = { context: 2, stripTrailingCr: true, timeout: timeLimit }
  const patch = structuredPatch('', '', actual, expected, undefined, undefined, options)
  return patch?.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ])
}

function paintLine(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint('added', line)
  if (line.startsWith('-')) return paint('removed', line)
  return line.startsWith('@@') ? paint('aside', line) : line
}
