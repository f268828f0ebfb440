import type { Source } from '../model/source.ts'

/** The name of a source in functions, and its words in documentation and issues. */
export const sourceWords: Readonly<Record<Source, readonly [name: string, words: string]>> = {
  uri: ['Uri', 'the route parameters'],
  query: ['Query', 'the query string'],
  header: ['Header', 'the request headers'],
  respHeader: ['RespHeader', 'the response headers'],
  cookie: ['Cookie', 'the cookies'],
  form: ['Form', 'the form body'],
  json: ['Json', 'the JSON body'],
  xml: ['Xml', 'the XML body'],
  msgpack: ['MsgPack', 'the MessagePack body'],
  cbor: ['Cbor', 'the CBOR body'],
}

/** The name of a source's binder in a `Dto` object. The tag is `@msgpack`; methods follow Fiber's `MsgPack`. */
export function binderName(source: Source): string {
  return source === 'msgpack' ? 'msgPack' : source
}

/** A name as the second part of another. */
export function capitalized(text: string): string {
  const word = text.replace(/[^A-Za-z0-9_$]/g, '_')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export function uncapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
