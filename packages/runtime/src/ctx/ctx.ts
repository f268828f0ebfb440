import { contentTypeOf, extensionOf } from '@ctxgen/core/content-type'
import type { CtxMethod, RequestMethod, ResponseMethod } from '@ctxgen/core/ctx-methods'
import { Bind } from '../bind/bind.ts'
import { jsonType } from '../bind/decoded/json-output.ts'
import type { Sends } from '../bind/dto/dto.ts'
import { type Codec, notSetUp } from '../bind/reading/codec.ts'
import { HttpError } from '../error/http-error.ts'
import { statusText } from '../error/status-text.ts'
import { preferredMediaType } from '../request/accept.ts'
import { cookieNames } from '../request/cookie-header.ts'
import { headerList, headerRecord, trimBlanks } from '../request/header-lines.ts'
import type { Incoming } from '../request/incoming.ts'
import { lastEventId } from '../request/last-event-id.ts'
import { autoFormatOf, autoFormatOffers, htmlParagraph, shownText } from '../response/auto-format.ts'
import { BodyStream } from '../response/body-stream.ts'
import { attachmentHeader } from '../response/content-disposition.ts'
import {
  type Cookie,
  type CookieKey,
  clearedCookieLine,
  cookieLine,
  isCookieName,
} from '../response/cookie.ts'
import type { EventsFunction } from '../response/event-body.ts'
import type { SendFileOptions } from '../response/file-store.ts'
import { formatText } from '../response/format-text.ts'
import { checkHeader } from '../response/header-safety.ts'
import { headerUrl, linkHeader } from '../response/header-url.ts'
import { jsonpScript } from '../response/jsonp.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import { type StreamOpener, sendStreamRange } from '../response/stream-range.ts'
import { type StreamInput, streamSource } from '../response/stream-source.ts'
import { type StreamWriterFunction, WriterSource } from '../response/stream-writer.ts'
import { varyList } from '../response/vary-list.ts'
import { viewData } from '../response/view.ts'
import { routeUrl } from '../route/route-url.ts'
import type { CtxHost, ViewsHost } from './ctx-host.ts'
import { CtxRequest } from './ctx-request.ts'
import { type EventOptions, sendEvents } from './event-answer.ts'
import { checkAwaited, isPending, type Unpromised } from './handler-values.ts'
import type { Local } from './locals.ts'
import { noBody, type ReceivedBody } from './received-body.ts'
import { Redirect } from './redirect.ts'
import { reqView, resView } from './req-res-views.ts'
import { findRoutes, handlerFailed, laterHandler, refuseBody, runningAfter, waitFor } from './route-walk.ts'
import type { EventsBy, Sendable, Sender, SentBy } from './sendable.ts'
import { cborOf, isDto, jsonOf, msgPackOf, xmlOf } from './sent-by-dto.ts'
import { nextUnread } from './walk-unread.ts'

/**
 * Answers a request, or does a part of it and calls `c.next()`. Its return value is not sent, so that a returned
 * object is a compile error; a returned `Error` counts as thrown.
 */
export type Handler = (c: Ctx) => HandlerResult | PromiseLike<HandlerResult>

/** The results of a handler: those of the methods of a Ctx, and an Error. */
// biome-ignore lint/suspicious/noConfusingVoidType: methods such as json() return void
type HandlerResult = void | undefined | null | false | number | Ctx | Error

/** The result of `c.route()`. */
export interface RouteInfo {
  readonly method: string
  /** The pattern as written, group prefixes included. */
  readonly path: string
  /** The names of the parameters, wildcards numbered: `*1`. */
  readonly params: readonly string[]
  readonly handlers: readonly Handler[]
}

/** The input of an adapter for one request. */
export interface RequestCtx {
  readonly incoming: Incoming
  /** The server's own response object. */
  readonly outgoing: unknown
  /** Absent for a request without a body, and before it is read. */
  readonly body?: ReceivedBody
}

/** One of the answers that `format` chooses from. */
export interface FormatEntry {
  /** A media type or an extension, or `default` for a client that accepts none of the others. */
  readonly mediaType: string
  readonly handler: Handler
}

/** The request methods of a Ctx: the result of `c.req()`. */
export type ReqView = Pick<Ctx, WithRow<keyof Ctx> & RequestMethod>

/** The response methods of a Ctx: the result of `c.res()`. */
export type ResView = Pick<Ctx, ResponseMethod>

/** A public method without a row in the table of the core does not compile. */
type WithRow<K extends CtxMethod> = K

const htmlType = 'text/html; charset=utf-8'
const noLines: readonly string[] = []
const encoder = new TextEncoder()
/** The formats whose method takes the value itself. */
const encoders = {
  json: (c: Ctx, body: unknown) => c.json(body),
  xml: (c: Ctx, body: unknown) => c.xml(body),
  msgpack: (c: Ctx, body: unknown) => c.msgPack(body),
  cbor: (c: Ctx, body: unknown) => c.cbor(body),
}

let lastNumber = 0

/**
 * One request and the response to it. Nothing is sent before the last handler has returned: section 4.4 of the
 * interface. After the response has left, methods that read throw, and those that set or send do nothing but report.
 */
export class Ctx extends CtxRequest<Handler> {
  // Flow.

  /**
   * Runs the next handler that matches. Await it to change the response afterwards. In middleware it gives a promise
   * when the body of the request is unread, and when a later handler gives one.
   * @throws the error of that handler, and HttpError 404 or 405 if none is left.
   */
  next(): void | Promise<void> {
    if (this.writable('next') === undefined) return
    if (this.returned) throw new Error('next() was called twice by one handler')
    const handler = this.nextHandler() ?? (laterHandler<Handler>).call(this)
    const { awaited } = this
    if (awaited !== undefined) return (nextUnread<Ctx>).call(this, awaited, handler)
    if (this.refusal !== undefined) refuseBody.call(this, this.refusal)
    const number = this.started++
    let result: unknown
    try {
      result = handler(this)
    } catch (error) {
      handlerFailed.call(this)
      throw error
    }
    if (isPending(result)) return waitFor.call(this, result, number)
    // The handler may have called next() without awaiting it.
    const rest = this.underWay && runningAfter.call(this, number)
    this.returned = rest === undefined
    if (result !== undefined) this.keepResult(result)
    return rest
  }

  /** Starts again with the first route for the current path and method, either of which may be overridden. */
  restartRouting(): void | Promise<void> {
    if (this.writable('restartRouting') === undefined) return
    this.returned = false
    findRoutes.call(this)
    const work = this.workSoFar
    if (work !== undefined) work.templates = undefined
    return this.next()
  }

  /** The current route; in middleware before `next()`, the middleware's own. */
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

  /** Makes this the Ctx of another request. For use outside handlers. */
  reset({ incoming, outgoing, body = noBody }: RequestCtx): void {
    this.begin(incoming, outgoing, body)
  }

  /**
   * Sends the response at once, as the last one of its connection.
   * @throws Error while a file is being read or a template rendered.
   */
  end(): void {
    const draft = this.writable('end')
    if (draft === undefined) return
    if (draft.isReserved) throw new Error('end() before the body is there: await what makes it')
    draft.putHeader('Connection', 'close')
    this.beOver(draft)
    this.sendDraft(draft)
  }

  /** Closes the connection without an answer: neither headers nor a body. */
  drop(): void {
    const draft = this.writable('drop')
    if (draft !== undefined) this.abandon(draft)
  }

  /** Aborts if the client disconnects before it has the whole response. */
  signal(): AbortSignal {
    return this.incoming && this.abortSignal()
  }

  /**
   * Aborts when the app stops, to end a stream that has no end of its own: the same signal for all requests, so remove
   * the listeners you add.
   */
  stopping(): AbortSignal {
    return this.incoming && this.owner.stopSignal
  }

  /** For Go's `context.Context`. Always `undefined`: no request has a deadline of its own. */
  deadline(): undefined {}

  /** As `deadline()`: always `undefined`. */
  done(): undefined {}

  /** As `deadline()`: always `undefined`. */
  err(): undefined {}

  // Locals, and the objects around the request.

  /** Stores a value for the rest of the request, or returns the stored one; {@link Locals} gives keys their types. */
  locals<const K>(key: K): Local<K> | undefined
  locals<const K, V extends Local<K> | undefined>(key: K, value: V): V
  locals(key: unknown, ...value: [unknown?]): unknown {
    if (value.length === 0) return this.incoming && this.stored?.get(key)
    if (this.writable('locals') === undefined) return value[0]
    this.stored ??= new Map()
    this.stored.set(key, value[0])
    return value[0]
  }

  /** The value stored by `locals`. */
  value<const K>(key: K): Local<K> | undefined {
    return this.locals(key)
  }

  app(): CtxHost<Handler> {
    return this.incoming && this.owner
  }

  bind(): Bind {
    return this.incoming && new Bind(this)
  }

  /** The request methods alone. */
  req(): ReqView {
    return this.incoming && reqView(this)
  }

  /** The response methods alone. */
  res(): ResView {
    return resView(this)
  }

  /** The server's own request object: node's `IncomingMessage`, or a `Request`. */
  request(): unknown {
    return this.incoming.original ?? this.incoming
  }

  /** The server's own response object: node's `ServerResponse`; opaque on servers without one. */
  response(): unknown {
    return this.incoming && this.outgoing
  }

  /** The input of the adapter for this request. */
  requestCtx(): RequestCtx {
    const { incoming, outgoing } = this
    return this.unread === undefined ? { incoming, outgoing, body: this.received } : { incoming, outgoing }
  }

  /** A text unique to the request within this process. */
  override toString(): string {
    const { lazyParts: parts, incoming } = this
    parts.text ??= `#${++lastNumber} - ${this.ip()}:${this.port()} - ${incoming.method} ${this.target}`
    return parts.text
  }

  // Status and headers.

  /** Sets the status. @throws RangeError unless it is a final one: 200..999. */
  status(status: number): this {
    const draft = this.writable('status')
    if (draft === undefined) return this
    if (!Number.isInteger(status) || status < 200 || status > 999) {
      throw new RangeError(`not the status of a response: ${status}`)
    }
    draft.status = status
    draft.edits++
    return this
  }

  /** Sets a header. @throws TypeError for a name or value that could end the header line. */
  set(key: string, value: string): this {
    this.writable('set')?.setHeader(key, value)
    return this
  }

  /** Adds elements to a list header, without duplicates. */
  append(field: string, ...values: string[]): this {
    const draft = this.writable('append')
    if (draft === undefined) return this
    if (field.toLowerCase() === 'set-cookie') for (const value of values) draft.addHeader(field, value)
    else draft.appendHeader(field, values)
    return this
  }

  /** Makes the client save the body; a path gives it a base name and the type of its extension. */
  attachment(filename?: string): this {
    const draft = this.writable('attachment')
    if (draft === undefined) return this
    draft.putHeader('Content-Disposition', attachmentHeader(filename))
    const extension = filename === undefined ? '' : extensionOf(filename)
    return extension === '' ? this : this.type(extension)
  }

  /** Sets a cookie and replaces one set earlier by the same name. @throws TypeError if browsers would reject it. */
  cookie(cookie: Cookie): this {
    this.writable('cookie')?.setCookie(cookie.name, cookieLine(cookie))
    return this
  }

  /**
   * Deletes cookies; without arguments, all that the client sent. A name stands for a cookie of the path `/` without a
   * domain, as `cookie()` sets it.
   */
  clearCookie(...cookies: (string | CookieKey)[]): this {
    const draft = this.writable('clearCookie')
    if (draft === undefined) return this
    const sent = (): string[] =>
      cookieNames(headerList(this.incoming.rawHeaders, 'cookie', '; ')).filter(isCookieName)
    for (const cookie of cookies.length > 0 ? cookies : sent()) {
      const key = typeof cookie === 'string' ? { name: cookie } : cookie
      draft.setCookie(key.name, clearedCookieLine(key))
    }
    return this
  }

  /** A header of the response so far. */
  getRespHeader(key: string, defaultValue: string = ''): string {
    return this.draft.header(key) || defaultValue
  }

  /** All headers of the response so far: names in lower case, one entry per line. */
  getRespHeaders(): Record<string, string[]> {
    return headerRecord(this.draft.lines ?? noLines)
  }

  /** @internal */
  rawResponseHeaders(): readonly string[] {
    return this.draft.lines ?? noLines
  }

  /** Sets the Link header from alternating URLs and relations: `links('/?page=2', 'next', '/?page=5', 'last')`. */
  links(...link: string[]): this {
    const draft = this.writable('links')
    if (link.length > 0) draft?.setHeader('Link', linkHeader(link))
    return this
  }

  /**
   * Sets the Location header; characters not allowed in a header are percent-encoded.
   * @throws TypeError for control characters.
   */
  location(path: string): this {
    this.writable('location')?.setHeader('Location', headerUrl(path))
    return this
  }

  /** Sets the Content-Type of an extension, with or without its dot. */
  type(extension: string, charset?: string): this {
    this.writable('type')?.setHeader('Content-Type', contentTypeOf(extension, charset))
    return this
  }

  /** Adds names to Vary, without duplicates; `*` replaces them all. */
  vary(...fields: string[]): this {
    const draft = this.writable('vary')
    if (draft === undefined) return this
    const list = varyList(draft.headerList('vary'), fields)
    if (list !== '') draft.setHeader('Vary', list)
    return this
  }

  // The body, in one call or in several.

  /**
   * Answers with JSON. A DTO with `@response` in second place sends the declared properties and no others.
   * @throws the encoder's error, the response unchanged.
   */
  json<T>(data: Sendable<T>): void
  json<T, D>(data: SentBy<D, Sendable<T>>, as: Sender<D, string | undefined>): void
  json(data: unknown, as?: string | Sends<unknown>): void {
    const draft = this.writable('json', data)
    if (draft === undefined) return
    checkAwaited('json', data)
    const text = isDto(as) ? jsonOf(as, data) : (this.owner.settings.jsonEncoder(data) ?? '')
    if (typeof as === 'string') draft.setHeader('Content-Type', as)
    else draft.putHeader('Content-Type', jsonType)
    draft.replaceBody(text)
  }

  /** Answers with a script that passes the JSON to a function; `callback` if its name is no member expression. */
  jsonp<T>(data: Sendable<T>, callback?: string): void {
    const draft = this.writable('jsonp', data)
    if (draft === undefined) return
    checkAwaited('jsonp', data)
    const script = jsonpScript(this.owner.settings.jsonEncoder(data) ?? 'null', callback)
    draft.putHeader('Content-Type', 'text/javascript; charset=utf-8')
    draft.putHeader('X-Content-Type-Options', 'nosniff')
    draft.replaceBody(script)
  }

  /** Answers with XML; with a DTO as `json` does. @throws TypeError for a key that is not an XML name. */
  xml<T>(data: Sendable<T, bigint | Uint8Array>): void
  xml<D>(data: SentBy<D>, dto: Sender<D>): void
  xml(data: unknown, dto?: Sends<unknown>): void {
    const draft = this.writable('xml', data)
    if (draft === undefined) return
    checkAwaited('xml', data)
    const text = this.owner.settings.xmlEncoder(dto === undefined ? data : xmlOf(dto, data))
    draft.putHeader('Content-Type', 'application/xml; charset=utf-8')
    draft.replaceBody(text)
  }

  /** Answers with CBOR; with a DTO as `json` does. @throws Error unless the app was set up with `cbor: cbor()`. */
  cbor<T>(data: Sendable<T, bigint | Uint8Array>): void
  cbor<T, D>(data: SentBy<D, Sendable<T, bigint | Uint8Array>>, as: Sender<D, string | undefined>): void
  cbor(data: unknown, as: string | Sends<unknown> = 'application/cbor'): void {
    const draft = this.writable('cbor', data)
    if (draft === undefined) return
    checkAwaited('cbor', data)
    const { cbor } = this.owner.settings.bind
    if (cbor === undefined) throw new Error(notSetUp.cbor)
    if (isDto(as)) sendEncoded(draft, cbor, cborOf(as, data), 'application/cbor')
    else sendEncoded(draft, cbor, data, as)
  }

  /** Answers with MessagePack; with a DTO as `json` does. @throws Error unless the app was set up with `msgPack: msgpack()`. */
  msgPack<T>(data: Sendable<T, bigint | Uint8Array>): void
  msgPack<T, D>(data: SentBy<D, Sendable<T, bigint | Uint8Array>>, as: Sender<D, string | undefined>): void
  msgPack(data: unknown, as: string | Sends<unknown> = 'application/vnd.msgpack'): void {
    const draft = this.writable('msgPack', data)
    if (draft === undefined) return
    checkAwaited('msgPack', data)
    const { msgPack } = this.owner.settings.bind
    if (msgPack === undefined) throw new Error(notSetUp.msgPack)
    if (isDto(as)) sendEncoded(draft, msgPack, msgPackOf(as, data), 'application/vnd.msgpack')
    else sendEncoded(draft, msgPack, data, as)
  }

  /** Sets the body. */
  send(body: Uint8Array | string): void {
    const draft = this.writable('send', body)
    if (draft === undefined) return
    if (typeof body !== 'string' && !(body instanceof Uint8Array)) notABody('send', 'bytes or text', body)
    draft.replaceBody(body)
  }

  /** Sets the body; its default Content-Type is `text/plain; charset=utf-8`. */
  sendString(body: string): void {
    const draft = this.writable('sendString', body)
    if (draft === undefined) return
    if (typeof body !== 'string') notABody('sendString', 'text', body)
    draft.replaceBody(body)
  }

  /** Sets the status, and its standard text as the body if there is none. */
  sendStatus(status: number): void {
    const draft = this.writable('sendStatus')
    if (draft === undefined) return
    this.status(status)
    if (draft.isEmpty) draft.replaceBody(statusText[status] ?? `${status}`)
  }

  /**
   * Sets a stream as the body. It is read at the client's pace after the last handler has returned, and closed if the
   * client disconnects.
   * @param stream a function opens the range that it is given, when its first byte is sent: then `Range` is answered.
   * Set `ETag` or `Last-Modified` before, for `If-Range`. Of several ranges the client gets the whole.
   * @param size in bytes, negative if unknown. A longer stream is cut off; a shorter one breaks the connection.
   * @throws RangeError for a size that is no integer, and for a function without a size.
   */
  sendStream(stream: StreamInput | StreamOpener, size: number = -1): void {
    const draft = this.writable('sendStream', stream)
    if (draft === undefined) {
      if (typeof stream !== 'function') closeLate(stream)
      return
    }
    checkAwaited('sendStream', stream)
    if (!Number.isSafeInteger(size) || (size < 0 && typeof stream === 'function'))
      throw new RangeError(`not the size of a stream: ${size}`)
    const report = (error: unknown): void => this.report(error)
    if (typeof stream === 'function') {
      const { verb: method, incoming, owner } = this
      const { maxRanges } = owner.settings
      sendStreamRange(draft, { method, rawHeaders: incoming.rawHeaders, maxRanges, report }, stream, size)
    } else draft.replaceBody(new BodyStream(streamSource(stream, report), size < 0 ? undefined : size))
  }

  /**
   * Sets the output of a function as the body; it is sent on each flush and at the end. The function runs after the
   * last handler has returned, so it must not use the Ctx.
   */
  sendStreamWriter(write: StreamWriterFunction): void {
    const report = (error: unknown): void => this.report(error)
    this.writable('sendStreamWriter')?.replaceBody(new BodyStream(new WriterSource(write, report)))
  }

  /**
   * Answers with server-sent events, each a value of a DTO with `@response`. The function gives the events as an
   * iterable, or subscribes to a source and calls `stream.send()`. Status and headers may change until the first event,
   * and an error thrown until then is answered.
   * @throws HttpError 400 for a `Last-Event-ID` that is none, TypeError for a DTO without `@response`.
   */
  events<D>(dto: Sender<D>, run: EventsBy<D>, options?: EventOptions<SentBy<D>>): void
  events(dto: Sends<unknown>, run: EventsFunction<unknown>, options: EventOptions<unknown> = {}): void {
    const draft = this.writable('events')
    if (draft === undefined) return
    const since = lastEventId(this.incoming.rawHeaders, this.query('lastEventId'))
    const { stopSignal } = this.owner
    const report = (error: unknown): void => this.report(error)
    sendEvents(draft, dto, run, options, { since, stopSignal, report })
  }

  /** Appends a copy of bytes to the body. @returns their number */
  write(bytes: Uint8Array): number {
    const draft = this.writable('write', bytes)
    if (draft === undefined) return 0
    if (!(bytes instanceof Uint8Array)) notABody('write', 'bytes', bytes)
    draft.append(bytes.slice())
    return bytes.length
  }

  /** Appends formatted text to the body: `%s %d %v %.2f %j` and Go's other verbs. @returns its length in bytes */
  writef<A extends readonly unknown[]>(
    format: string,
    ...args: { [I in keyof A]: Unpromised<A[I]> }
  ): number {
    for (const value of args) if (this.writable('writef', value) !== undefined) checkAwaited('writef', value)
    return this.writable('writef') === undefined ? 0 : this.writeString(formatText(format, args))
  }

  /** Appends text to the body. @returns its length in bytes */
  writeString(text: string): number {
    const draft = this.writable('writeString', text)
    if (draft === undefined) return 0
    if (typeof text !== 'string') notABody('writeString', 'text', text)
    draft.append(text)
    return encoder.encode(text).length
  }

  // Negotiation, redirects, templates and files.

  /**
   * Answers in the client's preferred format: HTML, JSON, text, XML, MessagePack or CBOR, in this order among equals,
   * and text by default.
   */
  autoFormat<T>(given: Sendable<T, Uint8Array>): void {
    const body: unknown = given
    if (this.writable('autoFormat', body) === undefined) return
    checkAwaited('autoFormat', body)
    const { bind, jsonEncoder } = this.vary('Accept').owner.settings
    const accept = headerList(this.incoming.rawHeaders, 'accept')
    const offers = autoFormatOffers(bind.msgPack !== undefined, bind.cbor !== undefined)
    const chosen = trimBlanks(accept) === '' ? '' : preferredMediaType(accept, offers)
    const format = autoFormatOf(chosen)
    if (format === 'html')
      this.set('Content-Type', htmlType).sendString(htmlParagraph(shownText(body, jsonEncoder)))
    else if (format === 'txt') this.type('txt').sendString(shownText(body, jsonEncoder))
    else encoders[format](this, body)
  }

  /**
   * Runs the handler of the client's preferred media type, the first among equals. Without a match it runs the handler
   * of `default`, or answers 406.
   * @throws the handler's error; TypeError without entries or for one without a handler.
   */
  format(...entries: FormatEntry[]): Promise<void> {
    const draft = this.writable('format')
    if (draft === undefined) return Promise.resolve()
    checkEntries(entries)
    this.vary('Accept')
    const chosen = chooseEntry(entries, headerList(this.incoming.rawHeaders, 'accept'))
    if (chosen === undefined) this.sendStatus(406)
    else if (chosen.mediaType !== 'default') draft.setHeader('Content-Type', offeredType(chosen.mediaType))
    return this.track(this.runEntry(chosen), 'format()')
  }

  protected async runEntry(entry: FormatEntry | undefined): Promise<void> {
    if (entry !== undefined) this.keepResult(await Reflect.apply(entry.handler, undefined, [this]))
  }

  /** Redirects the client: `redirect().to(url)`. The default status is 303. */
  redirect(): Redirect {
    return new Redirect(
      this,
      (call) => this.writable(call),
      (name, params) => this.routePath(name, params, true),
    )
  }

  /**
   * The path of a named route. Parameters are inserted unencoded, missing ones as `""`; the path starts with a single
   * slash, as two would name another host.
   * @throws HttpError 404 for an unknown name, TypeError for a value that a literal of the route would cut.
   */
  getRouteURL(routeName: string, params: Readonly<Record<string, unknown>> = {}): string {
    return this.routePath(routeName, params, false)
  }

  /** @param isWhole whether a path that is not the route's is an error. */
  protected routePath(name: string, params: Readonly<Record<string, unknown>>, isWhole: boolean): string {
    const { router, settings } = this.incoming && this.owner
    const route = router.named(name)
    if (route === undefined) throw new HttpError(404, 'There is no route of that name')
    return routeUrl(route, params, settings.caseSensitive, isWhole)
  }

  /**
   * Answers with a rendered template as HTML. Its data overrides `viewBind`, which overrides the locals (included with
   * `passLocalsToViews`). An empty layout means none.
   * @throws the engine's error.
   */
  render(name: string, data: Readonly<Record<string, unknown>> = {}, ...layouts: string[]): Promise<void> {
    const draft = this.writable('render', data)
    if (draft === undefined) return Promise.resolve()
    const { owner } = this
    checkAwaited('render', data)
    const { passLocalsToViews, viewsLayout } = owner.settings
    const { bound, templates } = this.work
    const shown = viewData(passLocalsToViews ? this.stored : undefined, bound, data)
    const usual = templates === undefined ? viewsLayout : templates.layout
    const around = (layouts.length > 0 ? layouts : [usual]).filter((layout) => layout !== '')
    const { host = owner } = templates ?? {}
    return this.track(sendRendered(draft, rendering(host, name, shown, around)), 'render()')
  }

  /** Adds variables for all templates rendered for this request. */
  viewBind(vars: Readonly<Record<string, unknown>>): this {
    if (this.writable('viewBind') === undefined) return this
    const { work } = this
    work.bound = { ...work.bound, ...vars }
    return this
  }

  /** Sends an interim 103 response with these Link values, and adds them to the final one. */
  sendEarlyHints(hints: readonly string[]): Promise<void> {
    const draft = this.writable('sendEarlyHints')
    if (draft === undefined) return Promise.resolve()
    for (const hint of hints) checkHeader('Link', hint)
    if (hints.length > 0) this.transport.sendEarlyHints(this.outgoing, hints)
    for (const hint of hints) draft.addHeader('Link', hint)
    return this.track(Promise.resolve(), 'sendEarlyHints()')
  }

  /** Sends a file. @throws HttpError 404 if it does not exist or lies outside `root`. */
  sendFile(path: string, options: SendFileOptions = {}): Promise<void> {
    if (this.writable('sendFile') === undefined) return Promise.resolve()
    return this.track(this.sendFound(path, options), 'sendFile()')
  }

  /** Sends a file to be saved, by default under its base name. @throws HttpError 404 if it does not exist. */
  download(file: string, filename?: string): Promise<void> {
    if (this.writable('download') === undefined) return Promise.resolve()
    const shown = filename === undefined || filename === '' ? file : filename
    return this.track(this.sendFound(file, {}, attachmentHeader(shown)), 'download()')
  }

  protected async sendFound(file: string, options: SendFileOptions, disposition?: string): Promise<void> {
    const { draft, owner, verb: method, pathText: path, matchedPath: form } = this
    const { rawHeaders } = this.incoming
    const { maxRanges } = owner.settings
    const place = draft.reserve()
    try {
      const store = await owner.fileStore()
      await store.send(draft, { method, rawHeaders, path, form, maxRanges, place }, file, options)
      if (disposition !== undefined && draft.holds(place))
        draft.putBodyHeader('Content-Disposition', disposition)
    } finally {
      draft.release(place)
    }
  }
}

/** Releases a stream that will not be sent: its failure would be nobody's. */
function closeLate(stream: StreamInput): void {
  try {
    streamSource(stream).close()
  } catch {
    // It is no stream, or in use elsewhere.
  }
}

/** For callers without type checks. @throws TypeError */
function notABody(method: string, wanted: string, given: unknown): never {
  checkAwaited(method, given)
  throw new TypeError(`${method}() takes ${wanted}`)
}

function sendEncoded(draft: ResponseDraft, codec: Codec, data: unknown, ctype: string): void {
  const bytes = codec.encode(data)
  draft.setHeader('Content-Type', ctype)
  draft.replaceBody(bytes)
}

async function sendRendered(draft: ResponseDraft, rendered: Promise<string>): Promise<void> {
  const place = draft.reserve()
  try {
    const html = await rendered
    if (!draft.holds(place)) return
    draft.replaceBody(html)
    draft.putHeader('Content-Type', htmlType)
  } finally {
    draft.release(place)
  }
}

async function rendering(
  host: ViewsHost,
  name: string,
  data: Readonly<Record<string, unknown>>,
  layouts: readonly string[],
): Promise<string> {
  const engine = await host.views()
  return engine.render(name, data, layouts)
}

/** Checks every entry on each call: few clients may choose the wrong one. */
function checkEntries(entries: readonly FormatEntry[]): void {
  if (entries.length === 0) throw new TypeError('format() needs something to choose from')
  const wrong = entries.find(({ handler }) => typeof handler !== 'function')
  if (wrong !== undefined) throw new TypeError(`format(): ${wrong.mediaType} has no handler`)
}

/** The Content-Type of an offer; a media type stays as given. */
function offeredType(offer: string): string {
  return offer.includes('/') ? offer : contentTypeOf(offer)
}

function chooseEntry(entries: readonly FormatEntry[], accept: string): FormatEntry | undefined {
  const offers = entries.filter(({ mediaType }) => mediaType !== 'default')
  const types = offers.map(({ mediaType }) => mediaType)
  const best = preferredMediaType(accept, types)
  return (
    offers.find(({ mediaType }) => mediaType === best) ??
    entries.find(({ mediaType }) => mediaType === 'default')
  )
}
