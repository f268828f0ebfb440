import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BinderOrder } from './call-binders.ts'

const script = fileURLToPath(new URL('./call-binders.ts', import.meta.url))

/** Time limit for generated code, in ms; endless code is a failure as well. */
const longestCall = 30_000

/** A process that imports generated files; it is replaced when one of them ends it. */
export class BinderProcess {
  #child: ChildProcess | undefined

  /** All failures of the file. */
  failuresOf(order: BinderOrder): Promise<readonly string[]> {
    const child = this.#started()
    return new Promise((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), longestCall)
      const onExit = (code: number | null): void => {
        clearTimeout(timer)
        this.#child = undefined
        resolve([`${order.url} ended the process with code ${code}, or did not end by itself`])
      }
      child.once('exit', onExit)
      child.once('message', (failures) => {
        clearTimeout(timer)
        child.off('exit', onExit)
        resolve(failures as readonly string[])
      })
      child.send(order)
    })
  }

  stop(): void {
    this.#child?.disconnect()
  }

  #started(): ChildProcess {
    this.#child ??= fork(script)
    return this.#child
  }
}
