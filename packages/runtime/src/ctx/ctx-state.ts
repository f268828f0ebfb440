import type { HttpError } from '../error/http-error.ts'
import type { Incoming } from '../request/incoming.ts'
import { decodePercent } from '../request/percent.ts'
import { ResponseDraft } from '../response/response-draft.ts'
import { matchPattern } from '../route/match-pattern.ts'
import { paramPlace, type Route } from '../route/route.ts'
import type { Handler } from './handler.ts'
import type { CtxHost } from './settings.ts'
import type { Transport } from './transport.ts'

const noBody = new Uint8Array(0)
const noRoutes: readonly never[] = []

/** The body of a request before and after its Content-Encoding was undone; an error when that failed. */
export interface ReceivedBody {
  readonly raw: Uint8Array
  readonly decoded: Uint8Array | HttpError
}

const emptyBody: ReceivedBody = { raw: noBody, decoded: noBody }

/** What a request carries from its arrival to its response. The methods that handlers call are in the classes below it. */
export abstract class CtxState {
  protected readonly host: CtxHost
  protected readonly transport: Transport
  protected readonly outgoing: unknown
  /** Both are gone once the response has left. Every public method goes through one of them, which is the whole check. */
  #incoming: Incoming | undefined
  #draft: ResponseDraft | undefined = new ResponseDraft()
  readonly #body: ReceivedBody

  protected verb: string
  /** The request target as sent. */
  protected readonly target: string
  /** The path of the target, or what a handler put in its place. */
  protected pathText: string
  /** Where the query begins in the target, behind the `?`; -1 when there is none. */
  protected readonly queryAt: number

  /** The routes this request meets, the one that runs, and which of its handlers. */
  protected chain: readonly Route<Handler>[] = noRoutes
  protected chainAt = -1
  protected handlerAt = 0
  /** Where the parameters of the running route stand in the path, once asked for. */
  #places: readonly number[] | undefined = undefined
  protected stored: Map<unknown, unknown> | undefined = undefined

  constructor(
    host: CtxHost,
    transport: Transport,
    incoming: Incoming,
    outgoing: unknown,
    body: ReceivedBody = emptyBody,
  ) {
    this.host = host
    this.transport = transport
    this.outgoing = outgoing
    this.#incoming = incoming
    this.#body = body
    this.verb = incoming.method ?? 'GET'
    const target = incoming.url ?? '/'
    const mark = target.indexOf('?')
    this.target = target
    this.queryAt = mark === -1 ? -1 : mark + 1
    this.pathText = mark === -1 ? target : target.slice(0, mark)
  }

  /** The request, for as long as the response has not left. */
  protected get incoming(): Incoming {
    return this.#incoming ?? leftAlready()
  }

  /** The response, for as long as it has not left. */
  protected get draft(): ResponseDraft {
    return this.#draft ?? leftAlready()
  }

  protected get received(): ReceivedBody {
    return this.#incoming === undefined ? leftAlready() : this.#body
  }

  /** The route that runs, or ran last. */
  protected get currentRoute(): Route<Handler> | undefined {
    return this.chain[this.chainAt]
  }

  protected enterRoute(at: number): Route<Handler> | undefined {
    this.chainAt = at
    this.handlerAt = 0
    this.#places = undefined
    return this.chain[at]
  }

  /** The value of a parameter, percent-decoded once; `undefined` when the route has none of that name or it was left out. */
  protected paramValue(name: string): string | undefined {
    const { router, settings } = this.host
    const route = this.incoming && this.currentRoute
    const place = route === undefined ? -1 : paramPlace(route, name, settings.caseSensitive)
    if (route === undefined || place === -1) return undefined
    const path = this.routedPath()
    this.#places ??= matchPattern(route.pattern, router.fold(path), route.method === 'use') ?? noRoutes
    const start = this.#places[place * 2] ?? 0
    const end = this.#places[place * 2 + 1] ?? 0
    if (start === end) return undefined
    const value = path.slice(start, end)
    return settings.unescapePath ? value : decodePercent(value)
  }

  /** The path that routes are matched with. */
  protected routedPath(): string {
    return this.host.settings.unescapePath ? decodePercent(this.pathText) : this.pathText
  }

  /** Looks up the routes for the path and method of now; false when there is none. */
  protected findRoutes(): boolean {
    this.chain = this.host.router.find(this.verb, this.routedPath())
    this.chainAt = -1
    return this.chain.length > 0
  }

  /** The status of a request that no route has answered; sets Allow with 405. */
  protected unmatchedStatus(): 404 | 405 {
    // A route of this method that ran and passed on is no wrong method.
    if (this.chain.some((route) => route.method !== 'use')) return 404
    const allowed = this.host.router.allowed(this.routedPath())
    if (allowed.length === 0) return 404
    this.draft.setHeader('Allow', allowed.join(', '))
    return 405
  }

  /** Whether the response has left. */
  protected hasLeft(): boolean {
    return this.#draft === undefined
  }

  /** Sends the response. The Ctx is of no use from here on. */
  protected leave(): void {
    const draft = this.#draft
    if (draft === undefined) return
    const head = this.#incoming?.method === 'HEAD'
    this.#draft = undefined
    this.#incoming = undefined
    this.transport.send(this.outgoing, draft, head)
  }
}

function leftAlready(): never {
  throw new Error('this Ctx is used after its response has left: keep the values you need, not the Ctx')
}
