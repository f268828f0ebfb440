import { bodyFormat, canSayEmpty, hasBody, unsupportedBody } from './body-format.ts'
import { customBinderOf, customBody } from './custom-binder.ts'
import { cborValue, msgPackValue } from './decoded/binary-body.ts'
import { exactJsonBody, jsonBody } from './decoded/json-body.ts'
import { checkKeys, hasMembers, type JsonObject, nothing } from './decoded/json-object.ts'
import { declared } from './into.ts'
import type { Reading } from './reading.ts'
import { type Shape, takesNull } from './shape.ts'
import { ValueShape, type WholeShape } from './value-shape.ts'

/** The readers of a DTO's body by format: a shape for decoded formats, a function for others. */
export interface BodyFormats<R> {
  readonly json?: WholeShape<R>
  readonly msgpack?: WholeShape<R>
  readonly cbor?: WholeShape<R>
  readonly form?: (at: Reading) => R
  readonly xml?: (at: Reading) => R
  /** Optional properties that only a custom binder fills, as no decoded format has them. Must be the last member. */
  readonly optional?: readonly string[]
}

/** Reads a JSON body. */
export function readJson<R>(at: Reading, shape: WholeShape<R>): R {
  const { isExact = false } = shape.options
  return readRoot(isExact === false ? jsonBody(at) : exactJsonBody(at, isExact), shape, at)
}

/** Reads a MessagePack body. */
export function readMsgPack<R>(at: Reading, shape: WholeShape<R>): R {
  return readRoot(msgPackValue(at), shape, at)
}

/** Reads a CBOR body. */
export function readCbor<R>(at: Reading, shape: WholeShape<R>): R {
  return readRoot(cborValue(at), shape, at)
}

/** Reads the body by its Content-Type. */
export function readBody<R>(at: Reading, formats: BodyFormats<R>): R {
  if (customBinderOf(at.c) !== undefined) return readCustom(at, formats)
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

/** {@link readBody} for an optional body. */
export function readAnyBody<R>(at: Reading, formats: BodyFormats<R>): R {
  return hasBody(at.c) ? readBody(at, formats) : readNothing(at, formats)
}

/**
 * Reads an absent body: fills in defaults and reports missing properties, by their names in the format of the
 * Content-Type or otherwise the first one.
 */
function readNothing<R>(at: Reading, formats: BodyFormats<R>): R {
  const sent = bodyFormat(at.c)
  const reader = (sent === undefined ? undefined : formats[sent]) ?? Object.values(formats)[0]
  at.source = 'body'
  at.isEmpty = true
  at.lacksEmptyLists = (formats.form ?? formats.xml) !== undefined && !canSayEmpty(at.c)
  if (typeof reader === 'function') return reader(at)
  return reader instanceof ValueShape ? reader.readNothing(at) : readMembers(nothing, reader, at)
}

/** Uses the result of a custom binder in place of the body's values. */
function readCustom<R>(at: Reading, formats: BodyFormats<R>): R {
  const shape = decodedShape(formats)
  // Only the custom binder knows the type of its value.
  if (shape instanceof ValueShape) return customBody(at, shape.empty()) as R
  at.custom = withoutNulls(customBody(at) ?? {}, shape)
  const known = declared(at.custom, [...knownTo(shape, at.custom), ...(formats.optional ?? [])])
  const made = readNothing(at, formats)
  at.custom = undefined
  return { ...known, ...made }
}

/** The properties to take from a custom binder; all of them, for a type with an index signature. */
function knownTo(shape: Shape<unknown> | undefined, custom: object): readonly string[] {
  if (shape?.options.others === undefined) return shape?.properties() ?? []
  return Object.keys(custom).filter((key) => key !== '__proto__')
}

/** A `null` counts as absent unless the property's type includes it. Text has no `null`. */
function withoutNulls(custom: object, shape: Shape<unknown> | undefined): object {
  const members = shape?.members() ?? []
  const names = shape?.properties() ?? []
  const others = shape?.options.others?.()
  const isNullable = (key: string): boolean => {
    const held = names.includes(key) ? members[names.indexOf(key)]?.held : others
    return held !== undefined && takesNull(held)
  }
  return Object.fromEntries(
    Object.entries(custom).filter(([key, value]) => value !== null || isNullable(key)),
  )
}

function decodedShape<R>({ json, msgpack, cbor }: BodyFormats<R>): WholeShape<R> | undefined {
  return json ?? msgpack ?? cbor
}

/** Reads a whole decoded value; `undefined` means that it was reported as unreadable. */
export function readRoot<R>(value: unknown, shape: WholeShape<R>, at: Reading): R {
  if (shape instanceof ValueShape) return shape.read(value, at)
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
