import { maxFloat32 } from '@ctxgen/core/number-range'
import {
  forbiddenKey,
  mustBeBase64,
  mustBeBool,
  mustBeBytes,
  mustBeFile,
  mustBeFloat32,
  mustBeLeftOut,
  mustBeList,
  mustBeNumber,
  mustBeObject,
  mustBeString,
} from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import { type IssueText, outOfRange } from '../../error/issue-text.ts'
import { FileHeader } from '../../request/file-header.ts'
import { enter, leave, mayEnter, under } from '../reading/nested.ts'
import type { Reading } from '../reading/reading.ts'
import { isKeyOf, wrongKey } from '../scalar/number-key.ts'
import { isWritable, readDate } from '../scalar/rfc3339.ts'
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
  type OneOf,
  type Scalar,
  type Template,
  type WholeScalar,
} from '../scalar/scalar.ts'
import { checkKeys, checkNulls, hasMembers, type JsonObject, type JsonReader } from '../shape/json-object.ts'
import type { Shape } from '../shape/shape.ts'
import { readBase64 } from './base64.ts'

/** Resolves a value of the wrong type: reports an issue, unless the value is absent and `or` or `out` replaces it. */
export function misfit<T>(value: unknown, key: Key, at: Reading, issue: IssueText, or?: T): T {
  if (value !== undefined) return at.wrong(key, issue) as never
  return or === undefined ? at.required(key) : at.fallback(key, or)
}

export function jsonString(value: unknown, key: Key, at: Reading, or?: string): string {
  return typeof value === 'string' ? value : misfit(value, key, at, mustBeString, or)
}

export function jsonBool(value: unknown, key: Key, at: Reading, or?: boolean): boolean {
  return typeof value === 'boolean' ? value : misfit(value, key, at, mustBeBool, or)
}

/** A finite number; refuses `1e400`, which JSON.parse reads as Infinity. */
export function jsonNumber(value: unknown, key: Key, at: Reading, or?: number): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  return typeof value === 'bigint' ? Number(value) : misfit(value, key, at, mustBeNumber, or)
}

/** A number as decoded; an integer past the safe range is a bigint. */
export function jsonNumeric(value: unknown, key: Key, at: Reading, or?: number | bigint): number | bigint {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value !== 'bigint') return misfit(value, key, at, mustBeNumber, or)
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
}

/**
 * An absent value; `null` counts as absent. Its type is `never`: under `exactOptionalPropertyTypes` that is the type of `x` in
 * `{ x?: A } & { x: undefined }`.
 */
export function jsonNothing(value: unknown, key: Key, at: Reading): never {
  return ((value ?? undefined) === undefined ? undefined : at.wrong(key, mustBeLeftOut)) as never
}

export function jsonFloat32(value: unknown, key: Key, at: Reading, or?: number): number {
  const isWide = typeof value === 'number' && Number.isFinite(value) && Math.abs(value) > maxFloat32
  return isWide ? misfit(value, key, at, outOfRange(mustBeFloat32)) : jsonNumber(value, key, at, or)
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

/** `2.0` and `1e3` are whole; a bigint comes from a 64-bit encoding. */
function whole(given: unknown, key: Key, at: Reading, type: WholeScalar, or?: number): number {
  const value = typeof given === 'bigint' ? Number(given) : given
  if (typeof value === 'number' && Number.isInteger(value) && value >= type.min && value <= type.max) {
    return value + 0 // 0 for -0
  }
  return misfit(value, key, at, Number.isInteger(value) ? outOfRange(type.issue) : type.issue, or)
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

/** Exact beyond 2^53 when `exactJsonBody` has read the body. */
function bigWhole(value: unknown, key: Key, at: Reading, type: BigScalar, or?: bigint): bigint {
  const big = typeof value === 'number' && Number.isSafeInteger(value) ? toBigint(value) : value
  const fits =
    typeof big === 'bigint' &&
    (type.min === undefined || big >= type.min) &&
    (type.max === undefined || big <= type.max)
  return fits
    ? big
    : misfit(value, key, at, typeof big === 'bigint' ? outOfRange(type.issue) : type.issue, or)
}

/** Made once, since a byte of MessagePack would make a bigint of 24 bytes. */
const smallBigints: readonly bigint[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, i) => BigInt(i))

function toBigint(value: number): bigint {
  return smallBigints[value] ?? BigInt(value)
}

/** Base64 text (RFC 4648 section 4) in JSON, bytes in formats that support them. */
export function jsonBytes(value: unknown, key: Key, at: Reading): Uint8Array {
  if (value instanceof Uint8Array) return value
  if (at.isBinary) return misfit(value, key, at, mustBeBytes)
  const bytes = typeof value === 'string' ? readBase64(value) : undefined
  return bytes ?? misfit(value, key, at, mustBeBase64)
}

/** RFC 3339 text, or a date in formats that support dates. */
export function jsonDate(value: unknown, key: Key, at: Reading): Date {
  if (value instanceof Date && isWritable(value)) return value
  const date = typeof value === 'string' ? readDate(value) : undefined
  return date ?? misfit(value, key, at, asDate.issue)
}

export function jsonOneOf<T>(value: unknown, key: Key, at: Reading, type: OneOf<T>, or?: T): T {
  for (const one of type.values) if (isSame(one, value)) return one
  return misfit(value, key, at, type.issue, or)
}

/** Text of a template literal type. */
export function jsonTemplate<T>(value: unknown, key: Key, at: Reading, type: Template<T>, or?: T): T {
  const text = typeof value === 'string' ? type.read(value) : undefined
  return text ?? misfit(value, key, at, type.issue, or)
}

/** Decoders return an integer as `number` or `bigint` depending on its size, whatever the type. */
export function isSame(one: unknown, value: unknown): boolean {
  if (typeof one === typeof value) return one === value
  if (typeof one === 'bigint') return Number.isInteger(value) && one === BigInt(Number(value))
  return typeof value === 'bigint' && typeof one === 'number' && one === Number(value)
}

/** A file. No body decodes to one, but forms and objects read through Standard Schema contain them. */
export function jsonFile(value: unknown, key: Key, at: Reading): FileHeader {
  return value instanceof FileHeader ? value : misfit(value, key, at, mustBeFile)
}

/**
 * An object with any keys, or with numbers of the type `keys`, whose values `read` checks. It has no prototype, so that
 * no key is special.
 */
export function jsonRecord<T>(
  value: unknown,
  key: Key,
  at: Reading,
  read: JsonReader<T>,
  keys?: Scalar<number>,
): Record<string, T> {
  if (!hasMembers(value, at)) return misfit(value, key, at, mustBeObject)
  const record: Record<string, T> = Object.create(null)
  enter(at)
  for (const name of Object.keys(value)) {
    if (at.isFull) break
    if (name === '__proto__') at.wrong(name, forbiddenKey)
    else if (value[name] === undefined) continue
    else if (keys !== undefined && !isKeyOf(keys, name)) at.wrong(name, wrongKey(keys))
    else record[name] = read(value[name], name, at)
  }
  return leave(at, key, record)
}

/** A list of texts: the decoded array itself, which has no other owner. */
export function jsonStrings(value: unknown, key: Key, at: Reading): string[] {
  return isStrings(value) && mayEnter(at) ? value : jsonList(value, key, at, jsonString)
}

/** A list of numbers: the decoded array itself when all elements are valid. */
export function jsonNumbers(value: unknown, key: Key, at: Reading): number[] {
  return isNumbers(value) && mayEnter(at) ? value : jsonList(value, key, at, jsonNumber)
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

/** A list whose elements `read` checks. */
export function jsonList<T>(value: unknown, key: Key, at: Reading, read: JsonReader<T>): T[] {
  if (!Array.isArray(value)) return misfit(value, key, at, mustBeList, emptyList(at))
  const list: T[] = []
  enter(at)
  for (let i = 0; i < value.length && !at.isFull; i++) list.push(read(value[i], i, at))
  return leave(at, key, list)
}

/** A list of objects. */
export function jsonObjects<T>(value: unknown, key: Key, at: Reading, shape: Shape<T>): T[] {
  if (!Array.isArray(value)) return misfit(value, key, at, mustBeList, emptyList(at))
  const list: T[] = []
  enter(at)
  for (let i = 0; i < value.length && !at.isFull; i++) list.push(jsonObject(value[i], i, at, shape))
  return leave(at, key, list)
}

/** An object of a declared type. */
export function jsonObject<T>(value: unknown, key: Key, at: Reading, shape: Shape<T>): T {
  if (!hasMembers(value, at)) return misfit(value, key, at, mustBeObject)
  enter(at)
  const { unknown } = shape
  if (unknown !== undefined)
    return leave(
      at,
      key,
      under(at, unknown, () => readChecked(value, at, shape)),
    )
  return leave(at, key, readChecked(value, at, shape))
}

function readChecked<T>(value: JsonObject, at: Reading, shape: Shape<T>): T {
  checkKeys(value, shape, at)
  const made = shape.read(value, at)
  if (at.refusesNull) checkNulls(value, shape, at)
  return made
}

/** The value of an absent list if the format cannot represent an empty one. */
function emptyList({ lacksEmptyLists, level }: Reading): never[] | undefined {
  return lacksEmptyLists && level === 0 ? [] : undefined
}
