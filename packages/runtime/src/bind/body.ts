import { cborValue, msgPackValue } from './binary-body.ts'
import { bodyFormat, canSayEmpty, hasBody, unsupportedBody } from './body-format.ts'
import { customBody } from './custom-binder.ts'
import { declared } from './into.ts'
import { exactJsonBody, jsonBody } from './json-body.ts'
import { checkKeys, hasMembers, type JsonObject, nothing } from './json-object.ts'
import type { Reading } from './reading.ts'
import { type Shape, takesNull } from './shape.ts'

/** What reads the body of a DTO, by its format: shapes of the decoded ones, functions of the others. */
export interface BodyFormats<R> {
  readonly json?: Shape<R>
  readonly msgpack?: Shape<R>
  readonly cbor?: Shape<R>
  readonly form?: (at: Reading) => R
  readonly xml?: (at: Reading) => R
  /** The properties that may stay out and that no decoded format has, for what a custom binder makes; behind the formats. */
  readonly optional?: readonly string[]
}

/** Reads a JSON body. */
export function readJson<R>(at: Reading, shape: Shape<R>): R {
  return readRoot(shape.options.isExact ? exactJsonBody(at) : jsonBody(at), shape, at)
}

/** Reads a MessagePack body. */
export function readMsgPack<R>(at: Reading, shape: Shape<R>): R {
  return readRoot(msgPackValue(at), shape, at)
}

/** Reads a CBOR body. */
export function readCbor<R>(at: Reading, shape: Shape<R>): R {
  return readRoot(cborValue(at), shape, at)
}

/** Reads the body by its Content-Type. */
export function readBody<R>(at: Reading, formats: BodyFormats<R>): R {
  const custom = customBody(at)
  if (custom !== undefined) return readCustom(at, formats, custom)
  const { json, msgpack, cbor, form, xml } = formats
  switch (bodyFormat(at.c)) {
    case 'json':
      if (json !== undefined) return readJson(at, json)
      break
    case 'form':
      if (form !== undefined) return form(at)
      break
    case 'xml':
      if (xml !== undefined) return xml(at)
      break
    case 'msgpack':
      if (msgpack !== undefined) return readMsgPack(at, msgpack)
      break
    case 'cbor':
      if (cbor !== undefined) return readCbor(at, cbor)
  }
  throw unsupportedBody(at.c)
}

/** As {@link readBody}, of a request that need not have one. */
export function readAnyBody<R>(at: Reading, formats: BodyFormats<R>): R {
  return hasBody(at.c) ? readBody(at, formats) : readNothing(at, formats)
}

/**
 * Reads a body that has nothing of the DTO: what stands in for its properties, and which of them are missing, by their names
 * in the format that the Content-Type says, else in the first.
 */
function readNothing<R>(at: Reading, formats: BodyFormats<R>): R {
  const sent = bodyFormat(at.c)
  const reader = (sent === undefined ? undefined : formats[sent]) ?? Object.values(formats)[0]
  at.source = 'body'
  at.isEmpty = true
  at.lacksEmptyLists = (formats.form ?? formats.xml) !== undefined && !canSayEmpty(at.c)
  return typeof reader === 'function' ? reader(at) : readMembers(nothing, reader, at)
}

/** What a custom binder made stands in for what the formats have. */
function readCustom<R>(at: Reading, formats: BodyFormats<R>, custom: object): R {
  const shape = decodedShape(formats)
  at.custom = withoutNulls(custom, shape)
  const known = declared(at.custom, [...(shape?.properties() ?? []), ...(formats.optional ?? [])])
  const made = readNothing(at, formats)
  at.custom = undefined
  return { ...known, ...made }
}

/** A `null` that the type of a property has not is as good as none. Text has no `null`. */
function withoutNulls(custom: object, shape: Shape<unknown> | undefined): object {
  const members = shape?.members() ?? []
  const nullable = shape?.properties().filter((_, i) => takesNull(members[i]?.held ?? 'null'))
  return Object.fromEntries(
    Object.entries(custom).filter(([key, value]) => value !== null || nullable?.includes(key)),
  )
}

function decodedShape<R>({ json, msgpack, cbor }: BodyFormats<R>): Shape<R> | undefined {
  return json ?? msgpack ?? cbor
}

/** Reads a whole decoded value; `undefined` is none, which is reported. */
export function readRoot<R>(value: unknown, shape: Shape<R>, at: Reading): R {
  if (hasMembers(value, at)) {
    checkKeys(value, shape, at)
    return readMembers(value, shape, at)
  }
  if (value !== undefined) at.wrong('', 'must be an object')
  return readMembers(nothing, shape, at)
}

function readMembers<R>(json: JsonObject, shape: Shape<R>, at: Reading): R {
  at.names = shape.options.names
  const made = shape.read(json, at)
  at.names = undefined
  return made
}
