import { bodyFormat, canSayEmpty, isUntypedEmpty, unsupportedBody } from '../parsers/body-format.ts'
import type { BodyFormats } from '../parsers/body-formats.ts'
import { emptyBody, refuseEmpty } from '../reading/empty-body.ts'
import { declared } from '../reading/into.ts'
import type { Reading } from '../reading/reading.ts'
import { nothing } from '../shape/json-object.ts'
import { propertiesOf, type Shape, takesNull } from '../shape/shape.ts'
import { ValueShape, type WholeShape } from '../shape/value-shape.ts'
import { readCbor, readJson, readMembers, readMsgPack } from '../sources/body.ts'
import { customBinderOf, customBody } from './custom-binder.ts'

/** Reads the body by its Content-Type. */
export function readSentBody<R>(at: Reading, formats: BodyFormats<R>): R {
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
  if (!isUntypedEmpty(at.c)) throw unsupportedBody(at.c, formats)
  emptyBody(at)
  if (decodedShape(formats) instanceof ValueShape) refuseEmpty(at)
  return readNothing(at, formats)
}

/**
 * Reads an absent body: fills in defaults and reports missing properties, by their names in the format of the
 * Content-Type or otherwise the first one.
 */
export function readNothing<R>(at: Reading, formats: BodyFormats<R>): R {
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
  if (shape?.options.others === undefined) return shape === undefined ? [] : propertiesOf(shape)
  return Object.keys(custom).filter((key) => key !== '__proto__')
}

/** A `null` counts as absent unless the property's type includes it. Text has no `null`. */
function withoutNulls(custom: object, shape: Shape<unknown> | undefined): object {
  const members = shape?.members() ?? []
  const names = shape === undefined ? [] : propertiesOf(shape)
  const others = shape?.options.others?.()
  const isNullable = (key: string): boolean => {
    const type = names.includes(key) ? members[names.indexOf(key)]?.type : others
    return type !== undefined && takesNull(type)
  }
  return Object.fromEntries(
    Object.entries(custom).filter(([key, value]) => value !== null || isNullable(key)),
  )
}

function decodedShape<R>({ json, msgpack, cbor }: BodyFormats<R>): WholeShape<R> | undefined {
  return json ?? msgpack ?? cbor
}
