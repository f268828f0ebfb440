import { HttpError } from '../../error/http-error.ts'
import type { JsonObject } from '../shape/json-object.ts'
import { setOwn } from './body-scan.ts'

// Ends cycles, and nesting that no reader would accept.
const maxDepth = 200

/**
 * The data of a value in XML, MessagePack and CBOR: the members that `JSON.stringify` would write, with `toJSON` called
 * at each level, in well-formed text. Dates, bytes, big integers and non-finite numbers stay unchanged, and so do lists
 * and objects in which nothing changes.
 *
 * @param format XML refuses names that are not well formed; the encoder of MessagePack omits `undefined` members itself, and
 *   cuts integers to 64 bits.
 * @throws RangeError for a cycle.
 * @throws HttpError 406 for an integer of more bits than MessagePack has: the client may have chosen the format.
 */
export function sentData(value: unknown, format: 'xml' | 'msgPack' | 'cbor'): unknown {
  return dataOf(value, '', { format, isMsgPack: format === 'msgPack', depth: 0 })
}

interface Walk {
  readonly format: string
  readonly isMsgPack: boolean
  depth: number
}

function dataOf(value: unknown, key: string | number, walk: Walk): unknown {
  // Encoders write half of a surrogate pair as bytes that are not UTF-8.
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'bigint' && walk.isMsgPack) return in64Bits(value)
  if (typeof value !== 'object' && typeof value !== 'function') return isText(value) ? value : undefined
  if (value === null || value instanceof Uint8Array) return value
  // JSON writes null for an invalid date, too.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value
  const { toJSON }: { readonly toJSON?: unknown } = value
  if (typeof toJSON !== 'function') return contentOf(value, walk)
  const shown: unknown = Reflect.apply(toJSON, value, [String(key)])
  const isContainer = typeof shown === 'object' && shown !== null && !isNative(shown)
  // As JSON.stringify, which calls the method once.
  return isContainer ? contentOf(shown, walk) : dataOf(shown, key, walk)
}

function in64Bits(value: bigint): bigint {
  if (BigInt.asIntN(64, value) === value || BigInt.asUintN(64, value) === value) return value
  throw new HttpError(406, 'The answer has an integer of more than 64 bits, which MessagePack cannot hold')
}

function isText(value: unknown): boolean {
  return typeof value !== 'symbol'
}

function isNative(value: object): boolean {
  return value instanceof Date || value instanceof Uint8Array
}

function contentOf(value: object, walk: Walk): unknown {
  if (typeof value === 'function') return undefined
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf()
  if (walk.depth > maxDepth) throw new RangeError(`nested more than ${maxDepth} levels deep, or a cycle`)
  walk.depth++
  const data = Array.isArray(value) ? listOf(value, walk) : membersOf(value as JsonObject, walk)
  walk.depth--
  return data
}

/** An element without a value keeps its place as null. */
function listOf(list: readonly unknown[], walk: Walk): readonly unknown[] {
  let copy: unknown[] | undefined = isPlainList(list) ? undefined : []
  for (let i = 0; i < list.length; i++) {
    const element = list[i]
    const data = dataOf(element, i, walk) ?? null
    if (copy === undefined && data !== element) copy = list.slice(0, i)
    copy?.push(data)
  }
  return copy ?? list
}

function membersOf(object: JsonObject, walk: Walk): object {
  let copy: Record<string, unknown> | undefined = isPlainObject(object) ? undefined : {}
  let count = 0
  // In half the time of Object.keys; own members come before inherited ones.
  for (const key in object) {
    const member = object[key]
    const data = dataOf(member, key, walk)
    const name = walk.format === 'xml' ? key : key.toWellFormed()
    const isSame = data === member && name === key && (data !== undefined || walk.isMsgPack)
    if (copy === undefined && !isSame) copy = firstMembers(object, count)
    if (copy !== undefined && data !== undefined && Object.hasOwn(object, key)) setMember(copy, name, data)
    count++
  }
  return copy ?? object
}

function firstMembers(object: JsonObject, count: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(object).slice(0, count)) setMember(copy, key, object[key])
  return copy
}

function setMember(copy: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') setOwn(copy, key, value)
  else copy[key] = value
}

/** Whether encoders write the elements of a list and nothing else. */
export function isPlainList(list: readonly unknown[] & { readonly toJSON?: unknown }): boolean {
  return Object.getPrototypeOf(list) === Array.prototype && list.toJSON === undefined
}

function isPlainObject(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype
}
