import { statusText } from '../error/status-text.ts'
import { headerRecord } from '../request/header-lines.ts'
import { contentTypeOf } from '../response/content-type.ts'
import { CtxRequest } from './ctx-request.ts'

const jsonType = 'application/json; charset=utf-8'
const noLines: readonly string[] = []
const encoder = new TextEncoder()

/** The response side of `Ctx`: section 4.4 of the interface. What is said here is written down in the draft. */
export abstract class CtxResponse extends CtxRequest {
  /** Adds elements to a header that is a list; one that is listed already is not added again. */
  append(field: string, ...values: string[]): this {
    const { draft } = this
    if (field.toLowerCase() === 'set-cookie') for (const value of values) draft.addHeader(field, value)
    else draft.appendHeader(field, values)
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

  /** Answers with JSON. @throws what the encoder throws; the response is then as it was. */
  json(data: unknown, ctype?: string): void {
    const { draft } = this
    const text = this.owner.settings.jsonEncoder(data) ?? ''
    if (ctype === undefined) draft.putHeader('Content-Type', jsonType)
    else draft.setHeader('Content-Type', ctype)
    draft.body = text
  }

  /** Makes bytes (or text) the body. */
  send(body: Uint8Array | string): void {
    this.draft.body = body
  }

  /** Sets the status, and its standard text as the body when there is none. */
  sendStatus(status: number): void {
    const { draft } = this.status(status)
    if (draft.body === undefined || draft.body.length === 0) draft.body = statusText[status] ?? `${status}`
  }

  /** Makes text the body; without a Content-Type of its own it is `text/plain; charset=utf-8`. */
  sendString(body: string): void {
    this.draft.body = body
  }

  /** Sets a header. @throws TypeError for a name or value that could end the header line. */
  set(key: string, value: string): this {
    this.draft.setHeader(key, value)
    return this
  }

  /** Sets the status. @throws RangeError unless it is 100..999. */
  status(status: number): this {
    const { draft } = this
    if (!Number.isInteger(status) || status < 100 || status > 999) {
      throw new RangeError(`not an HTTP status: ${status}`)
    }
    draft.status = status
    return this
  }

  /** Sets the Content-Type of an extension, with or without its dot. */
  type(extension: string, charset?: string): this {
    return this.set('Content-Type', contentTypeOf(extension, charset))
  }

  /** Adds bytes to the body, returns how many. */
  write(bytes: Uint8Array): number {
    this.draft.append(bytes)
    return bytes.length
  }

  /** Adds text to the body, returns its length in bytes. */
  writeString(text: string): number {
    this.draft.append(text)
    return encoder.encode(text).length
  }

  rawResponseHeaders(): readonly string[] {
    return this.draft.lines ?? noLines
  }
}
