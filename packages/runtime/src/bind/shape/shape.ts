import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import type { MemberType, ObjectMember } from '@ctxgen/core/json-schema/member-type'
import type { UnknownKeys } from '../reading/bind-input.ts'
import { propertyOf, type Reading } from '../reading/reading.ts'
import type { OneOf, Template } from '../scalar/scalar.ts'
import type { JsonObject } from './json-object.ts'
import { isList } from './json-object.ts'

/** A type that contains itself without an object in between. */
export class RecursiveShape {
  /** The name of its type. */
  readonly name: string
  readonly of: () => ShapeType

  constructor(name: string, of: () => ShapeType) {
    this.name = name
    this.of = of
  }
}

/** Describes a recursive type; `of` may refer to later declarations and to the type itself. */
export function recursive(name: string, of: () => ShapeType): RecursiveShape {
  return new RecursiveShape(name, of)
}

/** A member's types with a description of their own: objects, and readers of texts. */
export type ShapeReference = Shape<unknown> | RecursiveShape | OneOf<unknown> | Template<unknown>

/** The type of a member. */
export type ShapeType = MemberType<ShapeReference>

/**
 * The members of an object by wire name. A trailing `?` marks an optional member, a trailing `!` a required one.
 * Members are required by default; the `!` is only needed for a name that ends in a mark, a number, or a name that
 * every object has.
 */
export type ShapeMembers = Readonly<Record<string, ShapeType>>

/** One member of a {@link Shape}. */
export type ShapeMember = ObjectMember<ShapeReference>

/** The comment of a DTO. */
export interface SchemaAbout {
  readonly description?: string
  readonly title?: string
  readonly deprecated?: true
}

/** The comment of a DTO, and its setting for unknown keys in text. */
export interface TextAbout extends SchemaAbout {
  readonly unknown?: UnknownKeys | undefined
}

interface ShapeOptions extends SchemaAbout {
  /** Additional schemas for the whole object. */
  readonly allOf?: () => readonly JsonSchema[]
  /** The type of undeclared members. */
  readonly others?: () => ShapeType
  /** The properties by key, where the two differ. */
  readonly names?: Readonly<Record<string, string>>
  /** Whether integers beyond 2^53 must be exact: in any notation, or only those `written` without fraction and exponent. */
  readonly isExact?: boolean | 'written'
  /** The setting for unknown keys, where it differs from that of the object around: `app` is that of the app. */
  readonly unknown?: UnknownKeys | 'app'
  /** The keys that no message names. */
  readonly hidden?: readonly string[]
}

/** Reads the members of a type from a decoded object. */
type ReadObject<T> = (json: JsonObject, at: Reading) => T

/** The members of an object on the wire, and its reader. Everything is computed lazily. */
export class Shape<T> {
  /** The name of the type. */
  readonly name: string
  readonly read: ReadObject<T>
  readonly options: ShapeOptions
  readonly unknown: ShapeOptions['unknown']
  private readonly written: () => ShapeMembers
  private known: readonly string[] | undefined = undefined
  private withoutNull: ReadonlySet<string> | undefined = undefined

  constructor(name: string, members: () => ShapeMembers, read: ReadObject<T>, options: ShapeOptions) {
    this.name = name
    this.read = read
    this.options = options
    this.unknown = options.unknown
    this.written = members
  }

  /** The wire names in order of declaration; always the same list. */
  keys(): readonly string[] {
    this.known ??= this.members().map(({ key }) => key)
    return this.known
  }

  /** Whether the type of a member has no `null`. */
  lacksNull(key: string): boolean {
    this.withoutNull ??= new Set(this.members().flatMap((one) => (takesNull(one.type) ? [] : [one.key])))
    return this.withoutNull.has(key)
  }

  /** The members in order of declaration, as new objects. */
  members(): readonly ShapeMember[] {
    return Object.entries(this.written()).map(([name, type]) => ({ ...nameOf(name), type }))
  }
}

/** The property names of an object, in the order of its keys. */
export function propertiesOf(shape: Shape<unknown>): readonly string[] {
  return shape.keys().map((key) => propertyOf(key, shape.options.names))
}

/** Describes an object and its reader; `members` may refer to later declarations and to the shape itself. */
export function shape<T>(
  name: string,
  members: () => ShapeMembers,
  read: ReadObject<T>,
  options: ShapeOptions = {},
): Shape<T> {
  return new Shape(name, members, read, options)
}

/** {@link shape} for a type that is only sent. */
export function sentShape(
  name: string,
  members: () => ShapeMembers,
  options: ShapeOptions = {},
): Shape<never> {
  return new Shape(name, members, unread, options)
}

/** The shape of a text source, whose binder reads it. @param allOf additional schemas for all of it */
export function textShape(
  members: ShapeMembers,
  { unknown, ...about }: TextAbout,
  allOf: readonly JsonSchema[] = [],
): Shape<unknown> {
  const names: Record<string, string> = {}
  for (const [name, type] of Object.entries(members)) {
    const property = isList(type) && type.length === 2 ? type[1]['property'] : undefined
    if (typeof property === 'string') names[nameOf(name).key] = property
  }
  return new Shape('', () => members, unread, {
    ...about,
    names,
    allOf: () => allOf,
    ...(unknown && { unknown }),
  })
}

function unread(): never {
  throw new TypeError('nothing reads this type')
}

/** Whether a member may be `null`. */
export function takesNull(type: ShapeType): boolean {
  if (typeof type === 'string') return type === 'null' || type === 'unknown'
  if (type instanceof RecursiveShape) return false
  if (isList(type)) return type.length === 2 && (type[1]['takesNull'] === true || takesNull(type[0]))
  if ('anyOf' in type) return type.anyOf.some(takesNull)
  return false
}

/** The name of a member without its mark, and the meaning of that. */
export function nameOf(name: string): Pick<ShapeMember, 'key' | 'isRequired'> {
  const isRequired = !name.endsWith('?')
  return { key: isRequired && !name.endsWith('!') ? name : name.slice(0, -1), isRequired }
}
