import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { commandEnv, type Run, type RunSetting } from './run-command.ts'
import type { CommandOrder } from './serve-commands.ts'

const script = fileURLToPath(new URL('./serve-commands.ts', import.meta.url))

/** A process for one command after the other, since the compiler loads longer than it runs. It is replaced when a run ends it. */
export class CommandProcess {
  #child: ChildProcess | undefined

  /** Like `runCommand`: also a run that ends the process, or takes too long, has a result. */
  run(args: readonly string[], { cwd, maxMs }: Pick<RunSetting, 'cwd' | 'maxMs'>): Promise<Run> {
    const child = this.#started()
    const start = performance.now()
    const timer = setTimeout(() => child.kill('SIGKILL'), maxMs)
    let died = ''
    const hear = (text: Buffer): void => {
      died += text
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear)
    return new Promise((resolve) => {
      const end = (result: Omit<Run, 'ms'>): void => {
        clearTimeout(timer)
        child.removeAllListeners()
        for (const stream of [child.stdout, child.stderr]) stream?.off('data', hear)
        resolve({ ...result, ms: performance.now() - start })
      }
      child.once('message', (result: Omit<Run, 'ms' | 'signal'>) => end({ ...result, signal: null }))
      child.once('close', (exit, signal) => {
        this.#child = undefined
        end({ exit, signal, printed: died, rssMb: 0 })
      })
      child.send({ args, cwd } satisfies CommandOrder)
    })
  }

  stop(): void {
    if (this.#child?.connected) this.#child.disconnect()
  }

  #started(): ChildProcess {
    this.#child ??= fork(script, [], {
      execArgv: [...process.execArgv, '--expose-gc'],
      env: commandEnv(),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    return this.#child
  }
}
