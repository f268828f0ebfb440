import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isKnownV8, nodeVersion } from '../known-v8.ts'

/** A watcher is idle after this long without events. In ms. */
const rest = 250

/**
 * Returns unused memory to the system while a watcher is idle. V8 keeps the heap of a burst: after 200 branch switches a
 * watcher had 285 MB and used 40.
 */
export class IdleMemory {
  readonly #collect: () => void
  #timer: NodeJS.Timeout | undefined

  /** Must be created before the heap grows. */
  constructor() {
    this.#collect = collector()
    if (!isKnownV8()) return
    // The young generation never shrinks again.
    setFlagsFromString('--semi-space-growth-factor=1')
    // After a hundred rounds V8 optimizes the function that creates a checker, which takes 80 MB that malloc keeps.
    setFlagsFromString('--max-optimized-bytecode-size=16000')
  }

  /** Call when idle. */
  rest(): void {
    this.#timer = setTimeout(this.#collect, rest)
    this.#timer.unref()
  }

  /** Call before work. */
  wake(): void {
    clearTimeout(this.#timer)
  }
}

/** V8's garbage collector, available only in a context created after the flag is set. */
function collector(): () => void {
  if (!isKnownV8()) return () => {}
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('globalThis.gc')
  if (typeof gc !== 'function') return () => {}
  // A second collection releases half of the freed pages; since Node 22 V8 pools them all, except in a last-resort one.
  const again =
    nodeVersion() < 22 ? {} : ({ type: 'major', execution: 'sync', flavor: 'last-resort' } as const)
  return () => {
    gc()
    gc(again)
  }
}
