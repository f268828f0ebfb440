import { mustBeObject } from '../../error/english-issues.ts'
import type { BodyFormat, BodyFormats } from '../parsers/body-formats.ts'
import { parsersOf } from '../parsers/parsers.ts'
import type { BindInput } from '../reading/bind-input.ts'
import type { Reading } from '../reading/reading.ts'
import { checkKeys, checkNulls, hasMembers, type JsonObject, nothing } from '../shape/json-object.ts'
import type { Shape } from '../shape/shape.ts'
import type { WholeShape } from '../shape/value-shape.ts'

/** Reads a JSON body. */
export function readJson<R>(at: Reading, shape: WholeShape<R>): R {
  return readRoot(parsersOf(at.c).json(at, shape.options.isExact ?? false), shape, at)
}

/** Reads a MessagePack body. */
export function readMsgPack<R>(at: Reading, shape: WholeShape<R>): R {
  return readRoot(parsersOf(at.c).msgPack(at), shape, at)
}

/** Reads a CBOR body. */
export function readCbor<R>(at: Reading, shape: WholeShape<R>): R {
  return readRoot(parsersOf(at.c).cbor(at), shape, at)
}

/** Reads the body by its Content-Type. */
export function readBody<R>(at: Reading, formats: BodyFormats<R>): R {
  return parsersOf(at.c).body(at, formats, false)
}

/** {@link readBody} for an optional body. */
export function readAnyBody<R>(at: Reading, formats: BodyFormats<R>): R {
  return parsersOf(at.c).body(at, formats, true)
}

/** The name of a property in the format of the body, for a property with several names. */
export function sentName<N extends string | readonly string[]>(
  c: BindInput,
  names: Readonly<Partial<Record<BodyFormat, N>>>,
  usual: N,
): N {
  const format = parsersOf(c).bodyFormat(c)
  return (format === undefined ? undefined : names[format]) ?? usual
}

/** Reads a whole decoded value; `undefined` means that it was reported as unreadable. */
function readRoot<R>(value: unknown, shape: WholeShape<R>, at: Reading): R {
  if ('of' in shape) {
    if (at.emptyBody !== undefined) at.wrong('', at.emptyBody)
    return shape.read(value, at)
  }
  if (hasMembers(value, at)) {
    checkKeys(value, shape, at)
    const made = readMembers(value, shape, at)
    if (at.refusesNull) checkNulls(value, shape, at)
    return made
  }
  if (value !== undefined) at.wrong('', mustBeObject)
  return readMembers(nothing, shape, at)
}

/** Reads the members of an object. */
export function readMembers<R>(json: JsonObject, shape: Shape<R>, at: Reading): R {
  at.names = shape.options.names
  const made = shape.read(json, at)
  at.names = undefined
  return made
}
