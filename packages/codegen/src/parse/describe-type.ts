import { type FieldType, isOnlyNull } from '../model/field-type.ts'
import { templateText } from '../model/template-pattern.ts'

/** A type in words, for messages: `a list of numbers`. */
export function describeType(type: FieldType): string {
  if (isOnlyNull(type)) return 'null'
  switch (type.kind) {
    case 'scalar':
      return `${type.scalar.startsWith('i') ? 'an' : 'a'} ${scalarName(type.scalar)}`
    case 'literals':
      return `one of ${type.values.map((value) => (typeof value === 'bigint' ? `${value}n` : JSON.stringify(value))).join(', ')}`
    case 'list':
      return type.element.kind === 'scalar'
        ? `a list of ${scalarName(type.element.scalar)}s`
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
      return type.tag === 'kind'
        ? type.branches.map((branch) => describeType(branch.type)).join(' or ')
        : 'a union of objects'
    case 'recursive':
      return 'a recursive union'
    case 'class':
      return `a ${type.name}`
    case 'bytes':
      return 'bytes'
    case 'file':
      return 'a file'
    case 'template':
      return type.forms.map(templateText).join(' or ')
    case 'unknown':
      return type.isObject ? 'an object or a list' : 'any JSON'
  }
}

function scalarName(scalar: string): string {
  return scalar === 'float64' ? 'number' : scalar
}
