import {
  type ByMemberModel,
  type Literal,
  type NonNullType,
  nonNull,
  type ObjectModel,
  type TypeModel,
} from './model.ts'

export type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** The JSON kind of a type's values. */
export function kindOf(type: TypeModel): Kind {
  const of = nonNull(type)
  switch (of.kind) {
    case 'scalar':
      if (of.scalar === 'string' || of.scalar === 'boolean') return of.scalar
      return of.scalar === 'Date' ? 'string' : 'number'
    case 'literals': {
      const [first] = of.values
      return typeof first === 'string' ? 'string' : typeof first === 'boolean' ? 'boolean' : 'number'
    }
    case 'list':
    case 'tuple':
    case 'lists':
      return 'array'
    case 'bytes':
    case 'class':
    case 'template':
      return 'string'
    case 'numeric':
      return 'number'
    default:
      return 'object'
  }
}

/** The member of a union that matches a value, decoded or bound; `undefined` if none does. */
export function typeFor(types: readonly NonNullType[], value: unknown): NonNullType | undefined {
  const kind = kindOfValue(value)
  const found = types.find((type) => kindOf(type) === kind)
  // An instance is an object.
  return found ?? (kind === 'object' ? types.find((type) => type.kind === 'class') : undefined)
}

/** Whether a decoded value is a literal. A whole number is also a bigint, in whatever form the format has it. */
export function isSameLiteral(literal: Literal, value: unknown): boolean {
  if (typeof literal !== 'bigint' || typeof value !== 'number') return literal === value
  return Number.isInteger(value) && BigInt(value) === literal
}

export function kindOfValue(value: unknown): Kind | undefined {
  if (value === null) return undefined
  if (Array.isArray(value)) return 'array'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'number':
    case 'bigint':
      return 'number'
    case 'object':
      return value instanceof Date || value instanceof Uint8Array ? 'string' : 'object'
    default:
      return undefined
  }
}

/** The object whose unique member is the only one present; `read` returns a member of the value. */
export function branchOf(
  { of, members }: ByMemberModel,
  read: (member: string, branch: ObjectModel) => unknown,
): ObjectModel | undefined {
  const values = of.map((branch, i) => {
    const member = members[i]
    return member === undefined ? undefined : read(member, branch)
  })
  const there = of.filter((_, i) => values[i] !== undefined && values[i] !== null)
  if (there.length > 0) return there.length === 1 ? there[0] : undefined
  const other = of.find((_, i) => members[i] === undefined)
  if (other !== undefined) return other
  const empty = of.filter((_, i) => values[i] === null)
  return empty.length === 1 ? empty[0] : undefined
}
