import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { places } from '../../conformance/places.ts'

/** The result of a run of the command. */
export interface Run {
  readonly exit: number | null
  readonly signal: NodeJS.Signals | null
  readonly printed: string
  readonly ms: number
  /** Its peak memory. */
  readonly rssMb: number
}

/** Runs a command line. */
export type Command = (args: readonly string[], setting: Pick<RunSetting, 'cwd' | 'maxMs'>) => Promise<Run>

export interface RunSetting {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Arguments of node. */
  readonly nodeArgs?: readonly string[]
  readonly maxMs: number
}

const memoryReport = fileURLToPath(new URL('./report-memory.mjs', import.meta.url))

/** Runs ctxgen as a user does, in a separate process. */
export async function runCommand(args: readonly string[], setting: RunSetting): Promise<Run> {
  const start = performance.now()
  const child = startCommand(args, setting)
  const timer = setTimeout(() => child.kill('SIGKILL'), setting.maxMs)
  let printed = ''
  let rssMb = 0
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  child.on('message', (message) => {
    rssMb = Number(message)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exit, signal) => {
      clearTimeout(timer)
      resolve({ exit, signal, printed, ms: performance.now() - start, rssMb })
    })
  })
}

/** Starts ctxgen and returns at once. */
export function startCommand(
  args: readonly string[],
  { cwd, env, nodeArgs = [] }: Omit<RunSetting, 'maxMs'>,
): ChildProcess {
  return spawn(process.execPath, ['--import', memoryReport, ...nodeArgs, places.cliBin, ...args], {
    cwd,
    env: commandEnv(env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

/** The environment of a run, without what would change the form of its output. */
export function commandEnv(own: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _forced, GITHUB_ACTIONS: _actions, ...rest } = process.env
  return { ...rest, NO_COLOR: '1', ...own }
}
