import type { FieldType, LiteralValue } from './field-type.ts'
import type { Rules } from './rule.ts'
import type { BindingSource, Source } from './source.ts'
import type { SourceSpan } from './source-span.ts'
import type { ValueKind } from './value-kind.ts'

/*
 * The model: what parse/ makes of sources and emit/ makes text of. Plain readonly data that knows neither compiler nor text.
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

/** One source file and the DTOs in it. */
export interface DtoModule {
  /** Absolute path of the source. */
  readonly path: string
  /** How the generated file imports the source and others of the project; of an `.mts` file `.mjs` stands for `.js`. */
  readonly importExtension: '.js' | '.ts' | ''
  /** The tag that stands for several sources, when the run has one. */
  readonly aliasTag: string | undefined
  /** The DTOs, in order of source. */
  readonly dtos: readonly ObjectType[]
  /** The object types that DTOs nest, in order of first use. */
  readonly objects: readonly ObjectType[]
  /** The types with a brand, in order of first use. */
  readonly brands: readonly BrandType[]
}

/** A type with a brand. */
export interface BrandType {
  /** Its name in the generated file; unique there. */
  readonly name: string
  readonly path: TypePath
  /** What it is without the brand. */
  readonly of: FieldType
}

/** A DTO, or an object type nested in one. */
export interface ObjectType {
  /** Its name in the generated file; unique there. */
  readonly name: string
  /** How the generated file reaches the type. */
  readonly path: TypePath
  readonly fields: readonly Field[]
  /** Whether it has no properties, not even such as cannot be bound. */
  readonly isEmpty: boolean
  /** The sources that the interface's own tags name, for properties without a source tag of their own. */
  readonly bindings: readonly Binding[]
  /** Whether it carries `@response`: it is sent, and bound only from sources that its other tags name. */
  readonly isSent: boolean
  /** What an absent required property becomes: a fault, or Go's zero value. */
  readonly missing: 'error' | 'zero'
  /** The order of `All`; sources left out are not read. */
  readonly order: readonly BindingSource[]
  /** The words of its comment, without tags. */
  readonly description: string
  readonly span: SourceSpan
  /** Whether its source exports it, so that others may use it as well. */
  readonly isExported: boolean
  /** Whether the generated file of its source may export what it has of it: no name of another export is in the way. */
  readonly isShared: boolean
  /** The generated file that has it, where it is a DTO of another source. */
  readonly from: TypeOrigin | undefined
}

/** A DTO of another source of the project. */
export interface TypeOrigin {
  /** Absolute path of the source, with slashes. */
  readonly sourcePath: string
  /** Absolute path of the generated file. */
  readonly outputPath: string
  /** Its name there. */
  readonly name: string
}

/** The way to a type from what the source exports: `User`, or the type of a property below it. */
export interface TypePath {
  readonly exported: string
  readonly steps: readonly TypeStep[]
}

/**
 * A property, the elements of a list or one of a tuple, the keys of a record or what is under those of a brand, what is left
 * without `null` and `undefined`, one object of a union, by the values or the members that it has, or what a union has of a kind.
 */
export type TypeStep =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'element'; readonly index?: number }
  | { readonly kind: 'keys' }
  | { readonly kind: 'values' }
  | { readonly kind: 'present' }
  | { readonly kind: 'branch'; readonly member: string; readonly values: readonly LiteralValue[] }
  | { readonly kind: 'having'; readonly member: string }
  | { readonly kind: 'lacking'; readonly members: readonly string[] }
  | { readonly kind: 'ofKind'; readonly of: ValueKind }

/** One property. */
export interface Field {
  readonly name: string
  /** As the source declares it, on one line: `page: int`. */
  readonly declaration: string
  readonly type: FieldType
  readonly optional: boolean
  /** Declared without a `?`, which a mapped type (`Partial`) gave it. */
  readonly madeOptional: boolean
  /** Required, and yet `undefined` fits it: `name: string | undefined`. No binder gives that, others may. */
  readonly holdsUndefined: boolean
  readonly readonly: boolean
  /** What its own source tags say; {@link boundFields} adds what its interface says. */
  readonly bindings: readonly Binding[]
  readonly default: DefaultValue | undefined
  /** What `@validate` says; `undefined` when nothing does. */
  readonly rules: Rules | undefined
  /** The words of its comment, without tags. */
  readonly description: string
  /** Where the property is declared. */
  readonly span: SourceSpan
}

/** One source of a property. */
export interface Binding {
  readonly source: Source
  /** The name on the wire. */
  readonly key: string
  /** `-`: the property is left out of this source. */
  readonly excluded: boolean
  /** `,required`: absence is a fault, whatever the property says. */
  readonly required: boolean
  /** How one text holds more than one value. */
  readonly format: 'csv' | 'pipe' | 'ssv' | 'json' | undefined
  /** Where the tag stands. */
  readonly span: SourceSpan
}

/** What `@default` says, already of the property's type. */
export type DefaultValue =
  | { readonly kind: 'one'; readonly value: DefaultItem }
  | { readonly kind: 'list'; readonly values: readonly DefaultItem[] }

/** A value that a default can be, or hold. */
export type DefaultItem = LiteralValue | Date | null

/** Whether a value of the DTO's type may be without the property. */
export function mayBeUndefined({ optional, holdsUndefined }: Field): boolean {
  return optional || holdsUndefined
}

/** The type of a property as the source declares it. */
export function declaredType({ declaration }: Pick<Field, 'declaration'>): string {
  return declaration.slice(declaration.indexOf(':') + 1).trim()
}
