import { FileHeader } from '../request/file-header.ts'
import { readBase64 } from './base64.ts'
import type { Faults } from './faults.ts'
import { hasMembers, type JsonObject, jsonObject } from './json-body.ts'
import { readDate } from './rfc3339.ts'
import {
  asBigint,
  asDate,
  asInt,
  asInt8,
  asInt16,
  asInt32,
  asInt64,
  asUint,
  asUint8,
  asUint16,
  asUint32,
  asUint64,
  type BigScalar,
  maxFloat32,
  type OneOf,
  type Scalar,
  type WholeScalar,
} from './scalar.ts'

/**
 * Reads one value of a decoded body, strictly: text is no number and no number is text.
 * `undefined` when the value is absent, or wrong and reported.
 */
export type JsonReader<T> = (value: unknown, key: string | number, faults: Faults) => T | undefined

export function jsonString(value: unknown, key: string | number, faults: Faults): string | undefined {
  if (typeof value === 'string') return value
  return value === undefined ? undefined : faults.wrong(key, 'must be a string')
}

export function jsonBool(value: unknown, key: string | number, faults: Faults): boolean | undefined {
  if (typeof value === 'boolean') return value
  return value === undefined ? undefined : faults.wrong(key, 'must be true or false')
}

/** A finite number: `1e400`, which JSON.parse makes Infinity, is refused. */
export function jsonNumber(value: unknown, key: string | number, faults: Faults): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'bigint') return Number(value)
  return value === undefined ? undefined : faults.wrong(key, 'must be a number')
}

export function jsonFloat32(value: unknown, key: string | number, faults: Faults): number | undefined {
  const number = jsonNumber(value, key, faults)
  if (number === undefined || Math.abs(number) <= maxFloat32) return number
  return faults.wrong(key, 'must be a 32-bit number')
}

export function jsonInt(value: unknown, key: string | number, faults: Faults): number | undefined {
  return whole(value, key, faults, asInt)
}

export function jsonInt8(value: unknown, key: string | number, faults: Faults): number | undefined {
  return whole(value, key, faults, asInt8)
}

export function jsonInt16(value: unknown, key: string | number, faults: Faults): number | undefined {
  return whole(value, key, faults, asInt16)
}

export function jsonInt32(value: unknown, key: string | number, faults: Faults): number | undefined {
  return whole(value, key, faults, asInt32)
}

export function jsonUint(value: unknown, key: string | number, faults: Faults): number | undefined {
  return whole(value, key, faults, asUint)
}

export function jsonUint8(value: unknown, key: string | number, faults: Faults): number | undefined {
  return whole(value, key, faults, asUint8)
}

export function jsonUint16(value: unknown, key: string | number, faults: Faults): number | undefined {
  return whole(value, key, faults, asUint16)
}

export function jsonUint32(value: unknown, key: string | number, faults: Faults): number | undefined {
  return whole(value, key, faults, asUint32)
}

/** `2.0` and `1e3` are whole; a bigint is a number that came in 64 bits. */
function whole(given: unknown, key: string | number, faults: Faults, type: WholeScalar): number | undefined {
  const value = typeof given === 'bigint' ? Number(given) : given
  if (typeof value === 'number' && Number.isInteger(value) && value >= type.min && value <= type.max) {
    return value + 0 // 0 for -0
  }
  return value === undefined ? undefined : faults.wrong(key, type.expected)
}

export function jsonInt64(value: unknown, key: string | number, faults: Faults): bigint | undefined {
  return bigWhole(value, key, faults, asInt64)
}

export function jsonUint64(value: unknown, key: string | number, faults: Faults): bigint | undefined {
  return bigWhole(value, key, faults, asUint64)
}

export function jsonBigint(value: unknown, key: string | number, faults: Faults): bigint | undefined {
  return bigWhole(value, key, faults, asBigint)
}

/** Exact past 2^53 when the body was read by `exactJsonBody`. */
function bigWhole(value: unknown, key: string | number, faults: Faults, type: BigScalar): bigint | undefined {
  if (value === undefined) return undefined
  const big = typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof big !== 'bigint') return faults.wrong(key, type.expected)
  if (type.min !== undefined && big < type.min) return faults.wrong(key, type.expected)
  if (type.max !== undefined && big > type.max) return faults.wrong(key, type.expected)
  return big
}

/** Base64 text (RFC 4648 section 4) in JSON, bytes where the format has them. */
export function jsonBytes(value: unknown, key: string | number, faults: Faults): Uint8Array | undefined {
  if (value === undefined) return undefined
  if (value instanceof Uint8Array) return value
  if (faults.isBinary) return faults.wrong(key, 'must be bytes')
  return (typeof value === 'string' ? readBase64(value) : undefined) ?? faults.wrong(key, 'must be base64')
}

/** RFC 3339 text, or a date where the format has dates. */
export function jsonDate(value: unknown, key: string | number, faults: Faults): Date | undefined {
  if (value === undefined || value instanceof Date) return value
  return (typeof value === 'string' ? readDate(value) : undefined) ?? faults.wrong(key, asDate.expected)
}

export function jsonOneOf<T>(
  value: unknown,
  key: string | number,
  faults: Faults,
  type: OneOf<T>,
): T | undefined {
  if (value === undefined) return undefined
  return type.values.find((one) => isSame(one, value)) ?? faults.wrong(key, type.expected)
}

/** Decoders give a whole number as `number` or `bigint` by its size, whatever the type has. */
function isSame(one: unknown, value: unknown): boolean {
  if (typeof one === typeof value) return one === value
  if (typeof one === 'bigint') return Number.isInteger(value) && one === BigInt(Number(value))
  return typeof value === 'bigint' && typeof one === 'number' && one === Number(value)
}

/** A file: no body decodes to one, but an object that is read through Standard Schema may hold it. */
export function jsonFile(value: unknown, key: string | number, faults: Faults): FileHeader | undefined {
  if (value === undefined || value instanceof FileHeader) return value
  return faults.wrong(key, 'must be a file')
}

/** Text that a class parses. */
export function jsonParsed<T>(
  value: unknown,
  key: string | number,
  faults: Faults,
  type: Scalar<T>,
): T | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string') return faults.wrong(key, type.expected)
  return type.read(value) ?? faults.wrong(key, type.expected, type.cause?.(value))
}

/** An object of any keys, whose values `read` takes. It has no prototype, so that no key is special. */
export function jsonRecord<T>(
  value: unknown,
  key: string | number,
  faults: Faults,
  read: JsonReader<T>,
): Record<string, T> | undefined {
  if (value === undefined) return undefined
  if (!hasMembers(value, faults)) return faults.wrong(key, 'must be an object')
  const record: Record<string, T> = Object.create(null)
  faults.enter(key)
  for (const name of Object.keys(value)) {
    const one =
      name === protoKey ? faults.wrong(name, 'is not allowed as a key') : read(value[name], name, faults)
    if (one !== undefined) record[name] = one
  }
  faults.leave()
  return record
}

/** What a copy of a record would take for its prototype. */
export const protoKey = '__proto__'

/** The member that tells the objects of a union apart; `undefined` when the object is absent, or none of them. */
export function discriminantOf<T>(
  value: unknown,
  key: string | number,
  member: string,
  known: OneOf<T>,
  faults: Faults,
): T | undefined {
  if (value === undefined) return undefined
  if (!hasMembers(value, faults)) return faults.wrong(key, 'must be an object')
  faults.enter(key)
  const found = jsonOneOf(ownMember(value, member), member, faults, known)
  // The object is there and wrong: reported as missing, it would be missed a second time by whoever asked for it.
  if (found === undefined && !Object.hasOwn(value, member)) faults.wrong(member, 'is required')
  faults.leave()
  return found
}

/** A list of text; the decoded array itself, which nobody else holds. */
export function jsonStrings(value: unknown, key: string | number, faults: Faults): string[] | undefined {
  if (isStrings(value) && faults.mayEnter()) return value
  return jsonList(value, key, faults, jsonString)
}

/** A list of numbers: the decoded array itself, when each of its elements is one. */
export function jsonNumbers(value: unknown, key: string | number, faults: Faults): number[] | undefined {
  if (isNumbers(value) && faults.mayEnter()) return value
  return jsonList(value, key, faults, jsonNumber)
}

export function isNumbers(value: unknown): value is number[] {
  if (!Array.isArray(value)) return false
  for (let i = 0; i < value.length; i++) {
    if (!Number.isFinite(value[i])) return false
  }
  return true
}

export function isStrings(value: unknown): value is string[] {
  if (!Array.isArray(value)) return false
  for (let i = 0; i < value.length; i++) {
    if (typeof value[i] !== 'string') return false
  }
  return true
}

/** A list whose elements `read` takes. */
export function jsonList<T>(
  value: unknown,
  key: string | number,
  faults: Faults,
  read: JsonReader<T>,
): T[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) return faults.wrong(key, 'must be a list')
  const list: T[] = []
  faults.enter(key)
  for (let i = 0; i < value.length; i++) {
    const element = read(value[i], i, faults)
    if (element !== undefined) list.push(element)
  }
  faults.leave()
  return list
}

/**
 * Steps into the object at `key`, to be left by `faults.leave()`. An absent one is `undefined`; one that is no object is
 * reported and has no members.
 */
export function enterObject(
  value: unknown,
  key: string | number,
  keys: readonly string[],
  faults: Faults,
): JsonObject | undefined {
  if (value === undefined) return undefined
  faults.enter(key)
  return jsonObject(value, '', keys, faults)
}

/** A member that the object has itself, for keys that every object inherits (`constructor`, `toString`). */
export function ownMember(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
