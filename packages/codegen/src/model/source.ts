/** Where a property may be bound from; each is a tag. */
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

/** In the order of the functions of a generated file. */
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

/** The formats of a body; `@body` stands for all of them. */
export const bodySources: readonly Source[] = ['form', 'json', 'xml', 'msgpack', 'cbor']

/** Sources whose values are text. */
export const textSources: readonly Source[] = ['uri', 'query', 'header', 'respHeader', 'cookie', 'form']

/** What a request is read from in turn: the body is one, whatever its format. */
export type BindingSource = 'uri' | 'body' | 'query' | 'header' | 'cookie'

/** The order of `All` (section 2.3 of the interface). */
export const defaultOrder: readonly BindingSource[] = ['uri', 'body', 'query', 'header', 'cookie']

export function isBodySource(source: Source | 'body'): boolean {
  return bodySources.some((one) => one === source)
}

export function isTextSource(source: Source): boolean {
  return textSources.includes(source)
}
