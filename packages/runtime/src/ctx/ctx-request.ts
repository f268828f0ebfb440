import { HttpError } from '../error/http-error.ts'
import { cookieValue } from '../request/cookie-header.ts'
import { headerList, headerRecord, headerValue } from '../request/header-lines.ts'
import { queryRecord, queryValue } from '../request/query-string.ts'
import { CtxState } from './ctx-state.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'])

/** The request side of `Ctx`: section 4.3 of the interface. Reading is done in request/. */
export abstract class CtxRequest extends CtxState {
  /** The body after its Content-Encoding was undone. @throws HttpError when that failed (415, 501, 400, 413). */
  body(): Uint8Array {
    const { decoded } = this.received
    if (decoded instanceof HttpError) throw decoded
    return decoded
  }

  /** The body as it was sent. */
  bodyRaw(): Uint8Array {
    return this.received.raw
  }

  /** The value of a cookie; the default (or `""`) when it is absent or empty. */
  cookies(key: string, defaultValue: string = ''): string {
    return cookieValue(headerList(this.incoming.rawHeaders, 'cookie', '; '), key) || defaultValue
  }

  /** The first line of a request header, whatever the case of its name. */
  get(key: string, defaultValue: string = ''): string {
    return headerValue(this.incoming.rawHeaders, key.toLowerCase()) || defaultValue
  }

  /** Every request header: names in lower case, one entry per line. */
  getReqHeaders(): Record<string, string[]> {
    return headerRecord(this.incoming.rawHeaders)
  }

  /** The method; a known one given replaces it. */
  method(override?: string): string {
    const wanted = this.incoming && override?.toUpperCase()
    if (wanted !== undefined && methods.has(wanted)) this.verb = wanted
    return this.verb
  }

  /** The request target as sent: path and query. */
  originalURL(): string {
    return this.incoming.url ?? this.target
  }

  /** The value of a route parameter, percent-decoded; wildcards are `*1`, `*2`, `+1`, the first also `*`, `+`. */
  params(key: string, defaultValue: string = ''): string {
    return this.paramValue(key) || defaultValue
  }

  /** The path as sent (decoded with `unescapePath`); one given replaces it, for `restartRouting()`. */
  path(override?: string): string {
    if (this.incoming && override !== undefined) this.pathText = override
    return this.routedPath()
  }

  /** The last value of each key of the query string. */
  queries(): Record<string, string> {
    return queryRecord(this.rawQuery())
  }

  /** The last value of a key of the query string; the default (or `""`) when it is absent or empty. */
  query(key: string, defaultValue: string = ''): string {
    return queryValue(this.rawQuery(), key) || defaultValue
  }

  // BindInput: the same values, raw, for generated binders.

  rawQuery(): string {
    const target = this.originalURL()
    return this.queryAt === -1 ? '' : target.slice(this.queryAt)
  }

  routeParam(name: string): string | undefined {
    return this.paramValue(name)
  }

  routeParamNames(): readonly string[] {
    return (this.incoming && this.currentRoute?.pattern.params) ?? []
  }

  contentType(): string {
    return headerValue(this.incoming.rawHeaders, 'content-type') ?? ''
  }

  rawHeaders(): readonly string[] {
    return this.incoming.rawHeaders
  }

  bodyBytes(): Uint8Array {
    return this.body()
  }
}
