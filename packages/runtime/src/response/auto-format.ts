import { escapeHtml } from './escape-html.ts'

/** The formats that `autoFormat` offers, in order. */
type AutoFormat = 'html' | 'json' | 'txt' | 'xml' | 'msgpack' | 'cbor'

const types: Readonly<Record<string, AutoFormat>> = {
  'text/html': 'html',
  'application/json': 'json',
  'text/plain': 'txt',
  'application/xml': 'xml',
  'application/vnd.msgpack': 'msgpack',
  'application/cbor': 'cbor',
}

/** The offered media types; the binary ones only when configured. */
export function autoFormatOffers(msgPack: boolean, cbor: boolean): string[] {
  return Object.keys(types).filter(
    (type) => (types[type] !== 'msgpack' || msgPack) && (types[type] !== 'cbor' || cbor),
  )
}

export function autoFormatOf(mediaType: string): AutoFormat {
  return types[mediaType] ?? 'txt'
}

/** A value as readable text: text unchanged, bytes as UTF-8, lists and objects as JSON. */
export function shownText(value: unknown, toJson: (value: unknown) => string | undefined): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return new TextDecoder().decode(value)
  if (typeof value === 'object' && value !== null) return toJson(value) ?? ''
  return String(value)
}

export function htmlParagraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}
