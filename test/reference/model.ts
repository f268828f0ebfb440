/**
 * The comparison's own description of a DTO: its source as plain data.
 *
 * It is independent of the generator's model, so that both do not share a mistake.
 */
export interface DtoModel {
  readonly name: string
  /** The tags on the interface. */
  readonly sources: readonly Source[]
  readonly missing: 'error' | 'zero'
  readonly unknown?: 'error' | 'drop' | undefined
  /** The text of `@bindingSource`. */
  readonly order: readonly OrderWord[] | undefined
  readonly fields: readonly FieldModel[]
  /** Whether the type of the only field, {@link bodyField}, is an alias for the whole body. */
  readonly isBody?: boolean
}

/** The field of a whole body, which has no name on the wire. */
export const bodyField = 'body'

export type TextSource = 'uri' | 'query' | 'header' | 'respHeader' | 'cookie' | 'form'
export type BodyFormat = 'form' | 'json' | 'xml' | 'msgpack' | 'cbor'
export type Source = TextSource | BodyFormat

/** A source as named by `all` and by issues. */
export type OrderWord = 'uri' | 'body' | 'query' | 'header' | 'cookie'

export interface FieldModel {
  readonly name: string
  readonly optional: boolean
  readonly type: TypeModel
  readonly tags: readonly TagModel[]
  /** The texts of `@default`, one for each element if the type is a list. */
  readonly default: readonly string[] | undefined
  /** The text of `@validate`. */
  readonly rules?: readonly RuleModel[]
}

export interface TagModel {
  readonly source: Source
  /** `-` excludes the property. */
  readonly key: string | undefined
  readonly required: boolean
  readonly format: 'csv' | 'pipe' | 'ssv' | 'json' | undefined
}

export interface RuleModel {
  readonly name: string
  readonly parameter?: string
}

export type WholeName = 'int' | 'int8' | 'int16' | 'int32' | 'uint' | 'uint8' | 'uint16' | 'uint32'
export type BigName = 'int64' | 'uint64' | 'bigint'
export type ScalarName =
  | 'string'
  | 'boolean'
  | 'number'
  | 'float32'
  | 'float64'
  | 'Date'
  | WholeName
  | BigName

export type TransformWord = 'trim' | 'collapse' | 'lower' | 'upper' | 'nfc'

export type Literal = string | number | boolean | bigint

export type TypeModel =
  | ScalarModel
  | LiteralsModel
  | ListModel
  | TupleModel
  /** The enclosing nested interface, which is recursive. */
  | { readonly kind: 'self' }
  | RecordModel
  | { readonly kind: 'nullable'; readonly of: NonNullType }
  | ObjectModel
  | { readonly kind: 'union'; readonly discriminant: string; readonly of: readonly ObjectModel[] }
  /** Objects that each have a required unique member; the last may have none. */
  | ByMemberModel
  /** Objects that no single member always discriminates. */
  | { readonly kind: 'choice'; readonly of: readonly ObjectBranch[] }
  /** Lists with different lengths or different kinds of elements. */
  | { readonly kind: 'lists'; readonly of: readonly (ListModel | TupleModel)[] }
  /** Types with different kinds of decoded values. */
  | { readonly kind: 'anyOf'; readonly of: readonly NonNullType[] }
  | { readonly kind: 'bytes' }
  /** A class with a static `parse`, always the same one under unique names. */
  | { readonly kind: 'class'; readonly name: string }
  | { readonly kind: 'file' }
  | UnknownModel
  /** `number | bigint` */
  | { readonly kind: 'numeric' }
  /** An index into `templates`. */
  | { readonly kind: 'template'; readonly template: number }

/** Kept as decoded. */
export interface UnknownModel {
  readonly kind: 'unknown'
  /** `unknown`, `object`, or a recursive alias for all of JSON. */
  readonly form: 'unknown' | 'object' | 'alias'
  /** The name of the alias. */
  readonly name: string
}

export interface ScalarModel {
  readonly kind: 'scalar'
  readonly scalar: ScalarName
  /** Whether it is a `number` or `bigint` with the tag `@type`. */
  readonly isTagged?: boolean
  /** The words of `@transform`. */
  readonly transform?: readonly TransformWord[]
  /** The name of the branded type; the brand does not change how it is read. */
  readonly brand?: string
}

export interface LiteralsModel {
  readonly kind: 'literals'
  readonly values: readonly Literal[]
  readonly enumName?: string
  readonly brand?: string
}

export interface ByMemberModel {
  readonly kind: 'byMember'
  readonly of: readonly ObjectModel[]
  /** The unique member of each. */
  readonly members: readonly (string | undefined)[]
}

export type NonNullType = Exclude<TypeModel, { kind: 'nullable' }>

export interface ListModel {
  readonly kind: 'list'
  readonly of: TypeModel
  readonly isReadonly?: boolean
}

export interface RecordModel {
  readonly kind: 'record'
  readonly of: TypeModel
  readonly keyBrand?: string
  /** The type of keys that are numbers. */
  readonly keys?: KeyName
}

export type KeyName = 'number' | 'int' | 'uint8'

/** Whether a record has entries under a key. */
export function hasKey({ keys }: RecordModel, key: string): boolean {
  if (keys === undefined) return true
  const number = Number(key)
  if (!Number.isFinite(number) || `${number}` !== key) return false
  if (keys === 'int') return Number.isSafeInteger(number)
  return keys === 'number' || (Number.isInteger(number) && number >= 0 && number < 256)
}

export type ObjectBranch = ObjectModel | RecordModel

/** `[A, B?, ...C[]]` */
export interface TupleModel {
  readonly kind: 'tuple'
  readonly of: readonly TypeModel[]
  /** The number of required elements; all if absent. */
  readonly required?: number
  readonly rest?: TypeModel
}

/** The type of a tuple's element at an index; `undefined` past its end. */
export function elementOf({ of, rest }: TupleModel, index: number): TypeModel | undefined {
  return of[index] ?? rest
}

/** A nested interface. */
export interface ObjectModel {
  readonly kind: 'object'
  readonly name: string
  readonly fields: readonly FieldModel[]
  readonly isExported?: boolean
  /** The type of its index signature. */
  readonly index?: TypeModel
}

/** Whether `null` is a value of a type. */
export function takesNull(type: TypeModel): boolean {
  return type.kind === 'nullable' || (type.kind === 'unknown' && type.form !== 'object')
}

/** Whether a type, or a part of it, satisfies this. */
export function holds(
  type: TypeModel,
  isSuch: (type: TypeModel) => boolean,
  seen = new Set<TypeModel>(),
): boolean {
  if (isSuch(type)) return true
  if (seen.has(type)) return false
  seen.add(type)
  const inside = (one: TypeModel): boolean => holds(one, isSuch, seen)
  switch (type.kind) {
    case 'list':
    case 'record':
    case 'nullable':
      return inside(type.of)
    case 'tuple':
      return type.of.some(inside) || (type.rest !== undefined && inside(type.rest))
    case 'union':
    case 'byMember':
    case 'anyOf':
    case 'choice':
    case 'lists':
      return type.of.some(inside)
    case 'object':
      return (
        type.fields.some((field) => inside(field.type)) || (type.index !== undefined && inside(type.index))
      )
    default:
      return false
  }
}

export function nonNull(type: TypeModel): NonNullType {
  return type.kind === 'nullable' ? type.of : type
}

/** A field as one source reads it. */
export interface BoundField {
  readonly field: FieldModel
  readonly key: string
  readonly required: boolean
  readonly format: TagModel['format']
}

const bodyFormats: readonly Source[] = ['json', 'xml', 'msgpack', 'cbor']

/**
 * The fields of a source (API.md section 2): those tagged with it, and untagged ones if the interface has
 * its tag or, for a body format, any tag of the interface names it. `-` excludes a field, and alone does
 * not count as a tag.
 */
export function boundFields(dto: DtoModel, source: Source): readonly BoundField[] {
  const known = found.get(dto) ?? new Map<Source, readonly BoundField[]>()
  found.set(dto, known)
  const fields = known.get(source) ?? findBoundFields(dto, source)
  known.set(source, fields)
  return fields
}

/** Cached: recomputed for every request, they took a fifth of the time. */
const found = new WeakMap<DtoModel, Map<Source, readonly BoundField[]>>()

function findBoundFields(dto: DtoModel, source: Source): readonly BoundField[] {
  const named = dto.fields.some(({ tags }) => tags.some((tag) => tag.source === source && tag.key !== '-'))
  const reaches = dto.sources.includes(source) || (bodyFormats.includes(source) && named)
  return dto.fields.flatMap((field) => {
    const own = field.tags.find((tag) => tag.source === source)
    if (own !== undefined) return own.key === '-' ? [] : [bound(field, own)]
    const isTagged = field.tags.some(({ key }) => key !== '-')
    return reaches && !isTagged ? [bound(field, undefined)] : []
  })
}

/** The members of a nested value: all of them, under their tag's name for that source. */
export function memberFields(object: ObjectModel, source: Source): readonly BoundField[] {
  const known = foundMembers.get(object) ?? new Map<Source, readonly BoundField[]>()
  foundMembers.set(object, known)
  const members = known.get(source) ?? findMembers(object, source)
  known.set(source, members)
  return members
}

const foundMembers = new WeakMap<ObjectModel, Map<Source, readonly BoundField[]>>()

function findMembers(object: ObjectModel, source: Source): readonly BoundField[] {
  return object.fields.flatMap((field) => {
    const own = field.tags.find((tag) => tag.source === source)
    return own?.key === '-' ? [] : [bound(field, own)]
  })
}

function bound(field: FieldModel, tag: TagModel | undefined): BoundField {
  return {
    field,
    key: tag?.key ?? field.name,
    required: tag?.required ?? false,
    format: tag?.format,
  }
}

export const allSources: readonly Source[] = [
  'uri',
  'query',
  'header',
  'respHeader',
  'cookie',
  'form',
  'json',
  'xml',
  'msgpack',
  'cbor',
]

/** The sources that the DTO has fields for, each with its own binder. */
export function sourcesOf(dto: DtoModel): readonly Source[] {
  const sources = foundSources.get(dto) ?? allSources.filter((source) => boundFields(dto, source).length > 0)
  foundSources.set(dto, sources)
  return sources
}

const foundSources = new WeakMap<DtoModel, readonly Source[]>()
