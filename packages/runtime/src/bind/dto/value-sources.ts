import { isUnreadable } from '../../error/english-issues.ts'
import type { NamingSource } from '../../validate/rule-issue.ts'
import type { BodyFormats } from '../parsers/body-formats.ts'
import type { Parsers } from '../parsers/parsers.ts'
import type { BindInput } from '../reading/bind-input.ts'
import type { Reading } from '../reading/reading.ts'
import { readCbor, readJson, readMsgPack } from '../sources/body.ts'
import { ValuePairs } from '../sources/value-pairs.ts'
import { isPairs } from '../sources/value-texts.ts'
import type { KeyTable } from '../text/key-table.ts'
import { ValueInput, type ValueSource, valueSource } from './value-input.ts'

/** A record of texts, or pairs such as a FormData. */
export function textSource(names: NamingSource): ValueSource {
  return valueSource(names, true, textParsers())
}

/** A value as JSON, MessagePack or CBOR decodes it. */
export function decodedSource(names: 'json' | 'msgpack' | 'cbor'): ValueSource {
  return valueSource(names, false, decodedParsers())
}

/** A body of a DTO without forms. */
export function decodedBodySource(): ValueSource {
  return valueSource('json', false, { ...decodedParsers(), xml: unreadable, body: decodedBody })
}

/** A body: pairs are a form, any other value is decoded where the DTO has a decoded format. */
export function bodySource(): ValueSource {
  return valueSource('json', false, { ...decodedParsers(), held, form, xml: unreadable, body })
}

/** The sources that a value does not have. */
const none = {
  query: refuse,
  form: refuse,
  cookies: refuse,
  json: refuse,
  msgPack: refuse,
  cbor: refuse,
  xml: refuse,
  body: refuse,
}

function refuse(): never {
  throw new TypeError('the binder reads another source than the value stands for')
}

function textParsers(): Partial<Parsers> {
  return {
    ...none,
    held,
    query: (at, keys) => new ValuePairs('query', true, at, keys),
    form,
    cookies: (at, keys) => new ValuePairs('cookie', false, at, keys),
  }
}

function held(c: BindInput): unknown {
  return c instanceof ValueInput ? c.held : undefined
}

function form(at: Reading, keys?: KeyTable): ValuePairs {
  return new ValuePairs('body', true, at, keys)
}

function decodedParsers(): Partial<Parsers> {
  return { ...none, json: decoded, msgPack: binary, cbor: binary }
}

function decoded(at: Reading): unknown {
  at.source = 'body'
  at.isDecoded = true
  return held(at.c)
}

function binary(at: Reading): unknown {
  at.isBinary = true
  return decoded(at)
}

function unreadable(at: Reading): undefined {
  return at.wrong('', isUnreadable)
}

function body<R>(at: Reading, formats: BodyFormats<R>): R {
  const { form, json, msgpack, cbor } = formats
  const isForm = isPairs(held(at.c)) || (json ?? msgpack ?? cbor) === undefined
  if (form === undefined || !isForm) return decodedBody(at, formats)
  if (at.c instanceof ValueInput) at.c.names = 'form'
  return form(at)
}

function decodedBody<R>(at: Reading, { json, msgpack, cbor, xml }: BodyFormats<R>): R {
  if (json !== undefined) return readJson(at, json)
  if (msgpack !== undefined) return readMsgPack(at, msgpack)
  if (cbor !== undefined) return readCbor(at, cbor)
  if (xml !== undefined) return xml(at)
  throw new TypeError('the body has no format')
}
