import type { Reading } from './reading.ts'

/** A decoded object whose members are still of unknown type. */
export type JsonObject = Readonly<Record<string, unknown>>

/** What stands for a body that is no object: its members are all absent. One with fast properties, as V8 calls them. */
export const nothing: JsonObject = Object.freeze({})

/** Whether a decoded value is an object, and not one of the dates and bytes that MessagePack and CBOR have. */
export function hasMembers(value: unknown, { isBinary }: Reading): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(isBinary && (value instanceof Date || ArrayBuffer.isView(value)))
  )
}

interface Keyed {
  keys(): readonly string[]
}

/** Reports keys that are not declared, when the parser is strict. */
export function checkKeys(object: JsonObject, shape: Keyed, at: Reading): void {
  if (!at.isStrict) return
  const known = shape.keys()
  for (const key of Object.keys(object)) {
    if (!known.includes(key)) at.wrong(key, 'is not a known key')
  }
}

/** A member that the object has itself, for keys that every object inherits (`constructor`, `toString`). */
export function ownMember(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
