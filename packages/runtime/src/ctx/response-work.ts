import type { Templates } from './templates.ts'

/** What few responses need: made when one of them does. */
export class ResponseWork {
  /** Those of the mounted app whose routes run; `undefined`: those of the app that serves the request. */
  templates: Templates | undefined = undefined
  /** What `viewBind` was given. */
  bound: Readonly<Record<string, unknown>> | undefined = undefined
  abort: AbortController | undefined = undefined
  /** `end()` or `drop()` was called. */
  isOver = false
  /** What a handler behind `next()` failed with, whether who called it has seen it or not. */
  lastFailure: { readonly error: unknown } | undefined = undefined
  /** Errors that the operator knows of. */
  readonly told: Set<unknown> = new Set()
  readonly #underWay = new Set<Promise<void>>()
  readonly #failures: { readonly error: unknown; readonly shown: WatchedPromise<unknown> }[] = []

  /** Whether files are being read, templates rendered and so on, or have failed and nobody saw it. */
  get isUnsettled(): boolean {
    return this.#underWay.size > 0 || this.#failures.length > 0
  }

  /** Work that `settle` waits for. @returns what the handler gets, which need not wait for it */
  track<T>(work: Promise<T>): Promise<T> {
    const shown = new WatchedPromise<T>((resolve, reject) => work.then(resolve, reject))
    const settled = work.then(ignore, (error: unknown) => void this.#failures.push({ error, shown }))
    const over = settled.then(() => void this.#underWay.delete(over))
    this.#underWay.add(over)
    return shown
  }

  /** @throws the first error that no handler has seen */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay)
    const unseen = this.#failures.splice(0).find(({ shown }) => !shown.isWatched)
    if (unseen !== undefined) throw unseen.error
  }
}

/** A promise that knows whether anybody waits for it. When nobody does, its failure is not that of the process. */
class WatchedPromise<T> extends Promise<T> {
  isWatched = false

  constructor(start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void) {
    super(start)
    super.then(undefined, ignore)
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

function ignore(): void {}
