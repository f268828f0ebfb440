import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isKnownV8 } from '../known-v8.ts'

/** A watcher to which nothing has happened for so long is taken to be at rest. In ms. */
const rest = 250

/**
 * Keeps the memory of a watcher near what it uses. V8 grows for a burst of rounds and stays so: of the 285 MB that a watcher had
 * after 200 switches of branches, 40 were in use.
 */
export class IdleMemory {
  readonly #collect: () => void
  #timer: NodeJS.Timeout | undefined

  /** To be made before there is much to do. */
  constructor() {
    this.#collect = collector()
    // What young objects have of the heap never shrinks again.
    if (isKnownV8()) setFlagsFromString('--semi-space-growth-factor=1')
  }

  /** To be called when there is nothing to do. */
  rest(): void {
    this.#timer = setTimeout(this.#collect, rest)
    this.#timer.unref()
  }

  /** To be called when there is. */
  wake(): void {
    clearTimeout(this.#timer)
  }
}

/** V8's own collector, which only a context has that is made after the flag is set. */
function collector(): () => void {
  if (!isKnownV8()) return () => {}
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('globalThis.gc')
  if (typeof gc !== 'function') return () => {}
  return () => {
    gc()
    // Before Node 22 half of the free pages wait for a second time, and since then all for a last resort.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
}
