import { watched } from '../bind/watched-promise.ts'
import { isExpected } from '../error/is-expected.ts'
import type { Incoming } from '../request/incoming.ts'
import { decodePercent } from '../request/percent.ts'
import { pathOf } from '../request/request-target.ts'
import { BodyStream } from '../response/body-stream.ts'
import { isBodiless } from '../response/head-lines.ts'
import { ResponseDraft } from '../response/response-draft.ts'
import type { Route } from '../route/route.ts'
import type { Handler } from './handler.ts'
import { closeLocals } from './locals.ts'
import { noBody, type ReceivedBody } from './received-body.ts'
import { tellOf } from './report.ts'
import { RequestParts } from './request-parts.ts'
import { ResponseWork } from './response-work.ts'
import type { CtxHost } from './settings.ts'
import type { Transport } from './transport.ts'
import { isAnswer, unsentError } from './unsent-value.ts'

const noRoutes: readonly never[] = []
/** The chain once the path or the method was changed: what they meet now is looked up when a handler goes on. */
export const notYetFound: readonly never[] = []

/**
 * What a request carries from its arrival to its response. The methods that handlers call are in the classes below it.
 *
 * None of them has a private method: each class with one marks every Ctx it makes, which takes 20 to 30 ns.
 */
export abstract class CtxState {
  protected readonly owner: CtxHost
  protected readonly transport: Transport
  protected outgoing: unknown
  /** Both are gone once the response has left. Every public method goes through one of them, which is the whole check. */
  #incoming: Incoming | undefined
  #draft: ResponseDraft | undefined = new ResponseDraft()
  #body: ReceivedBody
  #parts: RequestParts | undefined = undefined

  protected verb: string
  /** The request target as sent. */
  protected target: string
  /** The path of the target, or what a handler put in its place. */
  protected pathText: string
  /** Where the query begins in the target, behind the `?`; -1 when there is none. */
  protected queryAt: number

  /** The routes this request meets, the one that runs, and which of its handlers. */
  protected chain: readonly Route<Handler>[] = noRoutes
  protected chainAt = -1
  /** The route that runs, or ran last. */
  protected currentRoute: Route<Handler> | undefined = undefined
  protected handlerAt = 0
  /** A handler has returned: who calls `next()` now calls it for the second time. */
  protected returned = false
  /** How many handlers have been called: each calls only the one after it. */
  protected started = 0
  /** The asynchronous ones that still run, by their number; the first one is not among them. */
  protected underWay: (Promise<void> | undefined)[] | undefined = undefined
  /** The path that the chain was found for: parameters come from it, also when a handler has put in another. */
  #matchedPath = ''
  /** The number of that look-up. */
  #lookUp = -1
  /** What a handler returned as if it were the answer. */
  protected result: unknown = undefined
  protected stored: Map<unknown, unknown> | undefined = undefined
  #work: ResponseWork | undefined = undefined

  constructor(
    owner: CtxHost,
    transport: Transport,
    incoming: Incoming,
    outgoing: unknown,
    body: ReceivedBody = noBody,
  ) {
    this.owner = owner
    this.transport = transport
    this.outgoing = outgoing
    this.#incoming = incoming
    this.#body = body
    this.verb = incoming.method ?? 'GET'
    const target = incoming.url ?? '/'
    const mark = target.indexOf('?')
    this.target = target
    this.queryAt = mark === -1 ? -1 : mark + 1
    this.pathText = pathOf(target, mark)
  }

  /** The request, for as long as the response has not left. */
  protected get incoming(): Incoming {
    return this.#incoming ?? this.tooLate()
  }

  /** The response, for as long as it has not left. */
  protected get draft(): ResponseDraft {
    return this.#draft ?? this.tooLate()
  }

  protected get received(): ReceivedBody {
    return this.#incoming === undefined ? this.tooLate() : this.#body
  }

  protected get parts(): RequestParts {
    this.#parts ??= new RequestParts(this.incoming, this.owner.settings.trust)
    return this.#parts
  }

  /** Makes this the Ctx of another request, as if nothing had happened to it yet. */
  protected begin(incoming: Incoming, outgoing: unknown, body: ReceivedBody): void {
    if (this.#draft !== undefined) this.closeStored()
    const target = incoming.url ?? '/'
    const mark = target.indexOf('?')
    this.outgoing = outgoing
    this.#incoming = incoming
    this.#draft = new ResponseDraft()
    this.#body = body
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
    this.started = 0
    this.underWay = undefined
    this.result = undefined
    this.stored = undefined
    this.#work = undefined
  }

  /** The next handler of the chain; `undefined` when none is left. */
  protected nextHandler(): Handler | undefined {
    const route = this.currentRoute
    const at = this.handlerAt + 1
    if (route !== undefined && at < route.handlers.length) {
      this.handlerAt = at
      return route.handlers[at]
    }
    return this.enterRoute(this.chainAt + 1)?.handlers[0]
  }

  /** Lets nobody begin who would answer a body past its limit: the handlers before a route's last one are middleware. */
  protected checkBody(): void {
    const { refusal } = this.#body
    if (refusal === undefined) return
    const route = this.currentRoute
    if (route === undefined || route.method === 'use') return
    if (this.handlerAt === route.handlers.length - 1) throw refusal
  }

  protected enterRoute(at: number): Route<Handler> | undefined {
    // An index past the end would make every look-up of a route slower.
    if (at >= this.chain.length) return this.chain === notYetFound ? this.enterLaterRoute() : undefined
    const route = this.chain[at]
    this.chainAt = at
    this.handlerAt = 0
    this.currentRoute = route
    return route
  }

  /** Goes on with what the path and the method of now meet, behind the route that ran. */
  protected enterLaterRoute(): Route<Handler> | undefined {
    const order = this.currentRoute?.order ?? -1
    this.findRoutes()
    const at = this.chain.findIndex((route) => route.order > order)
    return this.enterRoute(at === -1 ? this.chain.length : at)
  }

  /** The value of a parameter, percent-decoded once; `undefined` when the route has none of that name or it was left out. */
  protected paramValue(name: string): string | undefined {
    const route = this.incoming && this.currentRoute
    if (route === undefined) return undefined
    return this.owner.router.param(route, name, this.#matchedPath, this.#lookUp) || undefined
  }

  /** The path that routes are matched with. */
  protected routedPath(): string {
    return this.owner.settings.unescapePath ? decodePercent(this.pathText) : this.pathText
  }

  /** Looks up the routes for the path and method of now; false when there is none. */
  protected findRoutes(): boolean {
    this.#matchedPath = this.routedPath()
    const { router } = this.owner
    this.chain = router.find(this.verb, this.#matchedPath)
    this.#lookUp = router.lookUp
    if (this.chain.length === 0 && this.#matchedPath.charCodeAt(0) !== 47)
      this.chain = router.everywhere(this.verb)
    this.chainAt = -1
    this.currentRoute = undefined
    return this.chain.length > 0
  }

  /** The status of a request that no route has answered; sets Allow with 405. */
  protected unmatchedStatus(): 404 | 405 {
    // A route of this method that ran and passed on is no wrong method.
    if (this.chain.some((route) => route.method !== 'use')) return 404
    const allowed = this.owner.router.allowed(this.routedPath())
    if (allowed.length === 0) return 404
    this.draft.setHeader('Allow', allowed.join(', '))
    return 405
  }

  protected get work(): ResponseWork {
    this.#work ??= new ResponseWork()
    return this.#work
  }

  /** The same for who has nothing to add to it. */
  protected get workSoFar(): ResponseWork | undefined {
    return this.#work
  }

  /** Holds the response back until work is done, whose promise the handler has to await. @param call what began it. */
  protected track<T>(work: Promise<T>, call: string): Promise<T> {
    return this.hasLeft() ? watched(work, (error) => this.report(error)) : this.work.track(work, call)
  }

  /** What a handler returned. @throws it when it is an `Error` */
  protected keepResult(value: unknown): void {
    if (value instanceof Error) throw value
    if (isAnswer(value, this)) this.result ??= value
  }

  /** @throws Error about a value that a handler returned when nothing was sent. */
  protected checkSent(): void {
    const draft = this.#draft
    if (this.result === undefined || draft === undefined || draft.isSent) return
    if (this.transport.hasAnswered?.(this.outgoing) !== true) throw unsentError(this.result)
  }

  /** Aborts when the client goes before it has the whole response. */
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
   * What has to be waited for before the response can leave: work that no handler waited for, and the first piece of
   * a stream, so that a source that fails at once is answered with an error. Usually nothing. It rejects when a handler
   * has forgotten to wait, or to send what it returned.
   */
  protected settle(): Promise<void> | undefined {
    if (this.result !== undefined || this.#work?.isUnsettled === true) return this.settleAll()
    return this.#draft === undefined ? undefined : this.openBody()
  }

  protected async settleAll(): Promise<void> {
    // Who gave up waiting for a handler cannot tell what that one still awaits.
    if (this.underWay?.some((one) => one !== undefined)) this.work.excuse()
    for (const error of await this.work.settle()) if (!isExpected(error)) this.report(error)
    this.checkSent()
    if (!this.hasLeft()) await this.openBody()
  }

  protected openBody(): Promise<void> | undefined {
    const { body, status } = this.draft
    if (!(body instanceof BodyStream) || isBodiless(status) || this.incoming.method === 'HEAD')
      return undefined
    this.transport.onClose(this.outgoing, () => body.close())
    return body.open()
  }

  protected tooLate(): never {
    const error = new Error(
      'this Ctx is used after its response has left: keep the values you need, not the Ctx',
    )
    // Who gets control back after end() or drop() is meant to be stopped by this.
    if (this.returned && this.#work?.isOver === true) this.#work.told.add(error)
    throw error
  }

  /** Whether the response has left. */
  protected hasLeft(): boolean {
    return this.#draft === undefined
  }

  /** Closes the connection without an answer. The Ctx is of no use from here on. */
  protected abandon(): void {
    if (this.#draft === undefined) return
    this.#draft.replaceBody(undefined)
    this.#draft = undefined
    this.#incoming = undefined
    this.work.isOver = true
    this.transport.drop(this.outgoing)
    this.closeStored()
  }

  /** Sends the response. The Ctx is of no use from here on. */
  protected leave(): void {
    const draft = this.#draft
    if (draft === undefined) return
    const head = this.#incoming?.method === 'HEAD'
    this.#draft = undefined
    this.#incoming = undefined
    const { stored } = this
    const { body } = draft
    // What a streamed body is read from may be among them.
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

  /** Tells the operator of an error that nobody expected, once however many handlers pass it on. Never throws. */
  protected report(error: unknown): void {
    const { told } = this.work
    if (told.has(error)) return
    told.add(error)
    tellOf(error, { method: this.verb, path: this.pathText }, this.owner.settings.onError)
  }
}
