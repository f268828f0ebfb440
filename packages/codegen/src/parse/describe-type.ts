import { type FieldType, isOnlyNull } from '../model/field-type.ts'

/** A type in words, for messages. */
export function describeType(type: FieldType): string {
  if (isOnlyNull(type)) return 'null'
  switch (type.kind) {
    case 'scalar':
      return type.scalar === 'float64' ? 'a number' : type.scalar
    case 'literals':
      return `one of ${type.values.map((value) => (typeof value === 'bigint' ? `${value}n` : JSON.stringify(value))).join(', ')}`
    case 'list':
      return type.element.kind === 'scalar' && type.element.scalar === 'float64'
        ? 'a list of numbers'
        : `a list of ${describeType(type.element)}`
    case 'object':
      return 'an object'
    case 'nullable':
      return `${describeType(type.of)} or null`
    case 'tuple':
      return 'a tuple'
    case 'record':
      return `a record of ${describeType(type.value)}`
    case 'union':
    case 'byMember':
      return 'a union of objects'
    case 'anyOf':
      return type.members.map(describeType).join(' or ')
    case 'class':
      return `a ${type.name}`
    case 'bytes':
      return 'bytes'
    case 'file':
      return 'a file'
  }
}
