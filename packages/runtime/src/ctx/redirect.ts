import { HttpError } from '../error/http-error.ts'
import { headerValue } from '../request/header-lines.ts'
import { headerUrl } from '../response/header-url.ts'
import type { ResponseDraft } from '../response/response-draft.ts'

/** The part of the Ctx that a redirect uses. */
interface RedirectOrigin {
  baseURL(): string
  rawHeaders(): readonly string[]
}

/** The parameters and query of `redirect().route()`. */
export interface RouteTarget {
  /** Values for the route's parameters. */
  readonly params?: Readonly<Record<string, unknown>>
  /** The query string. A list repeats its key; `undefined` and `null` are left out. */
  readonly queries?: Readonly<Record<string, unknown>>
}

/** The result of `c.redirect()`. */
export class Redirect {
  readonly #c: RedirectOrigin
  readonly #open: (call: string) => ResponseDraft | undefined
  readonly #pathOf: (name: string, params: Readonly<Record<string, unknown>>) => string
  #status = 303

  /**
   * @param open gives the draft; `undefined` after the response has left.
   * @param pathOf the path of a named route.
   */
  constructor(
    c: RedirectOrigin,
    open: (call: string) => ResponseDraft | undefined,
    pathOf: (name: string, params: Readonly<Record<string, unknown>>) => string,
  ) {
    this.#c = c
    this.#open = open
    this.#pathOf = pathOf
  }

  /** Replaces the default status 303. @throws RangeError unless it is 300..399 and not 304. */
  status(status: number): this {
    if (!Number.isInteger(status) || status < 300 || status > 399 || status === 304) {
      throw new RangeError(`not the status of a redirect: ${status}`)
    }
    this.#status = status
    return this
  }

  /** Redirects to a URL as given. Validate a URL sent by the client: it may be that of another site. */
  to(url: string): void {
    const draft = this.#open('redirect().to')
    if (draft === undefined) return
    draft.setHeader('Location', headerUrl(url))
    draft.status = this.#status
    draft.clearBody()
  }

  /**
   * Redirects to a named route. Parameters are percent-encoded as one segment; those of `*` and `+` keep slashes.
   * @throws TypeError for a value that would not arrive: an empty one of a required parameter, or a segment `.` or `..`.
   */
  route(name: string, { params = {}, queries = {} }: RouteTarget = {}): void {
    if (this.#open('redirect().route') === undefined) return
    const path = this.#pathOf(name, encodedParams(params))
    // Clients remove such segments, also encoded ones.
    if (/\/\.{1,2}(?:\/|$)/.test(path)) throw new TypeError(`${name}: a path has no segment . or ..`)
    const query = new URLSearchParams()
    for (const [key, values] of Object.entries(queries)) {
      for (const value of [values].flat())
        if (value !== undefined && value !== null) query.append(key, String(value))
    }
    this.to(query.size > 0 ? `${path}?${query}` : path)
  }

  /** Redirects to the Referer if it has this origin, else to the fallback. @throws HttpError 500 without either. */
  back(fallback?: string): void {
    if (this.#open('redirect().back') === undefined) return
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
// An absolute path, where two slashes would name another host, or a relative one (RFC 3986 section 4.2).
const ownPath = /^(?:\/(?!\/)|\?|[\w.~!$&'()*+,;=@%-]+(?:[/?#]|$))/

/**
 * Replaces backslashes before the query by slashes, as browsers do; other clients might see another host.
 * @returns `""` for a text with control characters, which browsers drop.
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

function encodeSegment(text: string): string {
  // Characters that a segment may hold unencoded (RFC 3986 section 3.3).
  return encodeURIComponent(text).replace(/%(?:24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent)
}
