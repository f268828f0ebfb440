import { WatchedPromise } from '../bind/reading/watched-promise.ts'
import type { HttpError } from '../error/http-error.ts'
import type { Incoming } from '../request/incoming.ts'
import type { TrustSettings } from '../request/proxy-trust.ts'
import { RequestOrigin } from '../request/request-origin.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import type { Templates } from './ctx-host.ts'
import type { MultipartForm } from './received-body.ts'

/** Cache of values that few handlers ask for. The Ctx creates it lazily, to have one field for all of them. */
export class RequestParts {
  readonly origin: RequestOrigin
  /** The multipart body; an error if it could not be read. */
  multipart: MultipartForm | HttpError | undefined = undefined
  /** The urlencoded body, decoded from UTF-8. */
  formText: string | undefined = undefined
  /** The result of `toString()`. */
  text: string | undefined = undefined

  constructor(incoming: Incoming, trust: TrustSettings) {
    this.origin = new RequestOrigin(incoming, trust)
  }
}

/** Work that a handler started through a method that returns a promise. */
interface PendingWork {
  readonly call: string
  readonly promise: WatchedPromise<unknown>
  isDone: boolean
  failure: { readonly error: unknown } | undefined
  /** The handler that started it failed, which excuses a missing `await`. */
  isExcused: boolean
}

/** State that few responses need. The Ctx creates it lazily. */
export class ResponseWork {
  /** The templates of the mounted app whose routes run; `undefined` for those of the serving app. */
  templates: Templates | undefined = undefined
  /** The variables set by `viewBind`. */
  bound: Readonly<Record<string, unknown>> | undefined = undefined
  abort: AbortController | undefined = undefined
  /** `end()` or `drop()` was called, and the chain still runs. */
  isOver = false
  /** The answer that has left, while the rest of the chain or `onResponse` may read it. */
  left: ResponseDraft | undefined = undefined
  /** `onResponse` will be called. */
  isWatched = false
  /** When the handlers started, for `onResponse`. */
  startedAt = 0
  /** The request has run out of routes, and the handler of `notFound` runs. */
  isUnmatched = false
  /** A late call was reported. */
  isLate = false
  /** The last failure of a handler called by `next()`, whether or not its caller caught it. */
  lastFailure: { readonly error: unknown } | undefined = undefined
  #reported: Set<unknown> | undefined = undefined
  #started: PendingWork[] | undefined = undefined

  /** Whether work is still running, or has ended unawaited. */
  get isUnsettled(): boolean {
    return this.#started?.some(({ isDone, promise }) => !isDone || !promise.isWatched) === true
  }

  /** Errors that `onError` has received. */
  get reported(): Set<unknown> {
    this.#reported ??= new Set()
    return this.#reported
  }

  /** Adds work that `settle` waits for. @returns the promise that the handler has to await */
  track<T>(work: Promise<T>, call: string): Promise<T> {
    const promise = new WatchedPromise<T>((resolve, reject) => work.then(resolve, reject))
    const started: PendingWork = { call, promise, isDone: false, failure: undefined, isExcused: false }
    work.then(
      () => {
        started.isDone = true
      },
      (error: unknown) => {
        started.isDone = true
        started.failure = { error }
      },
    )
    this.#started ??= []
    this.#started.push(started)
    return promise
  }

  /** Waits for no work started so far. */
  forget(): void {
    this.#started = undefined
  }

  /** Excuses all work started so far from having to be awaited. */
  excuse(): void {
    for (const started of this.#started ?? []) started.isExcused = true
  }

  /**
   * Waits for all work.
   * @returns the failures of excused, unawaited work
   * @throws Error that names the calls whose promises were not awaited
   */
  async settle(): Promise<unknown[]> {
    await Promise.all(this.#started?.map(({ promise }) => promise.settled) ?? [])
    const unseen = this.#started?.filter(({ promise }) => !promise.isWatched) ?? []
    this.#started = undefined
    const forgotten = unseen.filter(({ isExcused }) => !isExcused)
    if (forgotten.length > 0) throw forgottenError(forgotten)
    return unseen.flatMap(({ failure }) => (failure === undefined ? [] : [failure.error]))
  }
}

function forgottenError(forgotten: readonly PendingWork[]): Error {
  const calls = forgotten.map(({ call }) => call).join(' and ')
  const failure = forgotten.find((one) => one.failure !== undefined)?.failure
  return new Error(
    `${calls} ${forgotten.length === 1 ? 'was' : 'were'} not awaited: a handler awaits the promise or returns it`,
    failure && { cause: failure.error },
  )
}
