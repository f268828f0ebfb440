import { existsSync, readFileSync } from 'node:fs'
import type { Diagnostic } from '@ctxgen/codegen'
import { staleFile } from '@ctxgen/codegen/openapi-cached'
import { done, failed } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { fixingCommand } from '../report/fixing-command.ts'
import { paintFor } from '../report/paint.ts'
import { printDiagnostics } from '../report/print-diagnostics.ts'
import { formatDiff } from '../report/text-diff.ts'

interface PutFlags {
  /** As typed, for the line with the command that updates a file. */
  readonly argv: readonly string[]
  readonly check?: boolean
  readonly json: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
}

/** A file of an app that a command makes. */
interface PutFile {
  readonly path: string
  readonly sourcePath: string
  readonly text: string
}

/**
 * Writes a file, or compares it.
 *
 * @param isCurrent whether the file on disk may stay as it is
 */
export function putFile<F extends PutFile>(
  file: F,
  save: (file: F, cwd: string) => { readonly diagnostics: readonly Diagnostic[] },
  flags: PutFlags,
  host: Host,
  isCurrent: (onDisk: string, text: string) => boolean = isEqual,
): number {
  const { path, sourcePath, text } = file
  if (!flags.check) {
    const { diagnostics } = save(file, host.cwd)
    printDiagnostics(diagnostics, flags, host)
    return diagnostics.length > 0 ? failed : done
  }
  const isMissing = !existsSync(path)
  const actual = isMissing ? '' : readFileSync(path, 'utf8')
  if (!isMissing && isCurrent(actual, text)) return done
  printDiagnostics([staleFile(path, sourcePath, isMissing, host.cwd)], flags, host)
  if (!flags.quiet && !flags.json) {
    const look = { cwd: host.cwd, paint: paintFor(flags, host), isWhole: flags.verbose }
    const stale = { path, sourcePath, outcome: 'stale', diff: { actual, expected: text } } as const
    host.stderr(`${formatDiff(stale, look)}\n`)
    host.stdout(`To update it: ${fixingCommand(flags.argv, [])}\n`)
  }
  return failed
}

function isEqual(onDisk: string, text: string): boolean {
  return onDisk === text
}
