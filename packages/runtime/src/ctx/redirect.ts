import { HttpError } from '../error/http-error.ts'
import { headerValue } from '../request/header-lines.ts'
import { headerUrl } from '../response/header-url.ts'
import type { ResponseDraft } from '../response/response-draft.ts'

/** What a redirect needs of the Ctx. */
interface RedirectOrigin {
  baseURL(): string
  rawHeaders(): readonly string[]
  getRouteURL(name: string, params: Readonly<Record<string, unknown>>): string
}

/** Where `redirect().route()` goes. */
export interface RouteTarget {
  /** Values for the route's parameters. */
  readonly params?: Readonly<Record<string, unknown>>
  /** Becomes the query string: a list as its key once for each element, without what is `undefined` or `null`. */
  readonly queries?: Readonly<Record<string, unknown>>
}

/** Sends the client elsewhere. */
export class Redirect {
  readonly #c: RedirectOrigin
  readonly #draft: ResponseDraft
  #status = 303

  constructor(c: RedirectOrigin, draft: ResponseDraft) {
    this.#c = c
    this.#draft = draft
  }

  /** Another status than 303. @throws RangeError unless it is one that redirects: 300..399. */
  status(status: number): this {
    if (!Number.isInteger(status) || status < 300 || status > 399 || status === 304) {
      throw new RangeError(`not the status of a redirect: ${status}`)
    }
    this.#status = status
    return this
  }

  /** To a URL, as given. Check one that the client has sent: another site's looks the same. */
  to(url: string): void {
    const draft = this.#draft
    draft.setHeader('Location', headerUrl(url))
    draft.status = this.#status
    draft.clearBody()
  }

  /** To a named route. Each parameter is one segment, percent-encoded; those of `*` and `+` may hold slashes. */
  route(name: string, { params = {}, queries = {} }: RouteTarget = {}): void {
    const path = this.#c.getRouteURL(name, encodedParams(params))
    const query = new URLSearchParams()
    for (const [key, values] of Object.entries(queries)) {
      for (const value of [values].flat())
        if (value !== undefined && value !== null) query.append(key, String(value))
    }
    this.to(query.size > 0 ? `${path}?${query}` : path)
  }

  /** To where the client says it comes from, when that is this origin, else to the fallback. @throws HttpError 500 without one. */
  back(fallback?: string): void {
    const referer = asBrowsersRead(headerValue(this.#c.rawHeaders(), 'referer') ?? '')
    const target = this.#isOwn(referer) ? referer : fallback
    if (target === undefined) throw new HttpError(500, 'There is nowhere to go back to')
    this.to(target)
  }

  #isOwn(reference: string): boolean {
    if (!wholeUrl.test(reference)) return ownPath.test(reference)
    try {
      return new URL(reference).origin === new URL(this.#c.baseURL()).origin
    } catch {
      return false
    }
  }
}

const wholeUrl = /^https?:\/\/(?!\/)/i
// A path from the root, where two slashes would be another host, or a relative one (RFC 3986 section 4.2).
const ownPath = /^(?:\/(?!\/)|\?|[\w.~!$&'()*+,;=@%-]+(?:[/?#]|$))/

/**
 * Browsers take a backslash for a slash until the query begins; who follows the Location may not, and see another host.
 * @returns `""` for what has control characters, which browsers drop.
 */
function asBrowsersRead(referer: string): string {
  if (/\p{Cc}/u.test(referer)) return ''
  return referer.replace(/^[^?#]*/, (path) => path.replaceAll('\\', '/'))
}

function encodedParams(params: Readonly<Record<string, unknown>>): Record<string, string> {
  const encoded: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    const text = String(value).replace(/\p{Surrogate}/gu, '\ufffd')
    encoded[name] = /^[*+]/.test(name) ? encodeGreedy(text) : encodeSegment(text)
  }
  return encoded
}

function encodeGreedy(text: string): string {
  return text.replace(/^\/+/, '').split('/').map(encodeSegment).join('/')
}

/** A segment of only dots would be resolved away, escaped or not, so it cannot be written. */
function encodeSegment(text: string): string {
  if (text === '.' || text === '..') return text.replaceAll('.', '%252E')
  // What a segment may hold as it is (RFC 3986 section 3.3).
  return encodeURIComponent(text).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent)
}
