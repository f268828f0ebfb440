import { headerList, isHeaderName, trimBlanks } from '../request/header-lines.ts'
import { headersOfAnswer } from './answer-headers.ts'
import { BodyStream } from './body-stream.ts'
import { byteLength } from './byte-length.ts'
import { checkHeader } from './header-safety.ts'
import type { HeaderSet } from './header-set.ts'

/** A complete body: text, bytes, or bytes in pieces. */
export type WholeBody = string | Uint8Array | Uint8Array[]
export type DraftBody = WholeBody | BodyStream

const encoder = new TextEncoder()

/** A response that handlers can still change. Nothing is sent before the handler chain ends. */
export class ResponseDraft {
  status = 200
  /** Read it directly, but replace it with `replaceBody`. */
  body: DraftBody | undefined = undefined
  /** The header lines without those of the set. Created lazily, since most responses need none. */
  #lines: string[] | undefined = undefined
  #set: HeaderSet | undefined = undefined
  /** The names of headers that describe only this body and are dropped with it. */
  #ofBody: string[] | undefined = undefined
  /** The reservation of a body that is still being made. */
  #place: symbol | undefined = undefined
  /** A sending method was called. */
  isSent = false
  /** The number of changes by methods. */
  edits = 0
  /** A header has characters outside ASCII. */
  hasLatin1 = false

  /** The names and values of all header lines in turns, as for `writeHead`. */
  get lines(): string[] | undefined {
    if (this.#set !== undefined) this.#lines = this.#set.lines.concat(this.#lines ?? [])
    this.#set = undefined
    return this.#lines
  }

  set lines(lines: string[] | undefined) {
    this.#lines = lines
    this.#set = undefined
  }

  /** The header lines without those in `setText`. */
  get ownLines(): string[] | undefined {
    return this.#lines
  }

  /** Header lines as text, for a server that writes them as they are; `""` for none. */
  get setText(): string {
    return this.#set?.text ?? ''
  }

  header(name: string): string | undefined {
    const lower = name.toLowerCase()
    const line = this.#lines === undefined ? undefined : headerLine(this.#lines, lower)
    return line ?? this.#set?.value(lower)
  }

  /** All lines of a header as one list; `""` without one. */
  headerList(lower: string): string {
    const lines = this.#set?.has(lower) ? this.lines : this.#lines
    return lines === undefined ? '' : headerList(lines, lower)
  }

  /** Sets the headers of a set as `setHeader` does. */
  setHeaders(set: HeaderSet): void {
    this.edits++
    const joined = this.#set === undefined ? set : this.#set.with(set)
    if (joined.text !== undefined && !hasAny(this.#lines, set)) this.#set = joined
    else
      for (let i = 0; i < set.lines.length; i += 2) this.setHeader(set.lines[i] ?? '', set.lines[i + 1] ?? '')
  }

  /** Replaces all lines with a name. @throws TypeError when it could break the header section. */
  setHeader(name: string, value: string): void {
    if (!checkHeader(name, value)) this.hasLatin1 = true
    this.putHeader(name, value)
  }

  /** `setHeader` without checks, for the runtime's own names and values. */
  putHeader(name: string, value: string): void {
    this.edits++
    const lines = this.#set?.has(name) ? this.lines : this.#lines
    if (lines === undefined) {
      this.#lines = [name, value]
      return
    }
    const lower = name.toLowerCase()
    // A header set again is no longer specific to the current body.
    if (this.#ofBody !== undefined) this.#ofBody = this.#ofBody.filter((own) => !isHeaderName(own, lower))
    const at = placeOf(lines, lower, 0)
    if (at === -1) {
      lines.push(name, value)
      return
    }
    lines[at + 1] = value
    removeFrom(lines, lower, at + 2)
  }

  /** `putHeader` for a header that describes only this body: an error response in its place must not inherit it. */
  putBodyHeader(name: string, value: string): void {
    this.putHeader(name, value)
    this.#ofBody ??= []
    this.#ofBody.push(name)
  }

  /** Adds a line, for headers that cannot be joined (Set-Cookie). */
  addHeader(name: string, value: string): void {
    if (!checkHeader(name, value)) this.hasLatin1 = true
    this.edits++
    const lines = this.#set?.has(name) ? this.lines : this.#lines
    if (lines === undefined) this.#lines = [name, value]
    else lines.push(name, value)
  }

  removeHeader(name: string): void {
    const lines = this.#set?.has(name) ? this.lines : this.#lines
    if (lines !== undefined) removeFrom(lines, name.toLowerCase(), 0)
  }

  /** Adds elements to a list header, without duplicates. */
  appendHeader(name: string, values: readonly string[]): void {
    const old = this.headerList(name.toLowerCase())
    const [only = ''] = values
    if (old === '' && values.length === 1 && isElement(only)) {
      this.setHeader(name, only)
      return
    }
    const listed = new Set(['', ...elementsOf(old)])
    let list = old
    for (const value of values) {
      const elements = elementsOf(value)
      if (elements.every((element) => listed.has(element))) continue
      for (const element of elements) listed.add(element)
      list = list === '' ? value : `${list}, ${value}`
    }
    if (list !== old) this.setHeader(name, list)
  }

  /** Whether the body is empty; false for a stream or a body still being made. */
  get isEmpty(): boolean {
    const { body } = this
    if (this.#place !== undefined) return false
    return body === undefined || (!(body instanceof BodyStream) && body.length === 0)
  }

  /** Replaces the Set-Cookie line with the cookie's name, or adds one. */
  setCookie(name: string, line: string): void {
    if (this.#lines !== undefined) removeCookie(this.#lines, `${name}=`)
    this.addHeader('Set-Cookie', line)
  }

  /** Replaces the body, closes a previous stream, and cancels a reservation. */
  replaceBody(body: DraftBody | undefined): void {
    if (this.body !== undefined || this.#ofBody !== undefined) this.dropBody()
    this.body = body
    this.edits++
    this.isSent = true
    this.#place = undefined
  }

  /** Reserves the place for a body that takes time to make. A body set in the meantime wins. */
  reserve(): symbol {
    const place = Symbol('body')
    this.#place = place
    this.edits++
    this.isSent = true
    return place
  }

  /** Whether the reservation is still valid. */
  holds(place: symbol): boolean {
    return this.#place === place
  }

  /** Ends a reservation: the body was set, or making it failed. */
  release(place: symbol): void {
    if (this.#place === place) this.#place = undefined
  }

  get isReserved(): boolean {
    return this.#place !== undefined
  }

  /** Removes the body and the headers that describe it, for an unrelated response. */
  clearBody(): void {
    this.replaceBody(undefined)
    // A plain body with the Content-Encoding of the old one would be unreadable.
    for (const name of ['content-type', 'content-length', 'content-encoding']) this.removeHeader(name)
  }

  /**
   * Removes the body and all headers that describe it, for the response to an error.
   * @param status that of the error: a 416 keeps its Content-Range.
   */
  dropAnswer(status: number | undefined): void {
    this.replaceBody(undefined)
    const lines = this.#lines
    if (lines === undefined) return
    for (let i = lines.length - 2; i >= 0; i -= 2) {
      if (isOfAnswer((lines[i] ?? '').toLowerCase(), lines[i + 1] ?? '', status)) lines.splice(i, 2)
    }
  }

  /** Removes the body and the headers that describe only it. */
  dropBody(): void {
    if (this.body instanceof BodyStream) this.body.close()
    this.body = undefined
    if (this.#ofBody === undefined) return
    for (const name of this.#ofBody) this.removeHeader(name)
    this.#ofBody = undefined
    // A 206 does not apply to another body.
    if (this.status === 206) this.status = 200
  }

  /** The size of the body in bytes; of a stream, what was read of it. */
  get bodyBytes(): number {
    const { body } = this
    if (body === undefined) return 0
    if (body instanceof BodyStream) return body.bytesRead
    return Array.isArray(body) ? body.reduce((sum, { length }) => sum + length, 0) : byteLength(body)
  }

  /** Appends to the body. @throws Error when the body is a stream or still being made. */
  append(part: string | Uint8Array): void {
    const { body } = this
    if (body instanceof BodyStream) throw new Error('cannot write to a body that is a stream')
    if (this.#place !== undefined) throw new Error('cannot write while the body is being made: await it')
    this.edits++
    this.isSent = true
    if (body === undefined) this.body = part
    else if (Array.isArray(body)) body.push(bytesOf(part))
    else if (typeof body === 'string' && typeof part === 'string') this.body = body + part
    else this.body = [bytesOf(body), bytesOf(part)]
  }
}

function isOfAnswer(lower: string, value: string, status: number | undefined): boolean {
  if (lower === 'content-range') return status !== 416
  if (lower === 'cache-control') return !/(?:^|[\s,])(?:no-store|private)(?:$|[\s,=])/i.test(value)
  return headersOfAnswer.has(lower)
}

function hasAny(lines: readonly string[] | undefined, set: HeaderSet): boolean {
  if (lines === undefined) return false
  for (let i = 0; i < lines.length; i += 2) if (set.has(lines[i] ?? '')) return true
  return false
}

/** Whether a text is one element of a list. */
function isElement(text: string): boolean {
  return !text.includes(',') && trimBlanks(text) !== ''
}

function elementsOf(list: string): string[] {
  return list.split(',').map(trimBlanks)
}

function bytesOf(part: string | Uint8Array): Uint8Array {
  return typeof part === 'string' ? encoder.encode(part) : part
}

function headerLine(lines: readonly string[], lower: string): string | undefined {
  const at = placeOf(lines, lower, 0)
  return at === -1 ? undefined : lines[at + 1]
}

function placeOf(lines: readonly string[], lower: string, start: number): number {
  for (let i = start; i < lines.length; i += 2) if (isHeaderName(lines[i] ?? '', lower)) return i
  return -1
}

function removeFrom(lines: string[], lower: string, start: number): void {
  for (let at = placeOf(lines, lower, start); at !== -1; at = placeOf(lines, lower, at)) lines.splice(at, 2)
}

function removeCookie(lines: string[], start: string): void {
  for (let i = lines.length - 2; i >= 0; i -= 2) {
    if (isHeaderName(lines[i] ?? '', 'set-cookie') && lines[i + 1]?.startsWith(start)) lines.splice(i, 2)
  }
}
