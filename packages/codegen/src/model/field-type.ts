import type { SourceSpan } from './source-span.ts'
import type { TemplateForm } from './template-pattern.ts'

/** A value from a single text, or from a single member of a body. */
export type ScalarName =
  | 'string'
  | 'boolean'
  | 'bigint'
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
  | 'float64'
  | 'Date'
  /** A bigint for unsafe integers, else a number. */
  | 'number | bigint'
  /** `x: undefined`: any sent value is an issue. */
  | 'undefined'

export type LiteralValue = string | number | boolean | bigint

/** The changes of a text that `@transform` names. */
export const transformSteps = ['trim', 'collapse', 'lower', 'upper', 'nfc'] as const
export type TransformStep = (typeof transformSteps)[number]

/** `string & { readonly __brand: 'UserId' }`: parsed as the plain type; only a cast makes the branded type. */
interface Branded {
  /** The type's name, in {@link DtoModule.brands}. */
  readonly brand?: string
}

/** The declaration of an enum. */
export interface NamedEnum {
  readonly name: string
  readonly span: SourceSpan
}

/** The type of a property, as binders see it. */
export type FieldType =
  | ({
      readonly kind: 'scalar'
      readonly scalar: ScalarName
      /** `@transform`, on text alone. */
      readonly transform?: readonly TransformStep[] | undefined
    } & Branded)
  /** `'asc' | 'desc'`, `1 | 2`, an enum. */
  | ({
      readonly kind: 'literals'
      readonly values: readonly LiteralValue[]
      readonly isEnum: boolean
      /** The enum of which these are all values. */
      readonly named?: NamedEnum
    } & Branded)
  | {
      readonly kind: 'list'
      readonly element: FieldType
      /** Whether its elements may be `undefined`: never as bound, but as sent. */
      readonly hasHoles?: boolean
    }
  /** An object type, by its name in {@link DtoModule.objects}. */
  | ObjectReference
  /** `T | null`. */
  | { readonly kind: 'nullable'; readonly of: FieldType }
  /** `[string, int?, ...boolean[]]`. */
  | {
      readonly kind: 'tuple'
      readonly elements: readonly FieldType[]
      /** The number of required elements. */
      readonly required: number
      readonly rest: FieldType | undefined
      /** The required elements that may be `undefined`; the index of the rest stands for its elements. */
      readonly holes?: readonly number[]
    }
  /** `Record<string, T>`, possibly with branded keys. */
  | ({
      readonly kind: 'record'
      readonly value: FieldType
      /** The type of keys that are numbers: `Record<int, T>`. */
      readonly keys?: ScalarName
    } & Branded)
  | UnionType
  /** A type that contains itself without an object in between, by its name in {@link DtoModule.recursive}. */
  | RecursiveType
  /** A class with a static `parse(text)`. */
  | ({ readonly kind: 'class' } & ParsedClass)
  /** `Uint8Array`. */
  | { readonly kind: 'bytes' }
  /** A `FileHeader`, or with `isStream` a `FileStream`: a file of a multipart form. */
  | { readonly kind: 'file'; readonly isStream?: true }
  | TemplateType
  | UnknownType

/** `v${number}`: text that a regular expression matches. */
export interface TemplateType {
  readonly kind: 'template'
  readonly pattern: string
  readonly forms: readonly TemplateForm[]
}

/** `unknown` and equivalents: the decoded value is kept unchanged. */
interface UnknownType {
  readonly kind: 'unknown'
  /** `object`: an object or a list. */
  readonly isObject: boolean
  /** A recursive alias for all of JSON, `type Json = null | … | Json[] | { [key: string]: Json }`. */
  readonly isAlias: boolean
}

/** Facts about a recursive type for code without access to {@link DtoModule}. */
export interface RecursiveType {
  readonly kind: 'recursive'
  readonly name: string
  /** The object types in it. */
  readonly objects: readonly string[]
  /** Whether JSON.stringify writes a value unchanged. */
  readonly isPlain: boolean
  /** The kinds of its values in TypeScript. */
  readonly kinds: readonly string[]
}

export interface ObjectReference {
  readonly kind: 'object'
  readonly name: string
}

/** Several types. `tag` selects the branch of a value. */
export type UnionType = LiteralUnion | MemberUnion | KindUnion | FitUnion

/** Objects with literals of their own in a shared member. */
export interface LiteralUnion {
  readonly kind: 'union'
  readonly tag: 'literal'
  readonly member: string
  readonly branches: readonly { readonly type: ObjectReference; readonly values: readonly LiteralValue[] }[]
}

/** Objects with a member that only one of them has; one object may have none. */
export interface MemberUnion {
  readonly kind: 'union'
  readonly tag: 'member'
  readonly branches: readonly { readonly type: ObjectReference; readonly member: string | undefined }[]
}

/** `string | Customer`: at most one type for each kind of decoded value, in the order of {@link valueKinds}. */
export interface KindUnion {
  readonly kind: 'union'
  readonly tag: 'kind'
  readonly branches: readonly { readonly type: PresentType }[]
}

/** Objects, or lists, of which the best fit is read. In order of declaration. */
export interface FitUnion {
  readonly kind: 'union'
  readonly tag: 'fit'
  readonly branches: readonly FitBranch[]
}

export interface FitBranch {
  readonly type: BranchType
  /** Of a tuple: no other list of the union has these literals in this place, as in `['add', int] | ['drop', int]`. */
  readonly literals?: ElementLiterals | undefined
}

/** The literals of a required element. */
export interface ElementLiterals {
  readonly index: number
  readonly values: readonly LiteralValue[]
}

/** A type without an outer `null`. */
export type PresentType = Exclude<FieldType, { kind: 'nullable' }>

/** A branch of a union of objects or of lists. */
export type BranchType = FieldType & { readonly kind: 'object' | 'record' | 'list' | 'tuple' }

/** The minimum and maximum number of elements in a list. */
export function lengthsOf(
  type: FieldType & { kind: 'list' | 'tuple' },
): readonly [least: number, most: number] {
  if (type.kind === 'list') return [0, Number.POSITIVE_INFINITY]
  return [type.required, type.rest === undefined ? type.elements.length : Number.POSITIVE_INFINITY]
}

export interface ParsedClass {
  readonly name: string
  readonly from: ClassOrigin
  /** Whether an instance has its own `toJSON` or `toString`, to be sent as text. */
  readonly hasText: boolean
}

/** The origin of a class for the import in the generated file. */
export type ClassOrigin =
  /** A source file, by its absolute path; possibly the DTO's own. */
  | { readonly kind: 'file'; readonly path: string; readonly exported: string }
  /** A package, by the name the DTO imports. */
  | { readonly kind: 'package'; readonly specifier: string; readonly exported: string }

/** `type` without `null`. */
export function nonNull(type: FieldType): PresentType {
  return type.kind === 'nullable' ? nonNull(type.of) : type
}

/** Whether `null` is a value of the type. */
export function holdsNull(type: FieldType): boolean {
  return type.kind === 'nullable' || (type.kind === 'unknown' && !type.isObject)
}

/** The type `null` alone: no value is left without `null`. */
export const onlyNull: FieldType = {
  kind: 'nullable',
  of: { kind: 'literals', values: [], isEnum: false },
}

export function isOnlyNull(type: FieldType): boolean {
  const target = nonNull(type)
  return target.kind === 'literals' && target.values.length === 0
}

export function isKindUnion(type: FieldType): type is KindUnion {
  return type.kind === 'union' && type.tag === 'kind'
}

/** The types of a {@link KindUnion}; any other type alone. */
export function kindTypes(type: PresentType): readonly PresentType[] {
  return isKindUnion(type) ? type.branches.map((branch) => branch.type) : [type]
}

/** Whether a value is an object: of one type, one of several, or a record. */
export function isObjectLike(type: FieldType): boolean {
  if (type.kind === 'union')
    return type.tag !== 'kind' && type.branches.every((one) => isObjectLike(one.type))
  return type.kind === 'object' || type.kind === 'record'
}

/** Whether a value is the text of one element. */
export function isSingle(type: FieldType): boolean {
  const target = nonNull(type)
  if (target.kind === 'scalar') return target.scalar !== 'number | bigint'
  return ['class', 'template'].includes(target.kind) || (target.kind === 'literals' && !isOnlyNull(type))
}

/** The type of a record's keys, without their brand. */
export function keyTypeOf({ keys = 'string' }: FieldType & { kind: 'record' }): FieldType {
  return { kind: 'scalar', scalar: keys }
}

/** The brand of a value. */
export function brandOf(type: FieldType): string | undefined {
  return type.kind === 'scalar' || type.kind === 'literals' ? type.brand : undefined
}

/** Any text as sent, without a brand. */
export function isAnyText(type: FieldType): boolean {
  return (
    type.kind === 'scalar' && type.scalar === 'string' && type.brand === undefined && !isTransformed(type)
  )
}

/** Whether a value is text with a `@transform`. */
export function isTransformed(type: FieldType): type is FieldType & { kind: 'scalar' } {
  return type.kind === 'scalar' && type.transform !== undefined
}

/** Any number, without a brand. */
export function isAnyNumber(type: FieldType): boolean {
  return type.kind === 'scalar' && type.scalar === 'float64' && type.brand === undefined
}

/** `x: undefined`, which is always absent. */
export function isNothing(type: FieldType): boolean {
  return type.kind === 'scalar' && type.scalar === 'undefined'
}

/** Integers that JSON.parse would round, in any notation. */
export const exactScalars: readonly ScalarName[] = ['bigint', 'int64', 'uint64']
