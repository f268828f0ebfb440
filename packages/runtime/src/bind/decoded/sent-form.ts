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
  date: (value) => (value instanceof Date ? value : toIsoText(value)),
  bytes: (value) => (value instanceof Uint8Array ? value : Uint8Array.from(value)),
  integer: (value) => value,
  instance: plainInstance,
}

function toIsoText(value: { toISOString(): string }): string {
  return value.toISOString()
}

/**
 * The text form of a class instance: itself if it has `toJSON`, otherwise its own `toString`.
 *
 * @throws TypeError for a class with neither, to avoid sending its private fields.
 */
export function plainInstance(value: object): unknown {
  if (isJsonable(value)) return value
  if (value.toString !== Object.prototype.toString) return value.toString()
  const { name } = value.constructor
  throw new TypeError(`${name} has no toJSON() or toString() of its own: write one to define its JSON form`)
}

function isJsonable(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}
