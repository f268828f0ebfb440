import type { Sent } from './measure.ts'
import type { NotationName } from './notations.ts'
import { repeated } from './repeated.ts'

/** One try of a search: a unit that is repeated in a member. */
export interface Candidate {
  readonly notation: NotationName
  readonly dto: string
  /** The text before and after the units; in MessagePack, `N` in it is their count. */
  readonly head: string
  readonly tail: string
  readonly unit: string
}

const contentTypes: Readonly<Partial<Record<NotationName, string>>> = {
  json: 'application/json',
  jsonMembers: 'application/json',
  cbor: 'application/cbor',
  msgpack: 'application/vnd.msgpack',
  xml: 'application/xml',
  form: 'application/x-www-form-urlencoded',
}

/** Node accepts at most 16 KiB of request line and headers. */
export const maxHead = 14_000

/** Whether it is in the body, which may be large. */
export function isBody({ notation }: Candidate): boolean {
  return contentTypes[notation] !== undefined
}

export function sentOf(one: Candidate, size: number): Sent {
  const contentType = contentTypes[one.notation]
  if (contentType !== undefined) {
    return { path: `/${one.dto}/body`, headers: { 'Content-Type': contentType }, body: bodyOf(one, size) }
  }
  const body = new Uint8Array()
  const most = Math.min(size, maxHead)
  if (one.notation === 'query') {
    const text = encoded(one.head) + repeatedText(encoded(one.unit), most) + encoded(one.tail)
    return { path: `/${one.dto}/query?${text}`, headers: {}, body }
  }
  const text = one.head + repeatedText(one.unit, most) + one.tail
  // Bytes that node's client cannot send are not tried.
  const value = text.replace(/[^\t\x20-\x7e]/g, '')
  const headers = one.notation === 'cookie' ? { Cookie: value } : headersOf(value)
  return { path: `/${one.dto}/${one.notation}`, headers, body }
}

/**
 * As in a URL, where one character may take nine; a lone surrogate, which a search may leave, becomes
 * U+FFFD.
 */
function encoded(text: string): string {
  return encodeURI(Buffer.from(text).toString())
}

function headersOf(value: string): Readonly<Record<string, string>> {
  return { 'X-Request-Id': 'a', 'If-None-Match': value }
}

export function bodyOf({ notation, head, tail, unit }: Candidate, size: number): Uint8Array {
  const isHex = notation === 'cbor' || notation === 'msgpack'
  const bytes = (text: string): Buffer => Buffer.from(text, isHex ? 'hex' : 'utf8')
  const separator = notation === 'json' || notation === 'jsonMembers' ? ',' : ''
  const at = (i: number): Buffer => bytes((i === 0 ? '' : separator) + unit.replaceAll('{i}', String(i)))
  const units = repeated(at, size)
  const count = units.count.toString(16).padStart(8, '0')
  return Buffer.concat([bytes(head.replace('N', count)), units.bytes, bytes(tail)])
}

function repeatedText(unit: string, size: number): string {
  let text = ''
  for (let i = 0; text.length < size; i++) text += unit.replaceAll(/\{i\}|%7Bi%7D/g, String(i))
  return text.slice(0, size)
}
