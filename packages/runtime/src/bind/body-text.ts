import type { BindInput } from './bind-input.ts'

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The body as text: UTF-8, whatever the header says (RFC 8259 section 8.1); bytes that are none become U+FFFD. */
export function bodyText(c: BindInput): string {
  return decodeUtf8(c.bodyBytes())
}

/** UTF-8 as text; bytes that are none become U+FFFD. */
export function decodeUtf8(bytes: NodeBytes, start = 0, end: number = bytes.length): string {
  // Node's own decoder is several times faster than TextDecoder on short bodies, and gives the same text.
  return bytes.utf8Slice === undefined ? utf8.decode(bytes.subarray(start, end)) : bytes.utf8Slice(start, end)
}

/** Bytes that are a Buffer under node, which has a decoder of its own. */
interface NodeBytes extends Uint8Array {
  readonly utf8Slice?: (start: number, end: number) => string
}
