import { type NonNullType, nonNull, type TypeModel } from './model.ts'

export type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** The kind of value that JSON has a type as. */
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
      return 'array'
    case 'bytes':
    case 'class':
      return 'string'
    default:
      return 'object'
  }
}

/** The type of a union that a value is of, decoded or bound; `undefined` when none has such values. */
export function typeFor(types: readonly NonNullType[], value: unknown): NonNullType | undefined {
  const kind = kindOfValue(value)
  const found = types.find((type) => kindOf(type) === kind)
  // An instance is an object.
  return found ?? (kind === 'object' ? types.find((type) => type.kind === 'class') : undefined)
}

function kindOfValue(value: unknown): Kind | undefined {
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
