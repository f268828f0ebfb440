import { WatchedPromise } from '../bind/watched-promise.ts'
import type { Templates } from './templates.ts'

/** Work that a handler has begun by a call that gave it a promise. */
interface Started {
  readonly call: string
  readonly promise: WatchedPromise<unknown>
  isDone: boolean
  failure: { readonly error: unknown } | undefined
  /** The handler that began it failed, so it cannot be blamed for not awaiting it. */
  isExcused: boolean
}

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
  #started: Started[] = []

  /** Whether files are being read, templates rendered and so on, or were without anybody awaiting it. */
  get isUnsettled(): boolean {
    return this.#started.some(({ isDone, promise }) => !isDone || !promise.isWatched)
  }

  /** Work that `settle` waits for. @returns what the handler has to await */
  track<T>(work: Promise<T>, call: string): Promise<T> {
    const promise = new WatchedPromise<T>((resolve, reject) => work.then(resolve, reject))
    const started: Started = { call, promise, isDone: false, failure: undefined, isExcused: false }
    work.then(
      () => {
        started.isDone = true
      },
      (error: unknown) => {
        started.isDone = true
        started.failure = { error }
      },
    )
    this.#started.push(started)
    return promise
  }

  /** From here on nobody is blamed for not awaiting what was begun so far. */
  excuse(): void {
    for (const started of this.#started) started.isExcused = true
  }

  /**
   * Waits for all that was begun.
   * @returns the failures that nobody saw of what is excused
   * @throws Error that names the calls whose promises nobody awaited
   */
  async settle(): Promise<unknown[]> {
    await Promise.all(this.#started.map(({ promise }) => promise.settled))
    const unseen = this.#started.filter(({ promise }) => !promise.isWatched)
    this.#started = []
    const forgotten = unseen.filter(({ isExcused }) => !isExcused)
    if (forgotten.length > 0) throw forgottenError(forgotten)
    return unseen.flatMap(({ failure }) => (failure === undefined ? [] : [failure.error]))
  }
}

function forgottenError(forgotten: readonly Started[]): Error {
  const calls = forgotten.map(({ call }) => call).join(' and ')
  const failure = forgotten.find((one) => one.failure !== undefined)?.failure
  return new Error(
    `${calls} ${forgotten.length === 1 ? 'was' : 'were'} not awaited: a handler awaits the promise or returns it`,
    failure && { cause: failure.error },
  )
}
