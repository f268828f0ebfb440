import {
  type ElementLiterals,
  type FieldType,
  type FitBranch,
  isNothing,
  isOnlyNull,
  kindTypes,
  nonNull,
} from './field-type.ts'

/** Kinds of decoded values, distinguishable without inspecting members. `nullable` covers `null`. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** Test order of union members; objects last, since every other kind excludes them. */
export const valueKinds: readonly ValueKind[] = ['string', 'number', 'boolean', 'array', 'object']

/** The kind of a type in JSON, where dates and bytes are text. */
export function kindOf(type: FieldType): ValueKind {
  const target = nonNull(type)
  switch (target.kind) {
    case 'scalar':
      if (target.scalar === 'string' || target.scalar === 'Date') return 'string'
      return target.scalar === 'boolean' ? 'boolean' : 'number'
    case 'literals': {
      const kind = typeof target.values[0]
      return kind === 'boolean' || kind === 'string' ? kind : 'number'
    }
    case 'list':
    case 'tuple':
      return 'array'
    case 'union':
      return target.tag === 'fit' && target.branches.some(isListBranch) ? 'array' : 'object'
    case 'bytes':
    case 'class':
    case 'template':
      return 'string'
    default:
      return 'object'
  }
}

function isListBranch({ type }: FitBranch): boolean {
  return type.kind === 'list' || type.kind === 'tuple'
}

/** Kinds that TypeScript distinguishes in a bound value. */
export type BoundKind = ValueKind | 'null' | 'bigint' | 'date' | 'bytes'

export const boundKinds: readonly BoundKind[] = ['null', 'bigint', 'date', 'bytes', ...valueKinds]

export function boundKindsOf(types: readonly FieldType[]): readonly BoundKind[] {
  const found = new Set(
    types.flatMap((type) => {
      const kinds = isOnlyNull(type) ? [] : kindTypes(nonNull(type)).flatMap(boundKindOf)
      return type.kind === 'nullable' ? ['null', ...kinds] : kinds
    }),
  )
  return boundKinds.filter((one) => found.has(one))
}

function boundKindOf(type: FieldType): readonly BoundKind[] {
  if (type.kind === 'literals') return type.values.map((value) => typeof value as BoundKind)
  // An instance is an object.
  if (type.kind === 'class') return ['object']
  if (type.kind === 'bytes') return ['bytes']
  if (type.kind === 'recursive') return boundKinds.filter((kind) => type.kinds.includes(kind))
  if (type.kind === 'unknown' && type.isAlias) return ['null', ...valueKinds]
  if (type.kind !== 'scalar') return [kindOf(type)]
  if (isNothing(type)) return []
  if (isDate(type)) return ['date']
  if (type.scalar === 'number | bigint') return ['bigint', 'number']
  return [['bigint', 'int64', 'uint64'].includes(type.scalar) ? 'bigint' : kindOf(type)]
}

/** The distinguishing features of a list in TypeScript: the kinds of its elements, and their number. */
export interface ListKind {
  readonly items: readonly (readonly BoundKind[])[]
  /** The number of required elements. */
  readonly required: number
  readonly rest: readonly BoundKind[] | undefined
  readonly literals?: ElementLiterals | undefined
}

export function listKindOf(
  type: FieldType & { kind: 'list' | 'tuple' },
  literals: ElementLiterals | undefined,
): ListKind {
  const kinds = (one: FieldType): readonly BoundKind[] => boundKindsOf([one])
  if (type.kind === 'list') return { items: [], required: 0, rest: kinds(type.element) }
  const { elements, required, rest } = type
  return { items: elements.map(kinds), required, rest: rest && kinds(rest), literals }
}

/** The decoded kinds of a type; `null` counts as none. */
export function kindsOf(type: FieldType): readonly ValueKind[] {
  const found = new Set(kindTypes(nonNull(type)).map(kindOf))
  return valueKinds.filter((one) => found.has(one))
}

export function isDate(type: FieldType): boolean {
  return type.kind === 'scalar' && type.scalar === 'Date'
}
