import type { FieldType, LiteralValue } from './field-type.ts'
import type { Rules } from './rule.ts'
import type { BindingSource, Source } from './source.ts'
import type { SourceSpan } from './source-span.ts'
import type { BoundKind, ListKind, ValueKind } from './value-kind.ts'

/*
 * The model between parse/ and emit/: plain readonly data, independent of the compiler and of the generated text.
 *
 *   export interface SearchDto {
 *     /** @query * / q: string
 *     /** @query @default 1 * / page: int
 *   }
 *
 * becomes
 *
 *   { name: 'SearchDto', path: { exported: 'SearchDto', steps: [] }, bindings: [], missing: 'error', order: ['uri', 'body', …], fields: [
 *     { name: 'q', declaration: 'q: string', type: { kind: 'scalar', scalar: 'string' }, optional: false,
 *       bindings: [{ source: 'query', key: 'q', required: false, format: undefined }], default: undefined },
 *     { name: 'page', declaration: 'page: int', type: { kind: 'scalar', scalar: 'int' }, optional: false,
 *       bindings: [{ source: 'query', key: 'page', … }], default: { kind: 'one', value: 1 } } ] }
 */

/** One source file and its DTOs. */
export interface DtoModule {
  /** Absolute path of the source. */
  readonly path: string
  /** Extension of relative imports in the generated file; `.js` means `.mjs` for an `.mts` file. */
  readonly importExtension: '.js' | '.ts' | ''
  /** The `aliasTag` option. */
  readonly aliasTag: string | undefined
  /** In source order. */
  readonly dtos: readonly ObjectType[]
  /** DTOs whose body is not an object of properties, and the messages of sockets, in source order. */
  readonly bodies: readonly BodyType[]
  /** In source order. */
  readonly sockets: readonly SocketType[]
  /** Nested object types, in order of first use. */
  readonly objects: readonly ObjectType[]
  /** Branded types, in order of first use. */
  readonly brands: readonly BrandType[]
  /** The types that contain themselves without an object in between. */
  readonly recursive: readonly NamedType[]
}

/** A named type of the generated file. */
export interface NamedType {
  /** Unique in the file. */
  readonly name: string
  readonly path: TypePath
  /** Without `null`. */
  readonly of: FieldType
}

/** A branded type. */
export interface BrandType {
  /** Its name in the generated file; unique there. */
  readonly name: string
  readonly path: TypePath
  /** The type without the brand. */
  readonly of: FieldType
}

/** Unknown keys are issues, or dropped. */
export type UnknownKeys = 'error' | 'drop'

/** A DTO, or an object type nested in one. */
export interface ObjectType {
  /** Its name in the generated file; unique there. */
  readonly name: string
  /** Type expression in the generated file. */
  readonly path: TypePath
  readonly fields: readonly Field[]
  /** The index signature, as a property: `[key: string]: int`. */
  readonly index: Field | undefined
  /** Whether it has no properties at all, bindable or not. */
  readonly isEmpty: boolean
  /** From the tags on the interface, for untagged properties. */
  readonly bindings: readonly Binding[]
  /** Whether it has `@response`: it is sent, and bound only from the sources of its other tags. */
  readonly isSent: boolean
  /** The result of a missing required property: an issue, or Go's zero value. */
  readonly missing: 'error' | 'zero'
  /** `@unknown` */
  readonly unknown?: UnknownKeys | undefined
  /** Order of `All`; other sources are not read. */
  readonly order: readonly BindingSource[]
  /** Text of its comment, without tags. */
  readonly description: string
  /** For its JSON Schema alone. */
  readonly notes?: readonly SchemaNote[]
  readonly span: SourceSpan
  /** Whether its source exports it, so other sources may use it. */
  readonly isExported: boolean
  /** Whether the generated file may export its helpers without a name clash. */
  readonly isShared: boolean
  /** Origin of a DTO from another source. */
  readonly from: TypeOrigin | undefined
}

/** A DTO whose whole body is one value: a list, a record or a union of objects. */
export interface BodyType {
  /** Unique in the generated file. */
  readonly name: string
  readonly path: TypePath
  /** The value as a property without an owner; its bindings are the formats that it is read from. */
  readonly value: Field
  /** Tagged with `@response`. */
  readonly isSent: boolean
  /** As in {@link ObjectType}; `zero` also stands for an absent body. */
  readonly missing: 'error' | 'zero'
  /** Whether it is the messages of a socket, which have no binders. */
  readonly isMessage?: true
  /** `@unknown`, for the objects in it. */
  readonly unknown?: UnknownKeys | undefined
  /** The comment without its tags. */
  readonly description: string
  /** For its JSON Schema alone. */
  readonly notes?: readonly SchemaNote[]
  readonly span: SourceSpan
}

/** An interface with `@socket`: the messages of a WebSocket, by names of {@link DtoModule.bodies}; `undefined` for bytes. */
export interface SocketType {
  readonly name: string
  /** The messages that the server reads. */
  readonly receive: string | undefined
  /** The messages that it sends. */
  readonly send: string | undefined
  /** The comment without its tags. */
  readonly description: string
  readonly span: SourceSpan
}

/** Source and output of a DTO from another source of the project. */
export interface TypeOrigin {
  /** Absolute path of the source, with slashes. */
  readonly sourcePath: string
  /** Absolute path of the generated file. */
  readonly outputPath: string
  /** Its name there. */
  readonly name: string
}

/** A path to a type from an export of the source: `User`, or the type of a property below it. */
export interface TypePath {
  readonly exported: string
  readonly steps: readonly TypeStep[]
}

export type TypeStep =
  | { readonly kind: 'property'; readonly name: string }
  /** Of a list, or at an index of a tuple. */
  | { readonly kind: 'element'; readonly index?: number }
  | { readonly kind: 'keys' }
  /** Of a record with branded keys. */
  | { readonly kind: 'values' }
  /** Without `null` and `undefined`. */
  | { readonly kind: 'present' }
  /** The object of a union whose discriminant has one of these values. It may be in a member of its own: `within`. */
  | {
      readonly kind: 'branch'
      readonly member: string
      readonly values: readonly LiteralValue[]
      readonly within?: string
      /** Whether the discriminant may be absent. */
      readonly isOptional?: true
    }
  /** The objects of a union without those whose literal member has one of these values. */
  | { readonly kind: 'without'; readonly member: string; readonly values: readonly LiteralValue[] }
  /**
   * The object of a union with this member, or with an object that has it in `within`. `filled` distinguishes it from
   * `member: undefined`.
   */
  | { readonly kind: 'having'; readonly member: string; readonly within?: string; readonly filled?: true }
  /** The object of a union without these members. */
  | { readonly kind: 'lacking'; readonly members: readonly string[]; readonly filled?: true }
  /**
   * The object with properties of these kinds; `isOpen`: besides its index signature. `word` is the first property that not
   * all others have.
   */
  | {
      readonly kind: 'alike'
      readonly members: readonly MemberKinds[]
      readonly word: string
      readonly isOpen?: true
    }
  /** The map of values of these kinds. */
  | { readonly kind: 'map'; readonly of: readonly BoundKind[] }
  | { readonly kind: 'ofKind'; readonly of: ValueKind }
  /** A list of a union, identified by its length or the kinds of its elements. */
  | { readonly kind: 'list'; readonly of: ListKind }

/** A keyword of JSON Schema that no reader needs. */
export type SchemaNote =
  | readonly [keyword: 'title', value: string]
  | readonly [keyword: 'deprecated', value: true]

/** An `@example`. */
export interface Example {
  readonly value: DefaultValue
  /** Of the tag. */
  readonly span: SourceSpan
}

/** A property as TypeScript sees it. */
export interface MemberKinds {
  readonly name: string
  readonly optional: boolean
  readonly kinds: readonly BoundKind[]
}

export interface Field {
  readonly name: string
  /** As in the source, on one line: `page: int`. */
  readonly declaration: string
  readonly type: FieldType
  readonly optional: boolean
  /** Made optional by a mapped type such as `Partial`. */
  readonly madeOptional: boolean
  /** Required but may be `undefined`: `name: string | undefined`. Binders never return that; other code may. */
  readonly holdsUndefined: boolean
  readonly readonly: boolean
  /** From its own source tags; {@link boundFields} adds the interface's. */
  readonly bindings: readonly Binding[]
  readonly default: DefaultValue | undefined
  /** From `@validate` and the tags of JSON Schema. */
  readonly rules: Rules | undefined
  /** Text of its comment, without tags. */
  readonly description: string
  /** `@hidden`: no message names it. */
  readonly hidden?: true
  /** For its JSON Schema alone. */
  readonly notes?: readonly SchemaNote[]
  readonly examples?: readonly Example[]
  /** Of the declaration. */
  readonly span: SourceSpan
}

/** One source of a property. */
export interface Binding {
  readonly source: Source
  /** The name on the wire. */
  readonly key: string
  /** `-`: the property is excluded from this source. */
  readonly excluded: boolean
  /** `,required`: absence is an issue, even for an optional property. */
  readonly required: boolean
  /** Encoding of several values in one text. */
  readonly format: 'csv' | 'pipe' | 'ssv' | 'json' | undefined
  /** Of the tag. */
  readonly span: SourceSpan
}

/** The value of `@default` or `@example`, converted to the property's type. */
export type DefaultValue =
  | { readonly kind: 'one'; readonly value: DefaultItem }
  | { readonly kind: 'list'; readonly values: readonly DefaultItem[] }

export type DefaultItem = LiteralValue | Date | null

/** The types of the properties and the index signature. */
export function memberTypes({ fields, index }: ObjectType): readonly FieldType[] {
  const types = fields.map(({ type }) => type)
  return index === undefined ? types : [...types, index.type]
}

/** Whether the property may be absent or `undefined`. */
export function mayBeUndefined({ optional, holdsUndefined }: Field): boolean {
  return optional || holdsUndefined
}

/** The type of a property as in the source. */
export function declaredType({ declaration }: Pick<Field, 'declaration'>): string {
  return declaration.slice(declaration.indexOf(':') + 1).trim()
}
