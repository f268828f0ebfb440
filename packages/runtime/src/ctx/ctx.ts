import { Bind } from '../bind/bind.ts'
import type { BindInput, BindSettings } from '../bind/bind-input.ts'
import { HttpError } from '../error/http-error.ts'
import type { Incoming } from '../request/incoming.ts'
import { CtxResponse } from './ctx-response.ts'
import { type Handler, isPending } from './handler.ts'
import type { Local } from './locals.ts'
import { noBody, type ReceivedBody } from './received-body.ts'
import type { CtxHost } from './settings.ts'
import { type ReqView, type ResView, reqView, resView } from './views.ts'

/** What matched, as `c.route()` tells it. */
export interface RouteInfo {
  readonly method: string
  /** The pattern as written, group prefixes included. */
  readonly path: string
  /** The names of the parameters, wildcards numbered: `*1`. */
  readonly params: readonly string[]
  readonly handlers: readonly Handler[]
}

/** What an adapter hands over for one request. */
export interface RequestCtx {
  readonly incoming: Incoming
  /** The server's own response object. */
  readonly outgoing: unknown
  /** Left out for a request without a body. */
  readonly body?: ReceivedBody
}

let lastNumber = 0

/** One request and the response to it. Good for as long as the response has not left. */
export class Ctx extends CtxResponse implements BindInput {
  app(): CtxHost {
    return this.incoming && this.owner
  }

  bind(): Bind {
    return this.incoming && new Bind(this)
  }

  bindSettings(): BindSettings {
    return this.owner.settings.bind
  }

  /** Stores a value for the rest of the request, or returns the stored one; {@link Locals} gives keys their types. */
  locals<const K>(key: K): Local<K> | undefined
  locals<const K, V extends Local<K> | undefined>(key: K, value: V): V
  locals(key: unknown, ...value: [unknown?]): unknown {
    if (this.incoming && value.length === 0) return this.stored?.get(key)
    this.stored ??= new Map()
    this.stored.set(key, value[0])
    return value[0]
  }

  /** What Go's `context.Context` has; no request has a deadline of its own. */
  deadline(): undefined {}

  /** As `deadline()`: always `undefined`. */
  done(): undefined {}

  /** As `deadline()`: always `undefined`. */
  err(): undefined {}

  /** The request methods alone. */
  req(): ReqView {
    return this.incoming && reqView(this)
  }

  /** The response methods alone. */
  res(): ResView {
    return this.incoming && resView(this)
  }

  /** The server's own request object: node's `IncomingMessage`, or a `Request`. */
  request(): unknown {
    return this.incoming.original ?? this.incoming
  }

  /** The server's own response object: node's `ServerResponse`; opaque where there is none. */
  response(): unknown {
    return this.incoming && this.outgoing
  }

  /** All that the adapter handed over for this request. */
  requestCtx(): RequestCtx {
    return { incoming: this.incoming, outgoing: this.outgoing, body: this.received }
  }

  /** Makes this the Ctx of another request, as if it had just arrived. For use outside handlers. */
  reset({ incoming, outgoing, body = noBody }: RequestCtx): void {
    this.begin(incoming, outgoing, body)
  }

  /** A text that no other request of this process has. */
  override toString(): string {
    const { parts, incoming } = this
    parts.text ??= `#${++lastNumber} - ${this.ip()}:${this.port()} - ${incoming.method} ${this.target}`
    return parts.text
  }

  /** The value that `locals` stored. */
  value<const K>(key: K): Local<K> | undefined {
    return this.locals(key)
  }

  /**
   * Runs the next handler that matches. What it did to the response can be changed once it has been awaited.
   * @throws what that handler throws, and HttpError 404 or 405 when none is left.
   */
  next(): void | Promise<void> {
    if (this.incoming && this.returned) throw new Error('next() was called twice by one handler')
    const handler = this.nextHandler()
    if (handler === undefined) throw new HttpError(this.unmatchedStatus())
    this.checkBody()
    const number = this.started++
    let result: unknown
    try {
      result = handler(this)
    } catch (error) {
      this.handlerFailed()
      throw error
    }
    if (isPending(result)) return this.waitFor(result, number)
    // What it started without waiting for it is waited for in its place.
    const rest = this.startedBy(number)
    this.returned = rest === undefined
    if (result !== undefined) this.keepResult(result)
    return rest
  }

  /** Starts again with the first route for the path and method of now, which may have been changed. */
  restartRouting(): void | Promise<void> {
    this.returned = false
    this.incoming && this.findRoutes()
    const work = this.workSoFar
    if (work !== undefined) work.templates = undefined
    return this.next()
  }

  /** The route that runs; in middleware before `next()`, the middleware's own. */
  route(): RouteInfo {
    const route = this.incoming && this.currentRoute
    if (route === undefined) return { method: this.verb, path: this.pathText, params: [], handlers: [] }
    const { method, path, pattern, handlers } = route
    return {
      method: method === 'use' || method === 'all' ? this.verb : method,
      path,
      params: pattern.params,
      handlers,
    }
  }

  protected waitFor(result: PromiseLike<unknown>, number: number): Promise<void> {
    const settled = this.awaitHandler(result, number)
    // The first handler is waited for by the app.
    if (number === 0) return settled
    this.underWay ??= []
    this.underWay[number] = settled
    // Who calls next() without waiting must not bring the process down.
    settled.catch((error: unknown) => {
      this.handlerEnded(number)
      this.workSoFar?.excuse()
      if (!this.hasLeft()) this.work.lastFailure = { error }
      else {
        this.handlerFailed()
        this.report(error)
      }
    })
    return settled
  }

  protected async awaitHandler(result: PromiseLike<unknown>, number: number): Promise<void> {
    const value = await result
    // Who has called next() and says nothing has forgotten to wait. Who has answered meant to be done: a time-out.
    const rest = this.startedBy(number)
    if (rest !== undefined && !(value instanceof Error) && this.isSilent()) await rest
    this.returned = true
    this.handlerEnded(number)
    this.keepResult(value)
  }

  /** What a handler has called with `next()` and is not done. */
  protected startedBy(number: number): Promise<void> | undefined {
    const { underWay } = this
    if (underWay === undefined) return undefined
    for (let at = number + 1; at < underWay.length; at++) if (underWay[at] !== undefined) return underWay[at]
    return undefined
  }

  /** Who called one that failed may call `next()` again, as long as there is something to answer. */
  protected handlerFailed(): void {
    this.workSoFar?.excuse()
    if (this.hasLeft()) this.returned = true
  }

  protected handlerEnded(number: number): void {
    if (this.underWay !== undefined) this.underWay[number] = undefined
  }

  /** Whether nothing has been answered yet. */
  protected isSilent(): boolean {
    return !this.hasLeft() && this.draft.body === undefined && this.draft.status === 200
  }
}
