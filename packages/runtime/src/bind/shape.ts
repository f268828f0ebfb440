import { isList } from './is-list.ts'
import type { JsonObject } from './json-object.ts'
import { propertyOf, type Reading } from './reading.ts'
import type { OneOf } from './scalar.ts'

/** A JSON Schema as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What a member holds, by a word for it. `file` is a key that no schema has. */
export type ShapeWord =
  | 'string'
  | 'bool'
  | 'number'
  | 'int'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float32'
  | 'bigint'
  | 'date'
  | 'bytes'
  | 'null'
  | 'file'

/** What a member holds: a word, an object, one of a few values, or something made of others. */
export type Held =
  | ShapeWord
  | Shape<unknown>
  | OneOf<unknown>
  /** A list. */
  | readonly [element: Held]
  /** With what a JSON Schema says besides: rules, a default, a description. */
  | readonly [held: Held, says: JsonSchema]
  | { readonly enum: readonly (string | number | boolean | bigint)[] }
  | { readonly anyOf: readonly Held[] }
  | { readonly oneOf: readonly Held[] }
  | { readonly record: Held; readonly keys?: JsonSchema }
  | { readonly tuple: readonly Held[]; readonly min: number; readonly rest?: Held }

/**
 * The members of an object by their names on the wire. A `?` behind a name says that it may stay out, a `!` that it may not.
 * That is so without a mark too: names need one that end with a mark, numbers, and names that every object has.
 */
export type ShapeMembers = Readonly<Record<string, Held>>

/** One member of a {@link Shape}. */
export interface ShapeMember {
  readonly key: string
  readonly isRequired: boolean
  readonly held: Held
}

export interface ShapeOptions {
  readonly description?: string
  /** Schemas that hold of the object besides. */
  readonly allOf?: () => readonly JsonSchema[]
  /** The properties by the keys that are other than their names. */
  readonly names?: Readonly<Record<string, string>>
  /** Whether integers that JSON.parse would round must be exact. */
  readonly isExact?: boolean
}

/** Reads what a decoded object has of a type. */
export type ReadObject<T> = (json: JsonObject, at: Reading) => T

/** What an object on the wire is made of, and what reads it. Nothing is worked out before somebody asks. */
export class Shape<T> {
  /** The name of its type. */
  readonly name: string
  readonly read: ReadObject<T>
  readonly options: ShapeOptions
  private readonly written: () => ShapeMembers
  private known: readonly string[] | undefined = undefined

  constructor(name: string, members: () => ShapeMembers, read: ReadObject<T>, options: ShapeOptions) {
    this.name = name
    this.read = read
    this.options = options
    this.written = members
  }

  /** The names on the wire, in order of declaration; always the same list. */
  keys(): readonly string[] {
    this.known ??= this.members().map(({ key }) => key)
    return this.known
  }

  /** The names of the properties, in the same order. */
  properties(): readonly string[] {
    return this.keys().map((key) => propertyOf(key, this.options.names))
  }

  /** The members, in order of declaration; new ones each time. */
  members(): readonly ShapeMember[] {
    return Object.entries(this.written()).map(([name, held]) => memberOf(name, held))
  }
}

/** Describes an object and says what reads it; `members` may name what is declared later, and the shape itself. */
export function shape<T>(
  name: string,
  members: () => ShapeMembers,
  read: ReadObject<T>,
  options: ShapeOptions = {},
): Shape<T> {
  return new Shape(name, members, read, options)
}

/** As {@link shape}, of what is only sent. */
export function sentShape(
  name: string,
  members: () => ShapeMembers,
  options: ShapeOptions = {},
): Shape<never> {
  return new Shape(name, members, unread, options)
}

function unread(): never {
  throw new TypeError('nothing reads this type')
}

/** Whether `null` is a value of what a member holds. */
export function takesNull(held: Held): boolean {
  if (typeof held === 'string') return held === 'null'
  if (isList(held)) return held.length === 2 && takesNull(held[0])
  if ('anyOf' in held) return held.anyOf.some(takesNull)
  return false
}

function memberOf(name: string, held: Held): ShapeMember {
  const isRequired = !name.endsWith('?')
  const key = isRequired && !name.endsWith('!') ? name : name.slice(0, -1)
  return { key, isRequired, held }
}
