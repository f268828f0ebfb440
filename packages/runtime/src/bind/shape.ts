import type { JsonObject } from './json-object.ts'
import type { Reading } from './reading.ts'

/** An object type: what its members are called in a decoded body, and what reads them. */
export class Shape<T> {
  readonly keys: readonly string[]
  readonly read: (json: JsonObject, at: Reading) => T
  /** The properties by the keys that are other than their names. */
  readonly names: Readonly<Record<string, string>> | undefined
  /** Whether integers that JSON.parse would round must be exact. */
  readonly isExact: boolean

  constructor(
    keys: readonly string[],
    read: (json: JsonObject, at: Reading) => T,
    names: Readonly<Record<string, string>> | undefined,
    isExact: boolean,
  ) {
    this.keys = keys
    this.read = read
    this.names = names
    this.isExact = isExact
  }

  /** The names of the properties, in the order of the keys. */
  properties(): readonly string[] {
    return this.keys.map((key) => this.names?.[key] ?? key)
  }
}

/** What is said of a DTO's own type beside its members. */
interface ShapeOptions {
  readonly names?: Readonly<Record<string, string>>
  readonly isExact?: boolean
}

export function shape<T>(
  keys: readonly string[],
  read: (json: JsonObject, at: Reading) => T,
  { names, isExact = false }: ShapeOptions = {},
): Shape<T> {
  return new Shape(keys, read, names, isExact)
}
