import { headerList, isHeaderName } from '../request/header-lines.ts'
import { checkHeader } from './header-safety.ts'

/** A body that is complete: text, bytes, or bytes in pieces. */
export type DraftBody = string | Uint8Array | readonly Uint8Array[]

const encoder = new TextEncoder()

/** A response while handlers still change it. Nothing is sent before the chain of handlers has ended. */
export class ResponseDraft {
  status = 200
  body: DraftBody | undefined = undefined
  /** The header lines, flat: name, value, …, as `writeHead` takes them. Most responses need no list of their own. */
  lines: string[] | undefined = undefined
  /** Whether it has left, so that nothing may change any more. */
  sent = false

  header(name: string): string | undefined {
    const { lines } = this
    return lines === undefined ? undefined : headerLine(lines, name.toLowerCase())
  }

  /** Replaces all lines of that name. @throws TypeError when it could break the header section. */
  setHeader(name: string, value: string): void {
    checkHeader(name, value)
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
    const at = placeOf(lines, lower, 0)
    if (at === -1) {
      lines.push(name, value)
      return
    }
    lines[at + 1] = value
    removeFrom(lines, lower, at + 2)
  }

  /** Adds a line, for headers that may not be joined (Set-Cookie). */
  addHeader(name: string, value: string): void {
    checkHeader(name, value)
    this.lines ??= []
    this.lines.push(name, value)
  }

  removeHeader(name: string): void {
    if (this.lines !== undefined) removeFrom(this.lines, name.toLowerCase(), 0)
  }

  /** Adds elements to a list header; one that is listed already is not added again. */
  appendHeader(name: string, values: readonly string[]): void {
    const old = this.lines === undefined ? '' : headerList(this.lines, name.toLowerCase())
    const listed = new Set(old.split(',').map((element) => element.trim()))
    let list = old
    for (const value of values) {
      if (value === '' || listed.has(value)) continue
      listed.add(value)
      list = list === '' ? value : `${list}, ${value}`
    }
    if (list !== old) this.setHeader(name, list)
  }

  /** Adds to the end of the body. */
  append(part: string | Uint8Array): void {
    const { body } = this
    if (body === undefined) this.body = part
    else if (typeof body === 'string' && typeof part === 'string') this.body = body + part
    else this.body = [...piecesOf(body), ...piecesOf(part)]
  }
}

function piecesOf(body: DraftBody): readonly Uint8Array[] {
  if (typeof body === 'string') return [encoder.encode(body)]
  return body instanceof Uint8Array ? [body] : body
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
