import type { Key } from '../error/issue-details.ts'
import { FileHeader } from '../request/file-header.ts'
import { readBase64 } from './base64.ts'
import { checkKeys, hasMembers } from './json-object.ts'
import type { Reading } from './reading.ts'
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
  type WholeScalar,
} from './scalar.ts'
import type { Shape } from './shape.ts'

/**
 * Reads one value of a decoded body, strictly: text is no number and no number is text. What it returns for a value that is
 * wrong, or absent with nothing to stand in for it, is seen by nobody, as that is a fault.
 */
export type JsonReader<T> = (value: unknown, key: Key, at: Reading) => T

/** What becomes of a value that is not of its type: a fault, unless it is absent and `or` or `out` stands in for it. */
export function misfit<T>(value: unknown, key: Key, at: Reading, expected: string, or?: T): T {
  if (value !== undefined) return at.wrong(key, expected) as never
  return or === undefined ? at.required(key) : at.orElse(key, or)
}

export function jsonString(value: unknown, key: Key, at: Reading, or?: string): string {
  return typeof value === 'string' ? value : misfit(value, key, at, 'must be a string', or)
}

export function jsonBool(value: unknown, key: Key, at: Reading, or?: boolean): boolean {
  return typeof value === 'boolean' ? value : misfit(value, key, at, 'must be true or false', or)
}

/** A finite number: `1e400`, which JSON.parse makes Infinity, is refused. */
export function jsonNumber(value: unknown, key: Key, at: Reading, or?: number): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return typeof value === 'bigint' ? Number(value) : misfit(value, key, at, 'must be a number', or)
}

export function jsonFloat32(value: unknown, key: Key, at: Reading, or?: number): number {
  const isWide = typeof value === 'number' && Number.isFinite(value) && Math.abs(value) > maxFloat32
  return isWide ? misfit(value, key, at, 'must be a 32-bit number') : jsonNumber(value, key, at, or)
}

export function jsonInt(value: unknown, key: Key, at: Reading, or?: number): number {
  return whole(value, key, at, asInt, or)
}

export function jsonInt8(value: unknown, key: Key, at: Reading, or?: number): number {
  return whole(value, key, at, asInt8, or)
}

export function jsonInt16(value: unknown, key: Key, at: Reading, or?: number): number {
  return whole(value, key, at, asInt16, or)
}

export function jsonInt32(value: unknown, key: Key, at: Reading, or?: number): number {
  return whole(value, key, at, asInt32, or)
}

export function jsonUint(value: unknown, key: Key, at: Reading, or?: number): number {
  return whole(value, key, at, asUint, or)
}

export function jsonUint8(value: unknown, key: Key, at: Reading, or?: number): number {
  return whole(value, key, at, asUint8, or)
}

export function jsonUint16(value: unknown, key: Key, at: Reading, or?: number): number {
  return whole(value, key, at, asUint16, or)
}

export function jsonUint32(value: unknown, key: Key, at: Reading, or?: number): number {
  return whole(value, key, at, asUint32, or)
}

/** `2.0` and `1e3` are whole; a bigint is a number that came in 64 bits. */
function whole(given: unknown, key: Key, at: Reading, type: WholeScalar, or?: number): number {
  const value = typeof given === 'bigint' ? Number(given) : given
  if (typeof value === 'number' && Number.isInteger(value) && value >= type.min && value <= type.max) {
    return value + 0 // 0 for -0
  }
  return misfit(value, key, at, type.expected, or)
}

export function jsonInt64(value: unknown, key: Key, at: Reading, or?: bigint): bigint {
  return bigWhole(value, key, at, asInt64, or)
}

export function jsonUint64(value: unknown, key: Key, at: Reading, or?: bigint): bigint {
  return bigWhole(value, key, at, asUint64, or)
}

export function jsonBigint(value: unknown, key: Key, at: Reading, or?: bigint): bigint {
  return bigWhole(value, key, at, asBigint, or)
}

/** Exact past 2^53 when the body was read by `exactJsonBody`. */
function bigWhole(value: unknown, key: Key, at: Reading, type: BigScalar, or?: bigint): bigint {
  const big = typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
  const fits =
    typeof big === 'bigint' &&
    (type.min === undefined || big >= type.min) &&
    (type.max === undefined || big <= type.max)
  return fits ? big : misfit(value, key, at, type.expected, or)
}

/** Base64 text (RFC 4648 section 4) in JSON, bytes where the format has them. */
export function jsonBytes(value: unknown, key: Key, at: Reading): Uint8Array {
  if (value instanceof Uint8Array) return value
  if (at.isBinary) return misfit(value, key, at, 'must be bytes')
  const bytes = typeof value === 'string' ? readBase64(value) : undefined
  return bytes ?? misfit(value, key, at, 'must be base64')
}

/** RFC 3339 text, or a date where the format has dates. */
export function jsonDate(value: unknown, key: Key, at: Reading): Date {
  if (value instanceof Date) return value
  const date = typeof value === 'string' ? readDate(value) : undefined
  return date ?? misfit(value, key, at, asDate.expected)
}

export function jsonOneOf<T>(value: unknown, key: Key, at: Reading, type: OneOf<T>, or?: T): T {
  for (const one of type.values) if (isSame(one, value)) return one
  return misfit(value, key, at, type.expected, or)
}

/** Decoders give a whole number as `number` or `bigint` by its size, whatever the type has. */
function isSame(one: unknown, value: unknown): boolean {
  if (typeof one === typeof value) return one === value
  if (typeof one === 'bigint') return Number.isInteger(value) && one === BigInt(Number(value))
  return typeof value === 'bigint' && typeof one === 'number' && one === Number(value)
}

/** A file: no body decodes to one, but forms and objects that are read through Standard Schema hold them. */
export function jsonFile(value: unknown, key: Key, at: Reading): FileHeader {
  return value instanceof FileHeader ? value : misfit(value, key, at, 'must be a file')
}

/** An object of any keys, whose values `read` takes. It has no prototype, so that no key is special. */
export function jsonRecord<T>(value: unknown, key: Key, at: Reading, read: JsonReader<T>): Record<string, T> {
  if (!hasMembers(value, at)) return misfit(value, key, at, 'must be an object')
  const record: Record<string, T> = Object.create(null)
  at.enter()
  for (const name of Object.keys(value)) {
    if (name === '__proto__') at.wrong(name, 'is not allowed as a key')
    else if (value[name] !== undefined) record[name] = read(value[name], name, at)
  }
  return at.leave(key, record)
}

/** A list of text; the decoded array itself, which nobody else holds. */
export function jsonStrings(value: unknown, key: Key, at: Reading): string[] {
  return isStrings(value) && at.mayEnter() ? value : jsonList(value, key, at, jsonString)
}

/** A list of numbers: the decoded array itself, when each of its elements is one. */
export function jsonNumbers(value: unknown, key: Key, at: Reading): number[] {
  return isNumbers(value) && at.mayEnter() ? value : jsonList(value, key, at, jsonNumber)
}

function isNumbers(value: unknown): value is number[] {
  if (!Array.isArray(value)) return false
  for (let i = 0; i < value.length; i++) {
    if (!Number.isFinite(value[i])) return false
  }
  return true
}

function isStrings(value: unknown): value is string[] {
  if (!Array.isArray(value)) return false
  for (let i = 0; i < value.length; i++) {
    if (typeof value[i] !== 'string') return false
  }
  return true
}

/** A list whose elements `read` takes. */
export function jsonList<T>(value: unknown, key: Key, at: Reading, read: JsonReader<T>): T[] {
  if (!Array.isArray(value)) return misfit(value, key, at, 'must be a list', at.emptyList())
  const list: T[] = []
  at.enter()
  for (let i = 0; i < value.length; i++) list.push(read(value[i], i, at))
  return at.leave(key, list)
}

/** A list of objects. */
export function jsonObjects<T>(value: unknown, key: Key, at: Reading, shape: Shape<T>): T[] {
  if (!Array.isArray(value)) return misfit(value, key, at, 'must be a list', at.emptyList())
  const list: T[] = []
  at.enter()
  for (let i = 0; i < value.length; i++) list.push(jsonObject(value[i], i, at, shape))
  return at.leave(key, list)
}

/** An object of a declared type. */
export function jsonObject<T>(value: unknown, key: Key, at: Reading, shape: Shape<T>): T {
  if (!hasMembers(value, at)) return misfit(value, key, at, 'must be an object')
  at.enter()
  checkKeys(value, shape, at)
  return at.leave(key, shape.read(value, at))
}
