import { pathForm } from '@ctxgen/core/path-form'
import { maySend } from '../bind/decoded/sending.ts'
import { watched } from '../bind/reading/watched-promise.ts'
import type { HttpError } from '../error/http-error.ts'
import { isEndOf } from '../error/is-end-of.ts'
import { isExpected } from '../error/is-expected.ts'
import type { Incoming } from '../request/incoming.ts'
import { pathOf } from '../request/request-target.ts'
import { BodyStream } from '../response/body-stream.ts'
import { isBodiless } from '../response/head-lines.ts'
import { ResponseDraft } from '../response/response-draft.ts'
import type { Route } from '../route/route.ts'
import { type CtxHost, reportTo, type Transport } from './ctx-host.ts'
import { ignore, isAnswer, lateError, unsentError } from './handler-values.ts'
import { RequestParts, ResponseWork } from './lazy-parts.ts'
import { closeLocals } from './locals.ts'
import { noBody, type ReceivedBody, streamedError, takenError, unreadError } from './received-body.ts'
import type { UnreadBody } from './unread-body.ts'

const noRoutes: readonly never[] = []
/** The chain after the path or the method was overridden: `next()` looks up its routes. */
export const notYetFound: readonly never[] = []

/**
 * One exchange: the request, the draft of its response and the place in the handler chain (see route-walk.ts).
 * All fields are declared here, and no class of ctx/ has a private method: V8 would brand each Ctx, at 20 to 30 ns.
 */
export abstract class CtxState<H> {
  protected readonly owner: CtxHost<H>
  protected readonly transport: Transport
  protected outgoing: unknown
  /** Cleared when the response has left and the chain has ended: every method that reads the request then throws. */
  #incoming: Incoming | undefined
  /** Cleared when the response leaves: methods that set or send then do nothing. */
  #draft: ResponseDraft | undefined = new ResponseDraft()
  #body: ReceivedBody = noBody
  /** The body until it was read. */
  protected unread: UnreadBody | undefined
  /** An error handler runs, for which a body that was not read whole is empty. */
  protected isFailed = false
  #parts: RequestParts | undefined = undefined

  protected verb: string
  /** The request target as sent. */
  protected target: string
  /** The path of the target, or its override. */
  protected pathText: string
  /** The index in the target of the query, after the `?`; -1 without one. */
  protected queryAt: number

  /** The routes that match the request, and the index of the current one; -1 before the first. */
  protected chain: readonly Route<H>[] = noRoutes
  protected chainAt = -1
  /** The route that runs, or ran last. */
  protected currentRoute: Route<H> | undefined = undefined
  protected handlerAt = 0
  /** A handler has returned, so another `next()` would be its second. */
  protected returned = false
  /** The edits of the draft when the first handler of a route began; -1 before, and without hints. */
  protected editsBefore = -1
  /** The number of handlers called so far; each calls only the one after it. */
  protected started = 0
  /** Asynchronous handlers that still run, by number, without the first one. */
  protected underWay: (Promise<void> | undefined)[] | undefined = undefined
  /** The form of the path that the chain was looked up with. Parameters come from it, even after an override. */
  protected matchedPath = ''
  /** The router's number of that look-up. */
  protected lookUp = -1
  /** The first value that a handler returned as if it were the answer. */
  protected result: unknown = undefined
  protected stored: Map<unknown, unknown> | undefined = undefined
  #work: ResponseWork | undefined = undefined

  constructor(
    owner: CtxHost<H>,
    transport: Transport,
    incoming: Incoming,
    outgoing: unknown,
    unread?: UnreadBody,
  ) {
    this.owner = owner
    this.transport = transport
    this.outgoing = outgoing
    this.#incoming = incoming
    this.unread = unread
    this.verb = incoming.method ?? 'GET'
    const target = incoming.url ?? '/'
    const mark = target.indexOf('?')
    this.target = target
    this.queryAt = mark === -1 ? -1 : mark + 1
    this.pathText = pathOf(target, mark)
  }

  /** @throws Error after the response has left. */
  protected get incoming(): Incoming {
    return this.#incoming ?? this.tooLate()
  }

  /** For reading. @throws Error after the response has left and the chain has ended. */
  protected get draft(): ResponseDraft {
    return this.#draft ?? this.#work?.left ?? this.tooLate()
  }

  /**
   * The draft for a method that sets or sends; `undefined` after the response has left, which is reported.
   * @param call the method.
   * @param given its argument: the rejection of a promise in it is nobody else's.
   */
  protected writable(call: string, given?: unknown): ResponseDraft | undefined {
    return this.#draft ?? this.reportLate(call, given)
  }

  static {
    // Undeclared, because the methods of handlers are listed without it.
    Object.defineProperty(CtxState.prototype, maySend, {
      value(this: CtxState<unknown>, call: () => string, given: unknown): boolean {
        if (this.#draft === undefined) this.reportLate(call(), given)
        return this.#draft !== undefined
      },
    })
  }

  /** Reports the first late call of a request. After `end()` or `drop()` the rest of the chain may set and send. */
  protected reportLate(call: string, given?: unknown): undefined {
    if (given instanceof Promise) given.catch(ignore)
    const { work } = this
    if (work.isOver || work.isLate) return
    work.isLate = true
    this.report(lateError(call))
  }

  /** @throws Error before the body is there, and after the response has left. */
  protected get received(): ReceivedBody {
    if (this.#incoming === undefined) return this.tooLate()
    if (this.unread === undefined && this.#body.refusal === undefined) return this.#body
    return this.missingBody()
  }

  /** A body that was not read whole. */
  protected missingBody(): ReceivedBody {
    if (this.isFailed) return noBody
    if (this.unread === undefined) return this.#body
    if (this.unread.isStreamed) throw streamedError()
    throw this.unread.isTaken ? takenError() : unreadError()
  }

  /** Why the body was not read to its end. */
  protected get refusal(): HttpError | undefined {
    return this.#body.refusal
  }

  /** The unread body, unless other code has taken it from the server's request. */
  protected get awaited(): UnreadBody | undefined {
    const { unread } = this
    return unread === undefined || unread.isTaken ? undefined : unread
  }

  /** Reads the body, then calls back. */
  protected takeBody(unread: UnreadBody, done: () => void): void {
    unread.read(this.bodyLimit(), (body) => {
      if (this.unread === unread) {
        this.unread = undefined
        this.#body = body
      }
      done()
    })
  }

  /** Settles when the body was read, or refused. */
  protected whenRead(unread: UnreadBody): Promise<void> {
    unread.reading ??= new Promise((resolve) => this.takeBody(unread, resolve))
    return unread.reading
  }

  /** In bytes: that of the first route for the current path and method, otherwise that of the app. */
  protected bodyLimit(): number {
    const { router, settings } = this.owner
    if (!router.hasBodyLimits) return settings.bodyLimit
    const chain = this.chain === notYetFound ? router.find(this.verb, pathForm(this.pathText)) : this.chain
    return chain.find((route) => route.method !== 'use')?.limits?.bodyLimit ?? settings.bodyLimit
  }

  protected get lazyParts(): RequestParts {
    this.#parts ??= new RequestParts(this.incoming, this.owner.settings.trust)
    return this.#parts
  }

  protected get work(): ResponseWork {
    this.#work ??= new ResponseWork()
    return this.#work
  }

  /** `work` without creating it. */
  protected get workSoFar(): ResponseWork | undefined {
    return this.#work
  }

  /** Reuses this Ctx for another request. */
  protected begin(incoming: Incoming, outgoing: unknown, body: ReceivedBody): void {
    if (this.#draft !== undefined) this.closeStored()
    const target = incoming.url ?? '/'
    const mark = target.indexOf('?')
    this.outgoing = outgoing
    this.#incoming = incoming
    this.#draft = new ResponseDraft()
    this.#body = body
    this.unread = undefined
    this.isFailed = false
    this.#parts = undefined
    this.verb = incoming.method ?? 'GET'
    this.target = target
    this.queryAt = mark === -1 ? -1 : mark + 1
    this.pathText = pathOf(target, mark)
    this.chain = noRoutes
    this.chainAt = -1
    this.currentRoute = undefined
    this.handlerAt = 0
    this.returned = false
    this.editsBefore = -1
    this.started = 0
    this.underWay = undefined
    this.result = undefined
    this.stored = undefined
    this.#work = undefined
  }

  /** Moves to the next handler of the chain; `undefined` past its end. */
  protected nextHandler(): H | undefined {
    const route = this.currentRoute
    const at = this.handlerAt + 1
    if (route === undefined || at >= route.handlers.length) return this.enterRoute(this.chainAt + 1)
    this.handlerAt = at
    return route.handlers[at]
  }

  /** The first handler of the route at an index of the chain; `undefined` past its end. */
  protected enterRoute(at: number): H | undefined {
    // An index out of bounds would slow down every later look-up of a route.
    if (at >= this.chain.length) return undefined
    this.chainAt = at
    this.handlerAt = 0
    const route = this.chain[at]
    this.currentRoute = route
    if (this.owner.settings.givesHints && this.editsBefore === -1 && route?.method !== 'use')
      this.editsBefore = this.#draft?.edits ?? -1
    return route?.handlers[0]
  }

  /** Delays the response until the work is done. @param call names it in the error if no handler awaits the promise. */
  protected track<T>(work: Promise<T>, call: string): Promise<T> {
    return this.hasLeft() ? watched(work, (error) => this.report(error)) : this.work.track(work, call)
  }

  /** Keeps a handler's return value for `checkSent`. @throws the value itself if it is an `Error` */
  protected keepResult(value: unknown): void {
    if (value instanceof Error) throw value
    if (isAnswer(value, this)) this.result ??= value
  }

  /** @throws Error if a handler returned a value and nothing was sent. */
  protected checkSent(): void {
    const draft = this.#draft
    if (this.result === undefined || draft === undefined || draft.isSent) return
    if (this.transport.hasAnswered?.(this.outgoing) !== true) throw unsentError(this.result)
  }

  /** Whether the response is still an empty 200. */
  protected isSilent(): boolean {
    return !this.hasLeft() && this.draft.body === undefined && this.draft.status === 200
  }

  /** Aborts if the client disconnects before it has the whole response. */
  protected abortSignal(): AbortSignal {
    const { work } = this
    if (work.abort !== undefined) return work.abort.signal
    const controller = new AbortController()
    work.abort = controller
    this.transport.onClose(this.outgoing, (gone) => {
      if (gone) controller.abort()
    })
    return controller.signal
  }

  /**
   * Waits for tracked work and the first chunk of a stream; usually there is nothing to wait for.
   * @throws Error if a handler did not await its work or did not send the value it returned.
   */
  protected settle(): Promise<void> | undefined {
    if (this.result !== undefined || this.#work?.isUnsettled === true) return this.settleAll()
    return this.#draft === undefined ? undefined : this.openBody()
  }

  protected async settleAll(): Promise<void> {
    // A handler that still runs may yet await its work.
    if (this.underWay?.some((one) => one !== undefined)) this.work.excuse()
    for (const error of await this.work.settle()) if (!isExpected(error)) this.report(error)
    this.checkSent()
    if (!this.hasLeft()) await this.openBody()
  }

  /** Reads the first chunk of a stream, so that the error handler can still answer if it fails. */
  protected openBody(): Promise<void> | undefined {
    const { body, status } = this.draft
    if (!(body instanceof BodyStream) || isBodiless(status) || this.incoming.method === 'HEAD')
      return undefined
    this.transport.onClose(this.outgoing, () => body.close())
    return body.open()
  }

  protected tooLate(): never {
    throw new Error('this Ctx is used after its response has left: keep the values you need, not the Ctx')
  }

  /** Whether the response has left. */
  protected hasLeft(): boolean {
    return this.#draft === undefined
  }

  /** Closes the connection without an answer. The rest of the chain may still read the Ctx. */
  protected abandon(draft: ResponseDraft): void {
    draft.replaceBody(undefined)
    this.beOver(draft)
    this.transport.drop(this.outgoing)
    this.closeStored()
  }

  /** Ends the response before the end of the chain, the rest of which may still read the Ctx. */
  protected beOver(draft: ResponseDraft): void {
    const { work } = this
    work.isOver = true
    work.left = draft
    this.#draft = undefined
  }

  /** At the end of the chain: sends the response, unless it has left. Later calls on the Ctx throw, or do nothing. */
  protected leave(): void {
    const draft = this.#draft
    this.#draft = undefined
    try {
      if (draft !== undefined) this.sendDraft(draft)
    } finally {
      const work = this.#work
      if (work !== undefined) work.isOver = false
      if (work?.isWatched !== true) this.release()
    }
  }

  /** Nobody may read the Ctx any more. */
  protected release(): void {
    this.#incoming = undefined
    if (this.#work !== undefined) this.#work.left = undefined
  }

  protected sendDraft(draft: ResponseDraft): void {
    const head = this.incoming.method === 'HEAD'
    const { stored } = this
    const { body } = draft
    // A stream may read from a local, so locals are closed after it.
    const later = stored !== undefined && body instanceof BodyStream && !body.isClosed
    if (later) body.onClose = () => this.closeStored(stored)
    try {
      this.transport.send(this.outgoing, draft, head)
    } catch (error) {
      if (later) body.close()
      throw error
    } finally {
      if (!later) this.closeStored()
    }
  }

  protected closeStored(stored: ReadonlyMap<unknown, unknown> | undefined = this.stored): void {
    if (stored !== undefined) closeLocals(stored, (error) => this.report(error))
  }

  /** Reports an unexpected error to `onError`, once for each error object; not that the client has left. Never throws. */
  protected report(error: unknown): void {
    const { reported, abort } = this.work
    if (reported.has(error) || (abort !== undefined && isEndOf(abort.signal, error))) return
    reported.add(error)
    const { verb: method, pathText: path, currentRoute } = this
    const route = currentRoute?.path
    reportTo(this.owner.settings.onError, error, { method, path, ...(route !== undefined && { route }) })
  }
}
