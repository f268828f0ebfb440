import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { places } from './places.ts'
import { showError } from './show.ts'

export interface CtxgenResult {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the ctxgen command in a folder. */
export type Ctxgen = (args: readonly string[], cwd: string) => Promise<CtxgenResult>

const limit = 30_000

/**
 * This repository's command: in this process if the package offers that, since 200 starts of node take
 * longer than all the cases. Otherwise, or on request, the child process that a user runs.
 */
export async function ctxgenCommand(asChild: boolean): Promise<Ctxgen> {
  if (!existsSync(places.cliBin)) {
    return () => Promise.resolve({ exit: -1, stdout: '', stderr: 'packages/cli is not built' })
  }
  const run = asChild ? undefined : await findRun()
  return run === undefined ? inChild : (args, cwd) => inProcess(run, args, cwd)
}

type Run = (argv: readonly string[], host: object) => unknown

async function findRun(): Promise<Run | undefined> {
  if (!existsSync(places.cliRun)) return undefined
  try {
    const module: unknown = await import(pathToFileURL(places.cliRun).href)
    const run: unknown =
      typeof module === 'object' && module !== null ? Reflect.get(module, 'run') : undefined
    return typeof run === 'function' ? (run as Run) : undefined
  } catch {
    return undefined
  }
}

async function inProcess(run: Run, args: readonly string[], cwd: string): Promise<CtxgenResult> {
  const output = { stdout: '', stderr: '' }
  const sink = (name: 'stdout' | 'stderr') => (text: string) => {
    output[name] += text
  }
  const host = { cwd, env: environment(), colour: false, stdout: sink('stdout'), stderr: sink('stderr') }
  try {
    return { exit: Number(await run(args, host)), ...output }
  } catch (error) {
    return { ...output, exit: -1, stderr: `${output.stderr}\nthe command crashed: ${showError(error)}` }
  }
}

function inChild(args: readonly string[], cwd: string): Promise<CtxgenResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [places.cliBin, ...args], {
      cwd,
      env: environment(),
      timeout: limit,
    })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text
      })
    }
    child.on('error', (error) => resolve({ ...output, exit: -1, stderr: error.message }))
    child.on('close', (code, signal) => {
      const killed = signal === null ? '' : `\nkilled by ${signal}`
      resolve({ exit: code ?? -1, stdout: output.stdout, stderr: output.stderr + killed })
    })
  })
}

/** The environment must not colour the output. */
function environment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _forced, ...rest } = process.env
  return { ...rest, NO_COLOR: '1' }
}
