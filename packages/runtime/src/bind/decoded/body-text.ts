import { checkCharset } from '../../request/media-type.ts'
import type { BindInput } from '../reading/bind-input.ts'

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The body as UTF-8; invalid bytes become U+FFFD. @throws HttpError 415 for another charset. */
export function bodyText(c: TextInput): string {
  checkCharset(c.contentType())
  return c.bodyText?.() ?? decodeUtf8(c.bodyBytes())
}

/** An input whose body may have come as text, such as a message of a WebSocket. */
interface TextInput extends BindInput {
  readonly bodyText?: () => string | undefined
}

/** Decodes UTF-8; invalid bytes become U+FFFD. */
export function decodeUtf8(bytes: NodeBytes, start = 0, end: number = bytes.length): string {
  // On short bodies Node's own decoder is several times faster than TextDecoder, with the same result.
  return bytes.utf8Slice === undefined ? utf8.decode(bytes.subarray(start, end)) : bytes.utf8Slice(start, end)
}

/** The text of a JSON or XML body without a byte order mark, which is not part of it (RFC 8259 section 8.1). */
export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Bytes that may be a Buffer of node, with its own decoder. */
interface NodeBytes extends Uint8Array {
  readonly utf8Slice?: (start: number, end: number) => string
}
