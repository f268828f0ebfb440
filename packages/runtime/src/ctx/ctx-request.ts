import { typeOfExtension } from '@ctxgen/core/extension-type'
import { decodePercent } from '@ctxgen/core/percent'
import { decodeUtf8 } from '../bind/decoded/body-text.ts'
import type { BindSettings } from '../bind/reading/bind-input.ts'
import { HttpError } from '../error/http-error.ts'
import { preferredMediaType } from '../request/accept.ts'
import {
  matchLanguage,
  matchLanguageExtended,
  matchToken,
  preferredCoding,
  preferredToken,
} from '../request/accept-token.ts'
import { copyBytes } from '../request/body-bytes.ts'
import { parseRanges, type Ranges } from '../request/byte-range.ts'
import { cookieValue } from '../request/cookie-header.ts'
import { FileHeader } from '../request/file-header.ts'
import type { FileStream, SaveOptions } from '../request/file-stream.ts'
import { isFresh } from '../request/freshness.ts'
import { headerList, headerRecord, headerValue, lastHeaderValue } from '../request/header-lines.ts'
import { hostnameOf, subdomainsOf } from '../request/host.ts'
import { parsePeerIp } from '../request/ip-address.ts'
import { checkCharset, mediaTypeOf } from '../request/media-type.ts'
import type { Part } from '../request/part.ts'
import { type Pieces, piecesOf, streamOf } from '../request/pieces.ts'
import { isLoopback } from '../request/proxy-trust.ts'
import { firstQueryValue, queryRecord, queryValue } from '../request/query-string.ts'
import { type ClientHelloInfo, clientHelloInfoOf } from './client-hello-info.ts'
import { CtxState, notYetFound } from './ctx-state.ts'
import { readParts } from './read-parts.ts'
import { type MultipartForm, multipartFormOf, unreadError } from './received-body.ts'

/** The storage that `saveFileToStorage` writes to; a Keyv instance is one. */
export interface FileStorage {
  set(key: string, bytes: Uint8Array, ttl?: number): unknown
  /** Takes a file that is not held in memory. Its stream fails when the client leaves. */
  setStream?(key: string, stream: ReadableStream<Uint8Array>): unknown
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'])

/** The request: section 4.3 of the interface. Parsing is in request/. */
export abstract class CtxRequest<H> extends CtxState<H> {
  // The methods of BindInput, for generated binders. The published declarations do not have them.

  /** @internal */
  rawQuery(): string {
    return this.incoming && this.queryAt !== -1 ? this.target.slice(this.queryAt) : ''
  }

  /** @internal Names are case-sensitive, as in DTOs; those of `params()` fold case without `caseSensitive`. */
  routeParam(name: string): string | undefined {
    const exact = name === '*' || name === '+' || this.routeParamNames().includes(name)
    return exact ? this.paramValue(name) : undefined
  }

  /** @internal */
  routeParamNames(): readonly string[] {
    return (this.incoming && this.currentRoute?.pattern.params) ?? []
  }

  /** @internal */
  contentType(): string {
    const { incoming } = this
    return incoming.headerText?.('content-type') ?? headerValue(incoming.rawHeaders, 'content-type') ?? ''
  }

  /** @internal */
  rawHeaders(): readonly string[] {
    return this.incoming.rawHeaders
  }

  /** @internal */
  watch<T>(work: Promise<T>, call: string): Promise<T> {
    return this.track(work, call)
  }

  /** @internal */
  bindSettings(): BindSettings {
    const { bind } = this.owner.settings
    const limits = this.currentRoute?.limits
    return limits === undefined ? bind : { ...bind, ...limits }
  }

  /** @internal */
  bodyBytes(): Uint8Array {
    const { decoded } = this.received
    if (decoded instanceof HttpError) throw decoded
    return decoded
  }

  /** @internal */
  holdBody(bytes: number): void {
    this.unread?.hold(bytes)
  }

  /** @internal */
  saveBody(path: string, content: Pieces, options: SaveOptions): Promise<void> {
    return this.incoming && this.track(this.owner.writeFile(path, content, options), 'save()')
  }

  // The request line.

  /**
   * The method. An override takes effect if it is a standard method or has its own route; `next()` then
   * continues with the later routes of that method.
   */
  method(override?: string): string {
    if (override === undefined && this.incoming) return this.verb
    const wanted = override?.toUpperCase()
    if (wanted === undefined || wanted === this.verb || this.writable('method') === undefined)
      return this.verb
    if (methods.has(wanted) || this.owner.router.hasMethod(wanted)) {
      this.verb = wanted
      this.chain = notYetFound
    }
    return this.verb
  }

  /** The request target as sent: path and query. */
  originalURL(): string {
    return this.incoming && this.target
  }

  /**
   * The path as sent; percent-decoded with `unescapePath`. Routes match its form, so `params('*')` has the rest below a
   * prefix. After an override `next()` continues with the later routes of that path, and `restartRouting()` starts with
   * the first.
   */
  path(override?: string): string {
    if (override === undefined && this.incoming) return this.shownPath()
    if (override !== undefined && override !== this.pathText && this.writable('path') !== undefined) {
      this.pathText = override
      this.chain = notYetFound
    }
    return this.shownPath()
  }

  protected shownPath(): string {
    return this.owner.settings.unescapePath ? decodePercent(this.pathText) : this.pathText
  }

  /** The value of a route parameter, percent-decoded. Wildcards are `*1`, `*2`, `+1`; the first is also `*` or `+`. */
  params(key: string, defaultValue: string = ''): string {
    return this.paramValue(key) || defaultValue
  }

  /** `undefined` if the route has no such parameter, or the path leaves it out. */
  protected paramValue(name: string): string | undefined {
    const route = this.incoming && this.currentRoute
    if (route === undefined) return undefined
    return this.owner.router.param(route, name, this.matchedPath, this.lookUp) || undefined
  }

  /** The last value of each key of the query string. */
  queries(): Record<string, string> {
    return queryRecord(this.rawQuery())
  }

  /** The last value of a key of the query string; the default if it is absent or empty. */
  query(key: string, defaultValue: string = ''): string {
    return queryValue(this.rawQuery(), key) || defaultValue
  }

  // Headers.

  /** The offered media type or extension that the client prefers, as passed in; `""` if it accepts none. */
  accepts(...offers: string[]): string {
    return preferredMediaType(headerList(this.incoming.rawHeaders, 'accept'), offers)
  }

  acceptsCharsets(...offers: string[]): string {
    return preferredToken(headerList(this.incoming.rawHeaders, 'accept-charset'), offers, matchToken)
  }

  acceptsEncodings(...offers: string[]): string {
    const { rawHeaders } = this.incoming
    const isSent = headerValue(rawHeaders, 'accept-encoding') !== undefined
    return preferredCoding(isSent ? headerList(rawHeaders, 'accept-encoding') : undefined, offers)
  }

  /** Basic Filtering (RFC 4647 section 3.3.1): `en` accepts `en-US`, `en-US` does not accept `en`. */
  acceptsLanguages(...offers: string[]): string {
    return preferredToken(headerList(this.incoming.rawHeaders, 'accept-language'), offers, matchLanguage)
  }

  /** Extended Filtering (RFC 4647 section 3.3.2): `de-*-DE` accepts `de-Latn-DE`. */
  acceptsLanguagesExtended(...offers: string[]): string {
    return preferredToken(
      headerList(this.incoming.rawHeaders, 'accept-language'),
      offers,
      matchLanguageExtended,
    )
  }

  /** The value of a cookie; the default if it is absent or empty. */
  cookies(key: string, defaultValue: string = ''): string {
    return cookieValue(headerList(this.incoming.rawHeaders, 'cookie', '; '), key) || defaultValue
  }

  /**
   * Whether the client's cached copy matches the ETag and Last-Modified set so far, so that a 304 is enough. Always
   * false for methods other than GET and HEAD.
   */
  fresh(): boolean {
    const { verb, draft } = this
    if (verb !== 'GET' && verb !== 'HEAD') return false
    const validators = { etag: draft.header('etag'), lastModified: draft.header('last-modified') }
    return isFresh(this.incoming.rawHeaders, validators)
  }

  /** The opposite of `fresh()`. */
  stale(): boolean {
    return !this.fresh()
  }

  /** The last line of a request header, as in binders; its name is case-insensitive. */
  get(key: string, defaultValue: string = ''): string {
    return lastHeaderValue(this.incoming.rawHeaders, key.toLowerCase()) || defaultValue
  }

  /** All request headers: names in lower case, one entry per line. */
  getReqHeaders(): Record<string, string[]> {
    return headerRecord(this.incoming.rawHeaders)
  }

  /** Whether the body's media type is that of an extension, with or without its dot; false without a body, read or not. */
  is(extension: string): boolean {
    if (this.unread === undefined && this.refusal === undefined && this.received.raw.length === 0)
      return false
    const type = typeOfExtension(extension)
    return type !== undefined && mediaTypeOf(this.contentType()) === type
  }

  /**
   * The requested byte ranges of a representation of `size` bytes, in the order of the header.
   * @throws HttpError 400 for a malformed or absent header; 416, its status and Content-Range set, if no range overlaps.
   */
  range(size: number): Ranges {
    const header = headerValue(this.incoming.rawHeaders, 'range') ?? ''
    try {
      return parseRanges(header, size, this.owner.settings.maxRanges)
    } catch (error) {
      if (error instanceof HttpError && error.status === 416) {
        this.draft.status = 416
        this.draft.putHeader('Content-Range', `bytes */${size}`)
      }
      throw error
    }
  }

  /** Whether X-Requested-With is `XMLHttpRequest`. */
  xhr(): boolean {
    const by = headerValue(this.incoming.rawHeaders, 'x-requested-with')
    return by?.toLowerCase() === 'xmlhttprequest'
  }

  // The connection, and the URL that trusted proxies forwarded.

  /** Scheme and host: `https://example.com:8443`. */
  baseURL(): string {
    const { origin } = this.lazyParts
    return `${origin.scheme()}://${origin.host()}`
  }

  /** The client's TLS hello, as far as node exposes it; `undefined` without TLS. */
  clientHelloInfo(): ClientHelloInfo | undefined {
    return clientHelloInfoOf(this.incoming.socket)
  }

  /** The requested host with its port. */
  host(): string {
    return this.lazyParts.origin.host()
  }

  /** The host without its port; an IPv6 address keeps its brackets. */
  hostname(): string {
    return hostnameOf(this.host())
  }

  /** The client's address: that of the connection, or that in `proxyHeader`. */
  ip(): string {
    return this.lazyParts.origin.ip()
  }

  /** The addresses of X-Forwarded-For as sent: a client can forge them, as proxy trust does not apply. */
  ips(): string[] {
    return this.lazyParts.origin.ips()
  }

  /** Whether the connection comes from a loopback address, whatever the headers say. */
  isFromLocal(): boolean {
    return isLoopback(parsePeerIp(this.incoming.socket.remoteAddress ?? ''))
  }

  /** Whether the peer of the connection is a trusted proxy; true if `trustProxy` is off. */
  isProxyTrusted(): boolean {
    return this.incoming && (!this.owner.settings.trust.trustProxy || this.lazyParts.origin.forwards)
  }

  /** The port of the connection's peer. */
  port(): string {
    return `${this.incoming.socket.remotePort ?? ''}`
  }

  /** `https` on a TLS connection or by a trusted proxy's header, else `http`. */
  protocol(): 'http' | 'https' {
    return this.lazyParts.origin.scheme()
  }

  /** Same as `protocol()`. */
  schema(): 'http' | 'https' {
    return this.protocol()
  }

  /** Same as `protocol()`. */
  scheme(): 'http' | 'https' {
    return this.protocol()
  }

  secure(): boolean {
    return this.protocol() === 'https'
  }

  /** The labels of the host name without the last `offset`; 0 returns all. */
  subdomains(offset: number = 2): string[] {
    return subdomainsOf(this.hostname(), offset)
  }

  // The body.

  /** The body, its Content-Encoding decoded. @throws HttpError 415, 501, 400 or 413 if it cannot be decoded. */
  body(): Uint8Array {
    const body = this.bodyBytes()
    return this.owner.settings.immutable ? copyBytes(body) : body
  }

  /** The body as sent. @throws HttpError 413 if it is over the limit. */
  bodyRaw(): Uint8Array {
    const { raw, refusal } = this.received
    if (refusal !== undefined) throw refusal
    return this.owner.settings.immutable ? copyBytes(raw) : raw
  }

  /**
   * The body as sent, like `bodyRaw()`, for middleware that runs before it is read. In an error handler it is empty when
   * it was refused or broke off.
   * @throws HttpError 400, 408, 413 or 503 when it cannot be read to its end.
   */
  readBody(): Promise<Uint8Array> {
    return this.incoming && this.track(this.wholeBody(), 'readBody()')
  }

  protected async wholeBody(): Promise<Uint8Array> {
    const { awaited } = this
    if (awaited !== undefined) await this.whenRead(awaited)
    return this.bodyRaw()
  }

  /**
   * The decoded body in pieces, for a handler with the option `{ body: 'stream' }`: the client sends no faster than they
   * are read. A body that was read already is one piece.
   * @throws HttpError 400, 408, 413, 415 or 501 from the stream when the body cannot be read to its end.
   */
  bodyStream(): ReadableStream<Uint8Array> {
    return streamOf(this.takePieces())
  }

  /** The decoded body in pieces, at most once. */
  protected takePieces(): Pieces {
    const unread = this.incoming && this.unread
    if (unread === undefined || this.isFailed || unread.isTaken) return piecesOf(this.body())
    if (this.currentRoute?.takesStream !== true || unread.reading !== undefined) throw unreadError("'stream'")
    return unread.pieces(this.bodyLimit())
  }

  /**
   * The parts of a multipart body in the order sent, each with its content as a stream, for a handler with the option
   * `{ body: 'stream' }`. What was not read of a part when the next is asked for is discarded.
   * @throws HttpError 400 if the body is not a multipart form, or malformed.
   */
  parts(): AsyncGenerator<Part, void> {
    if (mediaTypeOf(this.contentType()) !== 'multipart/form-data')
      throw new HttpError(400, 'The body is not a multipart form')
    const hold = (bytes: number): void => this.holdBody(bytes)
    return readParts(this.takePieces(), this.contentType(), this.bindSettings().maxParts, hold)
  }

  /** The first file of a form field. @throws HttpError 400 without one. */
  formFile(key: string): FileHeader {
    const file = this.multipartForm().file[key]?.[0]
    if (file === undefined) throw new HttpError(400, 'The form has no such file')
    return file
  }

  /**
   * The first value of a form field; the default if it is absent or empty, or if the body is no form or malformed.
   * `body()` and `multipartForm()` report such a body.
   * @throws HttpError 413 if the body is over the limit, 415 for a charset other than UTF-8.
   */
  formValue(key: string, defaultValue: string = ''): string {
    const { decoded, refusal } = this.received
    if (refusal !== undefined) throw refusal
    if (decoded instanceof HttpError || decoded.length === 0) return defaultValue
    switch (mediaTypeOf(this.contentType())) {
      case 'multipart/form-data': {
        const form = this.readForm(decoded)
        return (form instanceof HttpError ? '' : form.value[key]?.[0]) || defaultValue
      }
      case 'application/x-www-form-urlencoded': {
        const { lazyParts: parts } = this
        checkCharset(this.contentType())
        parts.formText ??= decodeUtf8(decoded)
        return firstQueryValue(parts.formText, key) || defaultValue
      }
      default:
        return defaultValue
    }
  }

  /** All values and files of a multipart body. @throws HttpError 400 if the body is not a multipart form, or malformed. */
  multipartForm(): MultipartForm {
    if (this.received.raw.length === 0 || mediaTypeOf(this.contentType()) !== 'multipart/form-data')
      throw new HttpError(400, 'The body is not a multipart form')
    const form = this.readForm(this.bodyBytes())
    if (form instanceof HttpError) throw form
    return form
  }

  /** Parsed once and cached. */
  protected readForm(body: Uint8Array): MultipartForm | HttpError {
    const { lazyParts: parts } = this
    parts.multipart ??= multipartFormOf(body, this.contentType(), this.bindSettings().maxParts)
    return parts.multipart
  }

  /**
   * Writes a file to disk atomically, replacing an existing one: a part of `parts()` piece by piece. Folders are not
   * created. A failure, or a client that leaves, changes nothing.
   * @throws the file system's error.
   */
  saveFile(file: FileHeader | Part | FileStream, path: string, options: SaveOptions = {}): Promise<void> {
    const content = file instanceof FileHeader ? file.bytes() : file.pieces()
    return this.incoming && this.track(this.owner.writeFile(path, content, options), 'saveFile()')
  }

  /**
   * Writes a file to a storage. One of a stream is held for a storage without `setStream`.
   * @throws the storage's error, and an Error if `set` or `setStream` resolves to `false`.
   */
  saveFileToStorage(file: FileHeader | Part | FileStream, path: string, storage: FileStorage): Promise<void> {
    return this.incoming && this.track(store(file, path, storage), 'saveFileToStorage()')
  }
}

async function store(
  file: FileHeader | Part | FileStream,
  path: string,
  storage: FileStorage,
): Promise<void> {
  const kept =
    !(file instanceof FileHeader) && storage.setStream !== undefined
      ? await storage.setStream(path, file.stream())
      : await storage.set(path, storedBytes(await file.bytes()))
  // Keyv reports a failed store only by `false`.
  if (kept === false) throw new Error(`the storage did not keep ${path}`)
}

/** A copy, so that a storage in memory does not retain the body. Keyv stores bytes other than a Buffer as an object. */
function storedBytes(bytes: Uint8Array): Uint8Array {
  return typeof Buffer === 'function' ? Buffer.from(bytes) : bytes.slice()
}
