import { type FieldType, nonNull } from './field-type.ts'

/** What a decoder tells apart without looking into a value, as JSON does. `null` is told by `nullable`. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** The order in which a union is tested, and told of: what is an object is known when it is nothing else. */
export const valueKinds: readonly ValueKind[] = ['string', 'number', 'boolean', 'array', 'object']

/** The kind that JSON has a type as: dates and bytes are text there. */
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
    case 'bytes':
    case 'class':
      return 'string'
    default:
      return 'object'
  }
}

export function isDate(type: FieldType): boolean {
  return type.kind === 'scalar' && type.scalar === 'Date'
}
