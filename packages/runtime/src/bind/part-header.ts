import type { PartHeaders } from '../request/file-header.ts'
import { trimBlanks } from '../request/trim-blanks.ts'
import { BodyFault } from './body-fault.ts'

/** What the header of a part says about it. */
export interface PartHead {
  /** `""` without one. */
  readonly name: string
  /** As sent; `undefined` for a field. */
  readonly filename: string | undefined
}

// RFC 9110 section 5.6.2: a token; then what a header line may hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const headerLine = /^([!#$%&'*+\-.^_`|~\w]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)$/

/** A line of a header, its name in lower case. */
export type HeaderLine = readonly [name: string, value: string]

/**
 * The header that browsers and most clients send, read at once: disposition, name, file name and type, as the general way
 * gives them. That takes ten times as long.
 */
export const usualHead: RegExp =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  /^Content-Disposition: (form-data; name="([^"\\\x00-\x1f\x7f]+)"(?:; filename="([^"\\\x00-\x1f\x7f]+)")?)(?:\r\nContent-Type: ([!-~](?:[ -~]*[!-~])?))?$/

/** The lines of a {@link usualHead} by name. */
export function usualHeaders(disposition: string, type: string | undefined): PartHeaders {
  const headers: Record<string, string[]> = Object.create(null)
  headers['content-disposition'] = [disposition]
  if (type !== undefined) headers['content-type'] = [type]
  return headers
}

/** Takes out what a form needs. @throws BodyFault when it cannot be read, or says a thing twice. */
export function readPartHead(lines: readonly HeaderLine[]): PartHead {
  let disposition: string | undefined
  for (const [name, value] of lines) {
    if (name === 'content-disposition') disposition = once(disposition, value)
  }
  return disposition === undefined ? { name: '', filename: undefined } : readDisposition(disposition)
}

/** The lines of a part's header by name. */
export function partHeaders(lines: readonly HeaderLine[]): PartHeaders {
  const headers: Record<string, string[]> = Object.create(null)
  for (const [name, value] of lines) {
    headers[name] ??= []
    headers[name].push(value)
  }
  return headers
}

/** The lines of a part's header. @throws BodyFault when one is none. */
export function headerLines(text: string): HeaderLine[] {
  if (text === '') return []
  return text.split('\r\n').map((line) => {
    const [, name, value] = headerLine.exec(line) ?? unreadable()
    return [(name ?? '').toLowerCase(), trimBlanks(value ?? '')]
  })
}

const dispositionType = /^form-data(?=[ \t]*(?:;|$))/i
const dispositionParam = /[ \t]*;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y
// With the blanks behind the semicolon inside the group no run of blanks can be cut in two ways.
const dispositionEnd = /[ \t]*(?:;[ \t]*)?$/y

/**
 * The parameters of a Content-Disposition. `filename*` is not among them (RFC 7578 section 4.2 forbids it); one that is
 * given twice is refused, because two readers of it could each take another one.
 */
function readDisposition(header: string): PartHead {
  const type = dispositionType.exec(header)
  if (type === null) return { name: '', filename: undefined }
  let name: string | undefined
  let filename: string | undefined
  let end = type[0].length
  for (;;) {
    dispositionParam.lastIndex = end
    const param = dispositionParam.exec(header)
    if (param === null) break
    end = dispositionParam.lastIndex
    const value = param[2] === undefined ? (param[3] ?? '') : unquoted(param[2])
    const key = param[1]?.toLowerCase()
    if (key === 'name') name = once(name, value)
    else if (key === 'filename') filename = once(filename, value)
  }
  dispositionEnd.lastIndex = end
  if (!dispositionEnd.test(header)) unreadable()
  // A browser sends an empty file name for a file input that nothing was chosen for.
  return { name: name ?? '', filename: filename || undefined }
}

/** What is between quotes, without its escapes. */
export function unquoted(text: string): string {
  return text.includes('\\') ? text.replace(/\\(["\\])/g, '$1') : text
}

function once(held: string | undefined, value: string): string {
  if (held !== undefined) throw new BodyFault('has a part whose header says a thing twice')
  return value
}

function unreadable(): never {
  throw new BodyFault('has a part whose header cannot be read')
}
