/** A value that one text or one member of a body gives. */
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

export type LiteralValue = string | number | boolean | bigint

/** `string & { readonly __brand: 'UserId' }`: what is read as any other, and is of a type that only a cast gives. */
export interface Branded {
  /** The type's name, in {@link DtoModule.brands}. */
  readonly brand?: string
}

/** What a property may hold, as binders see it. */
export type FieldType =
  | ({ readonly kind: 'scalar'; readonly scalar: ScalarName } & Branded)
  /** `'asc' | 'desc'`, `1 | 2`, an enum. */
  | ({
      readonly kind: 'literals'
      readonly values: readonly LiteralValue[]
      readonly isEnum: boolean
    } & Branded)
  | { readonly kind: 'list'; readonly element: FieldType }
  /** An object type, by its name in {@link DtoModule.objects}. */
  | { readonly kind: 'object'; readonly name: string }
  /** `T | null`. */
  | { readonly kind: 'nullable'; readonly of: FieldType }
  /** `[string, int?, ...boolean[]]`. */
  | {
      readonly kind: 'tuple'
      readonly elements: readonly FieldType[]
      /** How many of the elements must be there. */
      readonly required: number
      readonly rest: FieldType | undefined
    }
  /** `Record<string, T>`, its keys perhaps with a brand. */
  | ({ readonly kind: 'record'; readonly value: FieldType } & Branded)
  /** Objects told apart by a member that is a literal in each. */
  | { readonly kind: 'union'; readonly discriminant: string; readonly branches: readonly UnionBranch[] }
  /** Objects told apart by a member that only one of them has. */
  | { readonly kind: 'byMember'; readonly branches: readonly MemberBranch[] }
  /** `string | Customer`: of each kind of decoded value at most one, in the order of {@link valueKinds}. */
  | { readonly kind: 'anyOf'; readonly members: readonly PresentType[] }
  /** A class with a static `parse(text)`. */
  | ({ readonly kind: 'class' } & ParsedClass)
  /** `Uint8Array`. */
  | { readonly kind: 'bytes' }
  /** A `FileHeader`: a file of a multipart form. */
  | { readonly kind: 'file' }

/** A type whose `null` is said elsewhere. */
export type PresentType = Exclude<FieldType, { kind: 'nullable' }>

/** One object type of a union, and the values of the discriminant that mean it. */
export interface UnionBranch {
  readonly values: readonly LiteralValue[]
  /** Its name in {@link DtoModule.objects}. */
  readonly object: string
}

/** One object type of a union, and a member that only it has; one of them may have none. */
export interface MemberBranch {
  readonly member: string | undefined
  /** Its name in {@link DtoModule.objects}. */
  readonly object: string
}

export interface ParsedClass {
  readonly name: string
  readonly from: ClassOrigin
  /** Whether an instance has a text to send: a `toJSON` or a `toString` of its own. */
  readonly hasText: boolean
}

/** Where the generated file imports a class from. */
export type ClassOrigin =
  /** A source file, by its absolute path; the DTO's own among them. */
  | { readonly kind: 'file'; readonly path: string; readonly exported: string }
  /** A package, by the name the DTO imports. */
  | { readonly kind: 'package'; readonly specifier: string; readonly exported: string }

/** `type` without `null`. */
export function nonNull(type: FieldType): PresentType {
  return type.kind === 'nullable' ? nonNull(type.of) : type
}

/** The types that a type is made of, but for those of an object's properties. */
export function partsOf(type: FieldType): readonly FieldType[] {
  switch (type.kind) {
    case 'nullable':
      return [type.of]
    case 'list':
      return [type.element]
    case 'record':
      return [type.value]
    case 'tuple':
      return type.rest === undefined ? type.elements : [...type.elements, type.rest]
    case 'anyOf':
      return type.members
    default:
      return []
  }
}

/** `null` and nothing else: without `null` there is no value left. */
export const onlyNull: FieldType = {
  kind: 'nullable',
  of: { kind: 'literals', values: [], isEnum: false },
}

export function isOnlyNull(type: FieldType): boolean {
  const target = nonNull(type)
  return target.kind === 'literals' && target.values.length === 0
}

/** Whether a value is the text of one element. */
export function isSingle(type: FieldType): boolean {
  return ['scalar', 'literals', 'class'].includes(nonNull(type).kind) && !isOnlyNull(type)
}

/** The brand of a value. */
export function brandOf(type: FieldType): string | undefined {
  return type.kind === 'scalar' || type.kind === 'literals' ? type.brand : undefined
}

/** Any text, without a brand. */
export function isAnyText(type: FieldType): boolean {
  return type.kind === 'scalar' && type.scalar === 'string' && type.brand === undefined
}

/** Any number, without a brand. */
export function isAnyNumber(type: FieldType): boolean {
  return type.kind === 'scalar' && type.scalar === 'float64' && type.brand === undefined
}

/** Whether JSON.stringify writes a value of the type as it is. */
export function isPlainJson(type: FieldType): boolean {
  switch (type.kind) {
    case 'scalar':
      return !['Date', 'bigint', 'int64', 'uint64'].includes(type.scalar)
    case 'literals':
      return type.values.every((value) => typeof value !== 'bigint')
    case 'bytes':
    case 'file':
    case 'object':
    case 'union':
    case 'byMember':
    case 'class':
      return false
    default:
      return partsOf(type).every(isPlainJson)
  }
}

/** The object types that a type holds. */
export function nestedNames(type: FieldType): readonly string[] {
  switch (type.kind) {
    case 'object':
      return [type.name]
    case 'union':
    case 'byMember':
      return type.branches.map(({ object }) => object)
    default:
      return partsOf(type).flatMap(nestedNames)
  }
}
