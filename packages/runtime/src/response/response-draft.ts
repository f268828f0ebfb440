import { headerList, isHeaderName } from '../request/header-lines.ts'
import { trimBlanks } from '../request/trim-blanks.ts'
import { BodyStream } from './body-stream.ts'
import { checkHeader } from './header-safety.ts'

/** A body that is complete: text, bytes, or bytes in pieces. */
export type WholeBody = string | Uint8Array | Uint8Array[]
export type DraftBody = WholeBody | BodyStream

const encoder = new TextEncoder()

/** A response while handlers still change it. Nothing is sent before the chain of handlers has ended. */
export class ResponseDraft {
  status = 200
  /** Read it as you like, but put another in its place with `replaceBody`. */
  body: DraftBody | undefined = undefined
  /** The header lines, flat: name, value, …, as `writeHead` takes them. Most responses need no list of their own. */
  lines: string[] | undefined = undefined
  /** The header lines that are about this body, and go with it. */
  #ofBody: string[] | undefined = undefined
  /** Whose the body will be, while it is still being made. */
  #place: symbol | undefined = undefined
  /** A method that sends was called. */
  isSent = false
  /** A header has characters outside ASCII. */
  hasLatin1 = false

  header(name: string): string | undefined {
    const { lines } = this
    return lines === undefined ? undefined : headerLine(lines, name.toLowerCase())
  }

  /** Replaces all lines of that name. @throws TypeError when it could break the header section. */
  setHeader(name: string, value: string): void {
    if (!checkHeader(name, value)) this.hasLatin1 = true
    this.putHeader(name, value)
  }

  /** As `setHeader`, for a name and value that are ours. */
  putHeader(name: string, value: string): void {
    const { lines } = this
    if (lines === undefined) {
      this.lines = [name, value]
      return
    }
    const lower = name.toLowerCase()
    // Who sets it now means the answer, or the body to come.
    if (this.#ofBody !== undefined) this.#ofBody = this.#ofBody.filter((own) => !isHeaderName(own, lower))
    const at = placeOf(lines, lower, 0)
    if (at === -1) {
      lines.push(name, value)
      return
    }
    lines[at + 1] = value
    removeFrom(lines, lower, at + 2)
  }

  /** As `putHeader`, for what is said of this body alone: an error in its place must be cached by nobody. */
  putBodyHeader(name: string, value: string): void {
    this.putHeader(name, value)
    this.#ofBody ??= []
    this.#ofBody.push(name)
  }

  /** Adds a line, for headers that may not be joined (Set-Cookie). */
  addHeader(name: string, value: string): void {
    if (!checkHeader(name, value)) this.hasLatin1 = true
    this.lines ??= []
    this.lines.push(name, value)
  }

  removeHeader(name: string): void {
    if (this.lines !== undefined) removeFrom(this.lines, name.toLowerCase(), 0)
  }

  /** Adds elements to a list header; one that is listed already is not added again. */
  appendHeader(name: string, values: readonly string[]): void {
    const old = this.lines === undefined ? '' : headerList(this.lines, name.toLowerCase())
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

  /** Whether there is nothing in the body; of a stream, and of what is still being made, nobody knows. */
  get isEmpty(): boolean {
    const { body } = this
    if (this.#place !== undefined) return false
    return body === undefined || (!(body instanceof BodyStream) && body.length === 0)
  }

  /** Replaces the line of the cookie of that name, or adds one. */
  setCookie(name: string, line: string): void {
    const { lines } = this
    if (lines !== undefined) removeCookie(lines, `${name}=`)
    this.addHeader('Set-Cookie', line)
  }

  /** Puts a body in place of the one before, which may be a stream that now nobody reads, or still being made. */
  replaceBody(body: DraftBody | undefined): void {
    if (this.body !== undefined || this.#ofBody !== undefined) this.dropBody()
    this.body = body
    this.isSent = true
    this.#place = undefined
  }

  /** Takes the place of the body for one that takes time to make. What is put there meanwhile keeps it. */
  reserve(): symbol {
    const place = Symbol('body')
    this.#place = place
    this.isSent = true
    return place
  }

  /** Whether the place is still one's own. */
  holds(place: symbol): boolean {
    return this.#place === place
  }

  /** Ends a reservation: the body is there, or could not be made. */
  release(place: symbol): void {
    if (this.#place === place) this.#place = undefined
  }

  /** Whether a body is still being made. */
  get isReserved(): boolean {
    return this.#place !== undefined
  }

  /** Forgets the body and what was said of it, for an answer that is another one altogether. */
  clearBody(): void {
    this.replaceBody(undefined)
    // Nobody could read an answer in clear text that is said to be compressed.
    for (const name of ['content-type', 'content-length', 'content-encoding']) this.removeHeader(name)
  }

  /** Forgets the body, and what was said of it alone. */
  dropBody(): void {
    if (this.body instanceof BodyStream) this.body.close()
    this.body = undefined
    if (this.#ofBody === undefined) return
    for (const name of this.#ofBody) this.removeHeader(name)
    this.#ofBody = undefined
    // Of another body this would be no part.
    if (this.status === 206) this.status = 200
  }

  /** Adds to the end of the body. @throws Error when that is a stream, whose end is not known. */
  append(part: string | Uint8Array): void {
    const { body } = this
    if (body instanceof BodyStream) throw new Error('nothing can be written to a body that is a stream')
    if (this.#place !== undefined)
      throw new Error('nothing can be written before the body is there: await it')
    this.isSent = true
    if (body === undefined) this.body = part
    else if (Array.isArray(body)) body.push(bytesOf(part))
    else if (typeof body === 'string' && typeof part === 'string') this.body = body + part
    else this.body = [bytesOf(body), bytesOf(part)]
  }
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
