import type { NamingSource, Origin } from '../validate/client-names.ts'
import { type BindInput, type BindSettings, defaultLimits } from './bind-input.ts'
import { readCbor, readJson, readMsgPack } from './body.ts'
import type { XmlElement } from './decoded/xml-element.ts'
import { originAt } from './origin.ts'
import type { BodyFormat, BodyFormats, Parsers } from './parsers.ts'
import type { Reading } from './reading.ts'
import { isPairs, lastText, linesOf, textsOf } from './text/value-texts.ts'

/** A value in the place of a request's source, so that the binders read it by their own rules. */
export class ValueInput implements Parsers, BindInput {
  readonly held: unknown
  /** The source whose names the value has. */
  names: NamingSource

  constructor(value: unknown, source: NamingSource | 'body') {
    this.held = value
    this.names = source === 'body' ? 'json' : source
  }

  bindSettings(): BindSettings {
    return { ...defaultLimits, parsers: this }
  }

  routeParam(name: string): string | undefined {
    return lastText(this.held, name)
  }

  rawHeaders(): readonly string[] {
    return linesOf(this.held)
  }

  rawResponseHeaders(): readonly string[] {
    return linesOf(this.held)
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

  query(): undefined {}

  form(): undefined {}

  cookies(): undefined {}

  uri(_: Reading, name: string): readonly string[] | undefined {
    return textsOf(this.held, name)
  }

  json(at: Reading): unknown {
    at.source = 'body'
    at.isDecoded = true
    return this.held
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
    const isForm = isPairs(this.held) || (json ?? msgpack ?? cbor) === undefined
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
