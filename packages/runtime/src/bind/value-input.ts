import type { NamingSource, Origin } from '../validate/client-names.ts'
import { type BindInput, type BindSettings, defaultLimits } from './bind-input.ts'
import { readCbor, readJson, readMsgPack } from './body.ts'
import type { XmlElement } from './decoded/xml-element.ts'
import { originAt } from './origin.ts'
import { type BodyFormat, type BodyFormats, Parsers } from './parsers.ts'
import type { Reading } from './reading.ts'
import type { FormPairs } from './text/form-pairs.ts'
import type { KeyTable } from './text/key-table.ts'
import { isPairs, lastText, linesOf, textsOf, ValuePairs } from './text/value-pairs.ts'

/** A value in the place of a request's source, so that the binders read it by their own rules. */
export class ValueInput extends Parsers implements BindInput {
  readonly #value: unknown
  /** The source whose names the value has. */
  names: NamingSource

  constructor(value: unknown, source: NamingSource | 'body') {
    super()
    this.#value = value
    this.names = source === 'body' ? 'json' : source
  }

  bindSettings(): BindSettings {
    return { ...defaultLimits, parsers: this }
  }

  routeParam(name: string): string | undefined {
    return lastText(this.#value, name)
  }

  rawHeaders(): readonly string[] {
    return linesOf(this.#value)
  }

  rawResponseHeaders(): readonly string[] {
    return linesOf(this.#value)
  }

  routeParamNames(): readonly string[] {
    return []
  }

  rawQuery(): string {
    return ''
  }

  contentType(): string {
    return ''
  }

  bodyBytes(): Uint8Array {
    return new Uint8Array()
  }

  query(at: Reading, keys?: KeyTable): FormPairs {
    return new ValuePairs('query', this.#value, true, at, keys)
  }

  form(at: Reading, keys?: KeyTable): FormPairs {
    return new ValuePairs('body', this.#value, true, at, keys)
  }

  cookies(at: Reading, keys?: KeyTable): FormPairs {
    return new ValuePairs('cookie', this.#value, false, at, keys)
  }

  uri(_: Reading, name: string): readonly string[] | undefined {
    return textsOf(this.#value, name)
  }

  json(at: Reading): unknown {
    at.source = 'body'
    at.isDecoded = true
    return this.#value
  }

  msgPack(at: Reading): unknown {
    at.isBinary = true
    return this.json(at)
  }

  cbor(at: Reading): unknown {
    return this.msgPack(at)
  }

  xml(at: Reading): XmlElement | undefined {
    return at.wrong('', 'cannot be read')
  }

  /** Pairs are a form, any other value is decoded where the DTO has a decoded format. */
  body<R>(at: Reading, { form, json, msgpack, cbor, xml }: BodyFormats<R>): R {
    const isForm = isPairs(this.#value) || (json ?? msgpack ?? cbor) === undefined
    if (isForm && form !== undefined) {
      this.names = 'form'
      return form(at)
    }
    if (json !== undefined) return readJson(at, json)
    if (msgpack !== undefined) return readMsgPack(at, msgpack)
    if (cbor !== undefined) return readCbor(at, cbor)
    if (xml !== undefined) return xml(at)
    throw new TypeError('the body has no format')
  }

  bodyFormat(): BodyFormat | undefined {
    const { names } = this
    return names === 'json' || names === 'form' ? names : undefined
  }

  bodyOrigin(): Origin {
    return originAt(this.names, true)
  }
}
