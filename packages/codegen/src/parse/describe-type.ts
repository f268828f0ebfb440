import { type FieldType, isOnlyNull } from '../model/field-type.ts'
import { fittingTypes } from './parse-default.ts'

/** What a default that is none should have been; of a union it may be one of several. */
export function wantedDefault(text: string, type: FieldType): string {
  const fitting = fittingTypes(text, type)
  if (fitting.length < 2) return describeType(type)
  return `clear: it could be ${fitting.map(describeType).join(' or ')}`
}

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
