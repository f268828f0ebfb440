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
  date: same,
  bytes: same,
  integer: same,
  instance: (value) => {
    const shown = plainInstance(value)
    return isJsonable(shown) ? shown.toJSON() : shown
  },
}

function same<T>(value: T): T {
  return value
}

function isJsonable(value: unknown): value is { toJSON(): unknown } {
  return (
    typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
  )
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

/** A copy without members that are `undefined`, for an encoder that would write them. */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (!isPlainObject(value)) return value
  const copy: Record<string, unknown> = Object.create(null)
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) copy[key] = withoutUndefined(member)
  }
  return copy
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
