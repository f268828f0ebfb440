import type { NamingSource } from '../validate/client-names.ts'
import { type BindInput, type BindSettings, defaultLimits } from './bind-input.ts'
import { readCbor, readJson, readMsgPack } from './body.ts'
import type { XmlElement } from './decoded/xml-element.ts'
import type { BodyFormat, BodyFormats, Parsers } from './parsers.ts'
import type { Reading } from './reading.ts'
import { isPairs } from './text/value-texts.ts'

/** A value in the place of a request's source, so that the binders read it by their own rules. */
export class ValueInput implements BindInput {
  readonly held: unknown
  /** The source whose names the value has. */
  names: NamingSource

  constructor(value: unknown, source: NamingSource | 'body') {
    this.held = value
    this.names = source === 'body' ? 'json' : source
  }

  bindSettings(): BindSettings {
    return settings
  }

  /** The readers of a text source take its texts from the value. */
  routeParam(): undefined {}

  rawHeaders(): readonly string[] {
    return []
  }

  rawResponseHeaders(): readonly string[] {
    return []
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
}

/** Stateless, so that all values share their settings. */
class ValueParsers implements Parsers {
  held(c: BindInput): unknown {
    return inputOf(c).held
  }

  query(): undefined {}

  form(): undefined {}

  cookies(): undefined {}

  json(at: Reading): unknown {
    at.source = 'body'
    at.isDecoded = true
    return inputOf(at.c).held
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
    const input = inputOf(at.c)
    const isForm = isPairs(input.held) || (json ?? msgpack ?? cbor) === undefined
    if (isForm && form !== undefined) {
      input.names = 'form'
      return form(at)
    }
    if (json !== undefined) return readJson(at, json)
    if (msgpack !== undefined) return readMsgPack(at, msgpack)
    if (cbor !== undefined) return readCbor(at, cbor)
    if (xml !== undefined) return xml(at)
    throw new TypeError('the body has no format')
  }

  bodyFormat(c: BindInput): BodyFormat | undefined {
    const { names } = inputOf(c)
    return names === 'json' || names === 'form' ? names : undefined
  }

  /** A schema reports the rules itself. */
  refuse(): never {
    throw new TypeError('only a request is bound')
  }
}

const settings: BindSettings = /* @__PURE__ */ valueSettings()

function valueSettings(): BindSettings {
  return { ...defaultLimits, parsers: new ValueParsers() }
}

function inputOf(c: BindInput): ValueInput {
  if (c instanceof ValueInput) return c
  throw new TypeError('only a value has these parsers')
}
