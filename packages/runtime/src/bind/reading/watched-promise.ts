import type { BindInput } from './bind-input.ts'

/**
 * A promise that records whether it is awaited: `await`, `return`, `then`, `catch` and `Promise.all` all call its
 * `then`. Unawaited rejections do not crash the process.
 */
export class WatchedPromise<T> extends Promise<T> {
  isWatched = false
  /** Settles with the promise, never rejects. */
  readonly settled: Promise<void>

  constructor(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void) {
    super(start)
    this.settled = super.then(ignore, ignore)
  }

  /** `then` returns ordinary promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  override then<A = T, B = never>(
    onDone?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isWatched = true
    return super.then(onDone, onError)
  }
}

/** @param onLost receives an unawaited rejection. */
export function watched<T>(work: Promise<T>, onLost: (error: unknown) => void): Promise<T> {
  const shown = new WatchedPromise<T>((resolve, reject) => work.then(resolve, reject))
  work.catch(async (error: unknown) => {
    await shown.settled
    if (!shown.isWatched) onLost(error)
  })
  return shown
}

function ignore(): void {}

/** The promise of a generated binder with asynchronous rules. @param name of the binder. */
export function bindLater<R>(c: BindInput, name: string, bind: () => Promise<R>): Promise<R> {
  return awaitable(c, bind(), `${name}(c)`)
}

/** A promise that a request's handlers must await. In other frameworks, unawaited rejections go to the console. */
export function awaitable<R>(c: BindInput, work: Promise<R>, call: string): Promise<R> {
  if (c.watch !== undefined) return c.watch(work, call)
  return watched(work, (error) => console.error(`${call} failed without being awaited:`, error))
}
