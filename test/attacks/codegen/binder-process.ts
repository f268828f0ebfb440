import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BinderOrder } from './call-binders.ts'

const script = fileURLToPath(new URL('./call-binders.ts', import.meta.url))

/** Generated code that runs for ever is a fault as well. In ms. */
const longestCall = 30_000

/** A process that imports generated files; when one of them ends it, another is started. */
export class BinderProcess {
  #child: ChildProcess | undefined

  /** Everything wrong with what the file does. */
  faultsOf(order: BinderOrder): Promise<readonly string[]> {
    const child = this.#started()
    return new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), longestCall)
      const onExit = (code: number | null): void => {
        clearTimeout(timer)
        this.#child = undefined
        resolve([`${order.url} ended the process with code ${code}, or did not end by itself`])
      }
      child.once('exit', onExit)
      child.once('message', (faults) => {
        clearTimeout(timer)
        child.off('exit', onExit)
        resolve(faults as readonly string[])
      })
      child.send(order)
    })
  }

  stop(): void {
    this.#child?.disconnect()
  }

  #started(): ChildProcess {
    this.#child ??= fork(script, [], { execArgv: ['--import', 'tsx'] })
    return this.#child
  }
}
