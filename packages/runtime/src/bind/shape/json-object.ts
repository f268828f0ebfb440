import { mustNotBeNull } from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import type { Reading } from '../reading/reading.ts'

/**
 * Reads one value of a decoded body, strictly: text is never read as a number, nor a number as text. The result for a
 * wrong value, or an absent one without a substitute, is never used because it is an issue.
 */
export type JsonReader<T> = (value: unknown, key: Key, at: Reading) => T

/** A decoded object with unchecked members. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Replaces a body that is not an object, with all members absent. V8 gives it fast properties. */
export const nothing: JsonObject = Object.freeze({})

/** Whether a decoded value is an object, and not a date or byte string of MessagePack or CBOR. */
export function hasMembers(value: unknown, { isBinary }: Reading): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(isBinary && (value instanceof Date || ArrayBuffer.isView(value)))
  )
}

interface ObjectKeys {
  keys(): readonly string[]
  /** Whether the type of a member has no `null`. */
  lacksNull(key: string): boolean
  readonly options: { readonly others?: unknown; readonly hidden?: readonly string[] }
}

/** Reports undeclared keys when parsing is strict. */
export function checkKeys(object: JsonObject, shape: ObjectKeys, at: Reading): void {
  if (!at.isStrict || shape.options.others !== undefined) return
  const names = shape.keys()
  for (const key of Object.keys(object)) {
    if (at.isFull) return
    if (!names.includes(key)) at.wrong(key, at.unknownIssue(key, { names, hidden: shape.options.hidden }))
  }
}

/** Reports `null` for members that lack it, after reading, which reports it for most of them. */
export function checkNulls(object: JsonObject, shape: ObjectKeys, at: Reading): void {
  for (const key of Object.keys(object)) {
    if (at.isFull) return
    if (object[key] === null && shape.lacksNull(key) && !hasIssue(at, key)) at.wrong(key, mustNotBeNull)
  }
}

/** Whether an issue was reported for a member of the current object, from this source. */
function hasIssue({ found = [], source, level }: Reading, key: Key): boolean {
  return found.some(
    (one) => one.source === source && one.level === level && one.keys.length === 1 && one.keys[0] === key,
  )
}

/** An own member, for keys that every object inherits (`constructor`, `toString`). */
export function ownMember(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Array.isArray, but narrowing `readonly` lists too, in both directions. */
export function isList<T>(value: T): value is Extract<T, readonly unknown[]> {
  return Array.isArray(value)
}

/** Whether a decoded value has more than `most` nested lists and objects. */
export function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (most === 0) return true
  const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  for (const one of values) if (isDeeper(one, most - 1)) return true
  return false
}
