/**
 * A promise that knows whether anybody awaits it: `await`, `return`, `then`, `catch` and `Promise.all` all call its `then`.
 * When nobody does, its failure does not end the process.
 */
export class WatchedPromise<T> extends Promise<T> {
  isWatched = false
  /** Settles with it, and never rejects. */
  readonly settled: Promise<void>

  constructor(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void) {
    super(start)
    this.settled = super.then(ignore, ignore)
  }

  /** What `then` makes are promises like any other. */
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

/** @param onLost is told of the failure that nobody awaited. */
export function watched<T>(work: Promise<T>, onLost: (error: unknown) => void): Promise<T> {
  const shown = new WatchedPromise<T>((resolve, reject) => work.then(resolve, reject))
  work.catch(async (error: unknown) => {
    await shown.settled
    if (!shown.isWatched) onLost(error)
  })
  return shown
}

function ignore(): void {}
