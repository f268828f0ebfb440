import { unsentKind } from './unsent.ts'

/*
 * A value of another kind than its declared type would bring members into an answer that nobody declared. Generated
 * code checks each value once, by `typeof`; scalars of another type are sent as they are.
 */

/** The object, for a type with declared properties. @throws UnsentError for any other value. */
export function sentObject<T extends object>(value: T, type: string): T {
  return isObject(value) ? value : unsentKind(value, type)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Checks up to eight scalars of a type. A rest parameter would allocate, and calls would use up what V8 inlines.
 *
 * @throws UnsentError
 */
export function sentScalars(
  type: string,
  a: unknown,
  b?: unknown,
  c?: unknown,
  d?: unknown,
  e?: unknown,
  f?: unknown,
  g?: unknown,
  h?: unknown,
): void {
  // Most are strings, whose test is one comparison.
  const isWrong =
    (typeof a !== 'string' && (typeof a === 'object' ? a !== null : typeof a === 'function')) ||
    (typeof b !== 'string' && (typeof b === 'object' ? b !== null : typeof b === 'function')) ||
    (typeof c !== 'string' && (typeof c === 'object' ? c !== null : typeof c === 'function')) ||
    (typeof d !== 'string' && (typeof d === 'object' ? d !== null : typeof d === 'function')) ||
    (typeof e !== 'string' && (typeof e === 'object' ? e !== null : typeof e === 'function')) ||
    (typeof f !== 'string' && (typeof f === 'object' ? f !== null : typeof f === 'function')) ||
    (typeof g !== 'string' && (typeof g === 'object' ? g !== null : typeof g === 'function')) ||
    (typeof h !== 'string' && (typeof h === 'object' ? h !== null : typeof h === 'function'))
  if (isWrong) unsentKind([a, b, c, d, e, f, g, h].find(isNoScalar), `a scalar of ${type}`)
}

/** The scalar itself. @throws UnsentError for an object or a function. */
export function plainScalar<T>(value: T): T {
  return isNoScalar(value) ? unsentKind(value, 'a scalar') : value
}

/** Whether JSON may write members of a value, or call its `toJSON`. */
function isNoScalar(value: unknown): boolean {
  return typeof value === 'object' ? value !== null : typeof value === 'function'
}

/** Checks the value of a tuple. @throws UnsentError */
export function sentList(value: unknown, type: string): void {
  if (!Array.isArray(value)) unsentKind(value, type)
}

/** The values of a declared list. @throws UnsentError */
export function listOf<T>(value: readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : unsentKind(value, 'a list')
}

/** The record itself. @throws UnsentError */
export function recordOf<T extends object>(value: T): T {
  return isObject(value) ? value : unsentKind(value, 'an object')
}

/** The bytes themselves, also of another realm. @throws UnsentError */
export function sentBytes(value: Uint8Array): Uint8Array {
  return ArrayBuffer.isView(value) ? value : unsentKind(value, 'bytes')
}
