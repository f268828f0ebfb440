import { plainScalar, sentBytes } from './sent-kinds.ts'
import { unsentKind } from './unsent.ts'

/** How a format writes values that JSON has no type for. */
export interface SentForm {
  readonly date: (value: Date) => unknown
  readonly bytes: (value: Uint8Array) => unknown
  readonly integer: (value: number | string | boolean | bigint) => unknown
  readonly instance: (value: object) => unknown
}

/** A generated function that copies the declared properties of a value. */
export type Plain<T> = (value: T, to: SentForm) => unknown

/** The form of XML, MessagePack and CBOR, whose encoders take dates, bytes and big integers. */
export const nativeForm: SentForm = {
  // A date or bytes of another realm are no instances here.
  date: (value) => (value instanceof Date ? value : isoText(value)),
  bytes: (value) => (value instanceof Uint8Array ? value : Uint8Array.from(sentBytes(value))),
  integer: plainScalar,
  instance: plainInstance,
}

/** The text of a date, also of another realm. @throws UnsentError for any other value. */
export function isoText(value: Partial<Date> | null | undefined): string {
  const text: unknown = value?.toISOString?.()
  return typeof text === 'string' ? text : unsentKind(value, 'a Date')
}

/**
 * The text form of a class instance: itself if it has `toJSON`, otherwise its own `toString`.
 *
 * @throws TypeError for a class with neither, to avoid sending its private fields, and for a value of no class.
 */
export function plainInstance(value: object): unknown {
  if (!isInstance(value)) return unsentKind(value, 'an instance of a class')
  if (isJsonable(value)) return value
  if (value.toString !== Object.prototype.toString) return plainScalar<unknown>(value.toString())
  const { name } = value.constructor
  throw new TypeError(`${name} has no toJSON() or toString() of its own: write one to define its JSON form`)
}

/** A row of a database is no instance of a class, whatever `toJSON` it has. */
function isInstance(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== null && prototype !== Object.prototype
}

function isJsonable(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}
