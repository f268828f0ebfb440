import type { JsonSchema } from './json-schema.ts'

/** A type without parts. */
export type TypeWord =
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
  /** Values that are always absent. */
  | 'nothing'
  /** Any JSON. */
  | 'unknown'
  /** An object or a list. */
  | 'object'

/** The type of a member. `R` describes a type that is defined elsewhere, such as an object. */
export type MemberType<R> = TypeWord | R | CompositeType<R>

type CompositeType<R> =
  /** A list. */
  | readonly [element: MemberType<R>]
  /**
   * With additional JSON Schema keywords: rules, a default, a description. In a text source `property` is the name of
   * the property where it is not the key, `as` the option of its tag, and `isSent` marks a list that may not be absent.
   * In a decoded source `takesNull` marks a member whose `null` only its rules refuse.
   */
  | readonly [type: MemberType<R>, keywords: JsonSchema]
  | { readonly enum: readonly EnumValue[] }
  | { readonly anyOf: readonly MemberType<R>[] }
  | { readonly oneOf: readonly MemberType<R>[] }
  | RecordType<R>
  | TupleType<R>

type EnumValue = string | number | boolean | bigint

/** A record, with the schema of its keys, or their type where they are numbers. */
export interface RecordType<R> {
  readonly record: MemberType<R>
  readonly keys?: JsonSchema | TypeWord
}

/** A tuple, with elements of the type `rest` after the others. */
export interface TupleType<R> {
  readonly tuple: readonly MemberType<R>[]
  /** The number of required elements. Default: all. */
  readonly min?: number
  readonly rest?: MemberType<R>
}

/** One member of an object, by its name on the wire. */
export interface ObjectMember<R> {
  readonly key: string
  readonly isRequired: boolean
  readonly type: MemberType<R>
}

/** The content of an object. */
export interface ObjectContent<R> {
  readonly members: readonly ObjectMember<R>[]
  /** The type of undeclared members, where they are read. */
  readonly others: MemberType<R> | undefined
  /** Additional schemas for the whole object. */
  readonly allOf: readonly JsonSchema[]
}

/** Whether a type stands for one that is described elsewhere. */
export function isReference<R extends object>(type: R | CompositeType<R>): type is R {
  return !Array.isArray(type) && !['enum', 'anyOf', 'oneOf', 'record', 'tuple'].some((key) => key in type)
}
