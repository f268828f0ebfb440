import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isKnownV8, nodeVersion } from '../known-v8.ts'

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
    if (!isKnownV8()) return
    // What young objects have of the heap never shrinks again.
    setFlagsFromString('--semi-space-growth-factor=1')
    // After a hundred rounds V8 compiles the function that makes a checker: 80 MB, which malloc keeps.
    setFlagsFromString('--max-optimized-bytecode-size=16000')
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
  // Half of the pages that become free are given back by the next one; since Node 22 all are pooled but for a last resort.
  const again =
    nodeVersion() < 22 ? {} : ({ type: 'major', execution: 'sync', flavor: 'last-resort' } as const)
  return () => {
    gc()
    gc(again)
  }
}
