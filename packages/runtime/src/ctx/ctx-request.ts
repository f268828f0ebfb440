import { HttpError } from '../error/http-error.ts'
import { preferredMediaType } from '../request/accept.ts'
import { matchLanguage, matchLanguageExtended, matchToken, preferredToken } from '../request/accept-token.ts'
import { parseRanges, type Ranges } from '../request/byte-range.ts'
import { cookieValue } from '../request/cookie-header.ts'
import { copyBytes } from '../request/copy-bytes.ts'
import { typeOfExtension } from '../request/extension-type.ts'
import { isFresh } from '../request/freshness.ts'
import { headerList, headerRecord, headerValue, lastHeaderValue } from '../request/header-lines.ts'
import { mediaTypeOf } from '../request/media-type.ts'
import { queryRecord, queryValue } from '../request/query-string.ts'
import { CtxForm } from './ctx-form.ts'
import { notYetFound } from './ctx-state.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH'])

/** The request side of `Ctx`: section 4.3 of the interface. Reading is done in request/. */
export abstract class CtxRequest extends CtxForm {
  /** The offered media type (or extension) that the client likes best, as passed in; `""` when it takes none. */
  accepts(...offers: string[]): string {
    return preferredMediaType(headerList(this.incoming.rawHeaders, 'accept'), offers)
  }

  acceptsCharsets(...offers: string[]): string {
    return preferredToken(headerList(this.incoming.rawHeaders, 'accept-charset'), offers, matchToken)
  }

  acceptsEncodings(...offers: string[]): string {
    return preferredToken(headerList(this.incoming.rawHeaders, 'accept-encoding'), offers, matchToken)
  }

  /** Basic Filtering: `en` accepts `en-US`, `en-US` does not accept `en`. */
  acceptsLanguages(...offers: string[]): string {
    return preferredToken(headerList(this.incoming.rawHeaders, 'accept-language'), offers, matchLanguage)
  }

  /** Extended Filtering: `de-*-DE` accepts `de-Latn-DE`. */
  acceptsLanguagesExtended(...offers: string[]): string {
    return preferredToken(
      headerList(this.incoming.rawHeaders, 'accept-language'),
      offers,
      matchLanguageExtended,
    )
  }

  /** The body after its Content-Encoding was undone. @throws HttpError when that failed (415, 501, 400, 413). */
  body(): Uint8Array {
    const body = this.bodyBytes()
    return this.owner.settings.immutable ? copyBytes(body) : body
  }

  /** The body as it was sent. @throws HttpError 413 past the body limit. */
  bodyRaw(): Uint8Array {
    const { raw, refusal } = this.received
    if (refusal !== undefined) throw refusal
    return this.owner.settings.immutable ? copyBytes(raw) : raw
  }

  /** The value of a cookie; the default (or `""`) when it is absent or empty. */
  cookies(key: string, defaultValue: string = ''): string {
    return cookieValue(headerList(this.incoming.rawHeaders, 'cookie', '; '), key) || defaultValue
  }

  /**
   * Whether the client's copy is still good, by the ETag and Last-Modified that the response has now: then 304 says
   * all. Only GET and HEAD can be fresh.
   */
  fresh(): boolean {
    const { verb, draft } = this
    if (verb !== 'GET' && verb !== 'HEAD') return false
    const validators = { etag: draft.header('etag'), lastModified: draft.header('last-modified') }
    return isFresh(this.incoming.rawHeaders, validators)
  }

  /** The last line of a request header, as binders have it, whatever the case of its name. */
  get(key: string, defaultValue: string = ''): string {
    return lastHeaderValue(this.incoming.rawHeaders, key.toLowerCase()) || defaultValue
  }

  /** Every request header: names in lower case, one entry per line. */
  getReqHeaders(): Record<string, string[]> {
    return headerRecord(this.incoming.rawHeaders)
  }

  /** Whether the body's media type is that of an extension, with or without its dot; false without a body. */
  is(extension: string): boolean {
    const { raw, refusal } = this.received
    if (raw.length === 0 && refusal === undefined) return false
    const type = typeOfExtension(extension)
    return type !== undefined && mediaTypeOf(this.contentType()) === type
  }

  /**
   * The method. One given replaces it when it is known, a usual one or one that a route was registered for, and `next()`
   * goes on with the routes that it has.
   */
  method(override?: string): string {
    const wanted = this.incoming && override?.toUpperCase()
    if (wanted === undefined || wanted === this.verb) return this.verb
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

  /** The value of a route parameter, percent-decoded; wildcards are `*1`, `*2`, `+1`, the first also `*`, `+`. */
  params(key: string, defaultValue: string = ''): string {
    return this.paramValue(key) || defaultValue
  }

  /**
   * The path as sent (decoded with `unescapePath`). One given replaces it: `next()` goes on with those of its routes that
   * were registered after the one that runs, `restartRouting()` begins with the first.
   */
  path(override?: string): string {
    if (this.incoming && override !== undefined && override !== this.pathText) {
      this.pathText = override
      this.chain = notYetFound
    }
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

  /**
   * The parts of a representation of `size` bytes that the client asks for, in its order.
   * @throws HttpError 400 for a malformed or absent header, 416 when nothing can be satisfied: then status and
   * Content-Range are set already.
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

  /** The opposite of `fresh()`. */
  stale(): boolean {
    return !this.fresh()
  }

  /** Whether X-Requested-With says that a script asks. */
  xhr(): boolean {
    const by = headerValue(this.incoming.rawHeaders, 'x-requested-with')
    return by?.toLowerCase() === 'xmlhttprequest'
  }
}
