import { readBase64 } from './base64.ts'
import { isObject } from './json-body.ts'
import { isNumbers, isStrings, protoKey } from './json-values.ts'
import { readDate } from './rfc3339.ts'
import { type BigScalar, maxFloat32, type OneOf, type Scalar, type WholeScalar } from './scalar.ts'

/*
 * What reads a decoded body that is as declared, in one go and without a trace of where it is. Whatever one of these does
 * not know at sight is `undefined`, and then the whole value is read again by the readers of json-values.ts, which take
 * the rest of what fits and say of each fault where it is. So these may give up on anything, and must never take more.
 */

/**
 * Takes a value that is as declared. `levels` is how many objects and lists may still be stepped into.
 */
export type Taker<T> = (value: unknown, levels: number) => T | undefined

export function takeString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function takeBool(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

export function takeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export function takeFloat32(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) <= maxFloat32 ? value : undefined
}

export function takeWhole(value: unknown, type: WholeScalar): number | undefined {
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= type.min && value <= type.max
  return fits ? value + 0 : undefined // 0 for -0
}

export function takeBig(value: unknown, type: BigScalar): bigint | undefined {
  const big = typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof big !== 'bigint') return undefined
  if (type.min !== undefined && big < type.min) return undefined
  return type.max !== undefined && big > type.max ? undefined : big
}

export function takeDate(value: unknown): Date | undefined {
  if (value instanceof Date) return value
  return typeof value === 'string' ? readDate(value) : undefined
}

export function takeBytes(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value
  return typeof value === 'string' ? readBase64(value) : undefined
}

export function takeOneOf<T>(value: unknown, type: OneOf<T>): T | undefined {
  for (const one of type.values) {
    if (one === value) return one
  }
  return undefined
}

export function takeParsed<T>(value: unknown, type: Scalar<T>): T | undefined {
  return typeof value === 'string' ? type.read(value) : undefined
}

/** The decoded array itself, as {@link jsonStrings} gives it. */
export function takeStrings(value: unknown, levels: number): string[] | undefined {
  return levels > 0 && isStrings(value) ? value : undefined
}

/** The decoded array itself, as {@link jsonNumbers} gives it. */
export function takeNumbers(value: unknown, levels: number): number[] | undefined {
  return levels > 0 && isNumbers(value) ? value : undefined
}

export function takeList<T>(value: unknown, levels: number, take: Taker<T>): T[] | undefined {
  if (levels < 1 || !Array.isArray(value)) return undefined
  const list: T[] = []
  for (let i = 0; i < value.length; i++) {
    const element = take(value[i], levels - 1)
    if (element === undefined) return undefined
    list.push(element)
  }
  return list
}

export function takeRecord<T>(value: unknown, levels: number, take: Taker<T>): Record<string, T> | undefined {
  if (levels < 1 || !isObject(value)) return undefined
  const record: Record<string, T> = Object.create(null)
  for (const key of Object.keys(value)) {
    if (key === protoKey) return undefined
    const member = take(value[key], levels - 1)
    if (member === undefined) return undefined
    record[key] = member
  }
  return record
}
