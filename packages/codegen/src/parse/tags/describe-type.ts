import { byKind } from '../../model/by-kind.ts'
import {
  type FieldType,
  isKindUnion,
  isOnlyNull,
  kindTypes,
  type LiteralValue,
} from '../../model/field-type.ts'
import { templateText } from '../../model/template-pattern.ts'

/** A type in words, for messages: `a list of numbers`. */
export const describeType: (type: FieldType) => string = byKind({
  scalar: ({ scalar }) => `${scalar.startsWith('i') ? 'an' : 'a'} ${scalarName(scalar)}`,
  literals: ({ values }) => `one of ${values.map(shownLiteral).join(', ')}`,
  list: ({ element }) =>
    element.kind === 'scalar'
      ? `a list of ${scalarName(element.scalar)}s`
      : `a list of ${describeType(element)}`,
  object: 'an object',
  nullable: (type) => (isOnlyNull(type) ? 'null' : `${describeType(type.of)} or null`),
  tuple: 'a tuple',
  record: ({ value }) => `a record of ${describeType(value)}`,
  union: (type) =>
    isKindUnion(type) ? kindTypes(type).map(describeType).join(' or ') : 'a union of objects',
  recursive: 'a recursive union',
  class: ({ name }) => `a ${name}`,
  bytes: 'bytes',
  file: 'a file',
  template: ({ forms }) => forms.map(templateText).join(' or '),
  unknown: ({ isObject }) => (isObject ? 'an object or a list' : 'any JSON'),
})

function shownLiteral(value: LiteralValue): string {
  return typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
}

function scalarName(scalar: string): string {
  return scalar === 'float64' ? 'number' : scalar
}
