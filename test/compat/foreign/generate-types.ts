import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'
import type { ForeignType } from './sources.ts'

/** The result of generating one type. */
export interface Generated {
  /** The size of the file; `undefined` when there is none. */
  readonly bytes: number | undefined
  /** The diagnostics of the generator. */
  readonly refusals: readonly string[]
  /** The type that the generator proposes for it. */
  readonly proposal?: string
  /** Set when the generator broke, or took too long. */
  readonly crash?: string
}

interface JsonDiagnostic {
  readonly code: string
  readonly severity: string
  readonly message: string
  readonly hint?: string
  readonly file: string
  readonly sources?: readonly string[]
}

// The slowest package takes a sixth of it.
const mostSeconds = 120
/** For one type, after the whole package took too long. */
const mostSecondsAlone = 30

/** Runs the command as a user does; type by type when it does not come through all of them. */
export function generateTypes(
  folder: string,
  types: readonly ForeignType[],
): ReadonlyMap<ForeignType, Generated> {
  const all = runCommand(folder, 'src', mostSeconds)
  if (typeof all !== 'string') return new Map(types.map((type) => [type, whatBecame(folder, type, all)]))
  return new Map(
    types.map((type) => {
      const alone = runCommand(folder, `src/${type.file}.ts`, mostSecondsAlone)
      const isCrash = typeof alone === 'string'
      return [
        type,
        isCrash ? { bytes: undefined, refusals: [], crash: alone } : whatBecame(folder, type, alone),
      ]
    }),
  )
}

function whatBecame(
  folder: string,
  { file: name }: ForeignType,
  found: readonly JsonDiagnostic[],
): Generated {
  const output = join(folder, 'generated', `${name}.bind.ts`)
  const errors = found.filter(({ file, sources = [file] }) =>
    sources.some((path) => path.endsWith(`src/${name}.ts`)),
  )
  const [proposal] = errors.flatMap(({ hint = '' }) => /can be bound: `(.*)`/.exec(hint)?.[1] ?? [])
  return {
    bytes: existsSync(output) ? statSync(output).size : undefined,
    refusals: errors.map(({ code, message }) => `${code} ${message}`),
    ...(proposal === undefined ? {} : { proposal }),
  }
}

/** The errors that it reports, or why it ended without. */
function runCommand(folder: string, input: string, seconds: number): readonly JsonDiagnostic[] | string {
  const command = join(root, 'node_modules/.bin/ctxgen')
  const args = [command, '--json', '--no-cache', '--out-dir', join(folder, 'generated'), input]
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: seconds * 1000,
  })
  if (error !== undefined) return `the generator takes more than ${seconds} seconds`
  if (status !== 0 && status !== 1) return `the generator ended with ${status}: ${stderr.slice(0, 500)}`
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonDiagnostic)
    .filter(({ severity }) => severity === 'error')
}
