/** Prepares the app: opens what its handlers need. */
export type StartHook = () => unknown
/** Closes what a start hook opened. @param reason a signal such as `SIGTERM`, or as given to `shutdown()` */
export type StopHook = (reason: string) => unknown

/** The options of `onStart` and `onStop`. */
export interface HookOptions {
  /** Milliseconds that the hook may take. Default: 30 000 for `onStart`, 10 000 for `onStop`. */
  readonly timeout?: number
}

interface Hook {
  readonly run: (reason: string) => unknown
  readonly timeout: number
}

const startMs = 30_000
// Kubernetes and systemd kill a process 30 s and 90 s after the signal.
const stopMs = 10_000

/** The hooks of an app, in the order of registration. */
export class Lifecycle {
  readonly #start: Hook[] = []
  readonly #stop: Hook[] = []
  #started: Promise<void> | undefined

  onStart(run: StartHook, { timeout = startMs }: HookOptions): void {
    this.#start.push({ run, timeout: checkedMs('onStart', timeout) })
  }

  onStop(run: StopHook, { timeout = stopMs }: HookOptions): void {
    this.#stop.push({ run, timeout: checkedMs('onStop', timeout) })
  }

  /** Milliseconds that all stop hooks may take. */
  get stopMs(): number {
    return this.#stop.reduce((sum, { timeout }) => sum + timeout, 0)
  }

  /** Runs the start hooks, once. Rejects with the first error. */
  start(): Promise<void> {
    this.#started ??= this.#runStart()
    return this.#started
  }

  /** Runs all stop hooks, also after one has failed. Rejects with the error, or an AggregateError of several. */
  async stop(reason: string): Promise<void> {
    this.#started = undefined
    const errors: unknown[] = []
    for (const hook of this.#stop) {
      try {
        await within(hook, 'onStop', reason)
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, `onStop: ${errors.length} hooks failed`)
  }

  async #runStart(): Promise<void> {
    for (const hook of this.#start) await within(hook, 'onStart', '')
  }
}

function checkedMs(name: string, ms: number): number {
  if (!(ms > 0)) throw new RangeError(`${name}: timeout: not a number of milliseconds: ${ms}`)
  return ms
}

async function within({ run, timeout }: Hook, name: string, reason: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`${name}: a hook took longer than ${timeout} ms`)
    // A timer treats a longer delay as 0.
    timer = setTimeout(() => reject(error), Math.min(timeout, 2 ** 31 - 1))
  })
  try {
    await Promise.race([run(reason), late])
  } finally {
    clearTimeout(timer)
  }
}
