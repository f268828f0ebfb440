import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'
import { type ForeignType, generatedFolder, writeTsconfig } from './sources.ts'

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
  /** Whether it has an `any`, which is read as `unknown`. */
  readonly hasAny?: boolean
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
const maxSeconds = 120
/** For one type, after the whole package took too long. */
const maxSecondsAlone = 30

const anyRefusal = /accepts anything/

/** Runs the command as a user does, who reads `any` as `unknown` once it is refused. */
export function generateTypes(
  folder: string,
  types: readonly ForeignType[],
  isExact = true,
): ReadonlyMap<ForeignType, Generated> {
  writeTsconfig(folder, isExact)
  const output = join(folder, generatedFolder(isExact))
  const found = generateAll(folder, types, output)
  const open = types.filter((type) => found.get(type)?.refusals.some((one) => anyRefusal.test(one)))
  const reread = open.length === 0 ? new Map() : generateAll(folder, open, output, ['--any', 'unknown'])
  return new Map([...found, ...[...reread].map(([type, one]) => [type, { ...one, hasAny: true }] as const)])
}

/** All types in one run; type by type when the command does not come through all of them. */
function generateAll(
  folder: string,
  types: readonly ForeignType[],
  output: string,
  options: readonly string[] = [],
): ReadonlyMap<ForeignType, Generated> {
  const common = ['--out-dir', output, ...options]
  const inputs = types.map(({ file }) => `src/${file}.ts`)
  const all = runCommand(folder, [...common, ...inputs], maxSeconds)
  if (typeof all !== 'string') return new Map(types.map((type) => [type, whatBecame(output, type, all)]))
  return new Map(
    types.map((type, i) => {
      const alone = runCommand(folder, [...common, inputs[i] ?? ''], maxSecondsAlone)
      const isCrash = typeof alone === 'string'
      return [
        type,
        isCrash ? { bytes: undefined, refusals: [], crash: alone } : whatBecame(output, type, alone),
      ]
    }),
  )
}

function whatBecame(
  outputs: string,
  { file: name }: ForeignType,
  found: readonly JsonDiagnostic[],
): Generated {
  const output = join(outputs, `${name}.bind.ts`)
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
function runCommand(
  folder: string,
  inputs: readonly string[],
  seconds: number,
): readonly JsonDiagnostic[] | string {
  const command = join(root, 'node_modules/.bin/ctxgen')
  const args = [command, '--json', '--no-cache', ...inputs]
  // Processor time does not depend on what else the machine does.
  const limited = `ulimit -t ${seconds}; exec "$0" "$@"`
  const { status, signal, stdout, stderr, error } = spawnSync(
    'sh',
    ['-c', limited, process.execPath, ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  )
  if (error !== undefined) throw error
  if (signal !== null) return `the generator takes more than ${seconds} seconds`
  if (status !== 0 && status !== 1) return `the generator ended with ${status}: ${stderr.slice(0, 500)}`
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonDiagnostic)
    .filter(({ severity }) => severity === 'error')
}
