/** Sources of a property; each is a tag. */
export type Source =
  | 'uri'
  | 'query'
  | 'header'
  | 'respHeader'
  | 'cookie'
  | 'form'
  | 'json'
  | 'xml'
  | 'msgpack'
  | 'cbor'

/** In the order of the generated functions. */
export const sources: readonly Source[] = [
  'uri',
  'query',
  'header',
  'respHeader',
  'cookie',
  'form',
  'json',
  'xml',
  'msgpack',
  'cbor',
]

/** Body formats; `@body` means all of them. */
export const bodySources: readonly Source[] = ['form', 'json', 'xml', 'msgpack', 'cbor']

/** Sources whose values are text. */
export const textSources: readonly Source[] = ['uri', 'query', 'header', 'respHeader', 'cookie', 'form']

/** Sources in `@bindingSource`; `body` means any format. */
export type BindingSource = 'uri' | 'body' | 'query' | 'header' | 'cookie'

/** The order of `All` (section 2.3 of the interface). */
export const defaultOrder: readonly BindingSource[] = ['uri', 'body', 'query', 'header', 'cookie']

export function isBodySource(source: Source | 'body'): boolean {
  return bodySources.some((one) => one === source)
}

/** Formats that decode to JavaScript values and share their readers. */
export type DecodedSource = 'json' | 'msgpack' | 'cbor'

export function isDecoded(source: Source): source is DecodedSource {
  return source === 'json' || source === 'msgpack' || source === 'cbor'
}

export function isTextSource(source: Source): boolean {
  return textSources.includes(source)
}

/** Whether a source has no notation for an empty list. */
export function lacksEmptyLists(source: Source): boolean {
  return isTextSource(source) || source === 'xml'
}
