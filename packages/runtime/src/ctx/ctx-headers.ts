import { cookieNames } from '../request/cookie-header.ts'
import { headerList, headerRecord } from '../request/header-lines.ts'
import { attachmentHeader } from '../response/content-disposition.ts'
import { contentTypeOf, extensionOf } from '../response/content-type.ts'
import { type Cookie, clearedCookieLine, cookieLine, isCookieName } from '../response/cookie.ts'
import { headerUrl, linkHeader } from '../response/header-url.ts'
import { varyList } from '../response/vary-list.ts'
import { CtxRequest } from './ctx-request.ts'

const noLines: readonly string[] = []

/** The part of section 4.4 of the interface that sets status and headers. All setters return the Ctx. */
export abstract class CtxHeaders extends CtxRequest {
  /** Adds elements to a header that is a list; one that is listed already is not added again. */
  append(field: string, ...values: string[]): this {
    const { draft } = this
    if (field.toLowerCase() === 'set-cookie') for (const value of values) draft.addHeader(field, value)
    else draft.appendHeader(field, values)
    return this
  }

  /** Tells the client to save the body; with a path, under its base name and with the type of its extension. */
  attachment(filename?: string): this {
    const { draft } = this
    draft.putHeader('Content-Disposition', attachmentHeader(filename))
    const extension = filename === undefined ? '' : extensionOf(filename)
    return extension === '' ? this : this.type(extension)
  }

  /** Makes the client forget cookies (all that it sent, when none is named) that were set without path and domain. */
  clearCookie(...names: string[]): this {
    const { draft } = this
    const sent = (): string[] =>
      cookieNames(headerList(this.incoming.rawHeaders, 'cookie', '; ')).filter(isCookieName)
    for (const name of names.length > 0 ? names : sent()) draft.setCookie(name, clearedCookieLine(name))
    return this
  }

  /** Sets a cookie, in place of one of that name set before. @throws TypeError when no browser could store it. */
  cookie(cookie: Cookie): this {
    this.draft.setCookie(cookie.name, cookieLine(cookie))
    return this
  }

  /** A header of the response so far. */
  getRespHeader(key: string, defaultValue: string = ''): string {
    return this.draft.header(key) || defaultValue
  }

  /** Every header of the response so far: names in lower case, one entry per line. */
  getRespHeaders(): Record<string, string[]> {
    return headerRecord(this.draft.lines ?? noLines)
  }

  /** Sets the Link header from URLs and relations in turn: `links('/?page=2', 'next', '/?page=5', 'last')`. */
  links(...link: string[]): this {
    const { draft } = this
    if (link.length > 0) draft.setHeader('Link', linkHeader(link))
    return this
  }

  /** Sets the Location header as given; what a header cannot hold is percent-encoded. @throws TypeError for control characters. */
  location(path: string): this {
    return this.set('Location', headerUrl(path))
  }

  /** Sets a header. @throws TypeError for a name or value that could end the header line. */
  set(key: string, value: string): this {
    this.draft.setHeader(key, value)
    return this
  }

  /** Sets the status. @throws RangeError unless it is one a response can end with: 200..999. */
  status(status: number): this {
    const { draft } = this
    if (!Number.isInteger(status) || status < 200 || status > 999) {
      throw new RangeError(`not the status of a response: ${status}`)
    }
    draft.status = status
    return this
  }

  /** Sets the Content-Type of an extension, with or without its dot. */
  type(extension: string, charset?: string): this {
    return this.set('Content-Type', contentTypeOf(extension, charset))
  }

  /** Adds names to Vary, each once; `*` replaces them all. */
  vary(...fields: string[]): this {
    const { draft } = this
    const list = varyList(headerList(draft.lines ?? noLines, 'vary'), fields)
    if (list !== '') draft.setHeader('Vary', list)
    return this
  }

  rawResponseHeaders(): readonly string[] {
    return this.draft.lines ?? noLines
  }
}
