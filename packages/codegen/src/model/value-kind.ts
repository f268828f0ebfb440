import { byKind } from './by-kind.ts'
import {
  type ElementLiterals,
  exactScalars,
  type FieldType,
  type FitBranch,
  isNothing,
  isOnlyNull,
  kindTypes,
  nonNull,
  type PresentType,
} from './field-type.ts'

/** Kinds of decoded values, distinguishable without inspecting members. `nullable` covers `null`. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** Test order of union members; objects last, since every other kind excludes them. */
export const valueKinds: readonly ValueKind[] = ['string', 'number', 'boolean', 'array', 'object']

/** The kind of a type in JSON, where dates and bytes are text. */
export const kindOf: (type: FieldType) => ValueKind = byKind({
  scalar: ({ scalar }) => {
    if (scalar === 'string' || scalar === 'Date') return 'string'
    return scalar === 'boolean' ? 'boolean' : 'number'
  },
  literals: ({ values: [first] }) => {
    const kind = typeof first
    return kind === 'boolean' || kind === 'string' ? kind : 'number'
  },
  nullable: ({ of }) => kindOf(of),
  list: 'array',
  tuple: 'array',
  union: (type) => (type.tag === 'fit' && type.branches.some(isListBranch) ? 'array' : 'object'),
  bytes: 'string',
  class: 'string',
  template: 'string',
  object: 'object',
  record: 'object',
  recursive: 'object',
  file: 'object',
  unknown: 'object',
})

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

const boundKindOf: (type: PresentType) => readonly BoundKind[] = byKind({
  scalar: (type) => {
    if (isNothing(type)) return []
    if (isDate(type)) return ['date']
    if (type.scalar === 'number | bigint') return ['bigint', 'number']
    return [exactScalars.includes(type.scalar) ? 'bigint' : kindOf(type)]
  },
  literals: ({ values }) => values.map((value) => typeof value as BoundKind),
  list: ['array'],
  tuple: ['array'],
  union: (type) => [kindOf(type)],
  // An instance is an object.
  class: ['object'],
  bytes: ['bytes'],
  template: ['string'],
  recursive: ({ kinds }) => boundKinds.filter((kind) => kinds.includes(kind)),
  unknown: ({ isAlias }) => (isAlias ? ['null', ...valueKinds] : ['object']),
  object: ['object'],
  record: ['object'],
  file: ['object'],
})

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
