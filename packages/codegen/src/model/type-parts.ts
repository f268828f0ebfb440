import { byKind } from './by-kind.ts'
import { exactScalars, type FieldType } from './field-type.ts'

/** The direct parts of a type, without the properties of an object. */
export const partsOf: (type: FieldType) => readonly FieldType[] = byKind({
  nullable: ({ of }) => [of],
  list: ({ element }) => [element],
  record: ({ value }) => [value],
  tuple: ({ elements, rest }) => (rest === undefined ? elements : [...elements, rest]),
  union: ({ branches }) => branches.map(({ type }) => type),
  scalar: [],
  literals: [],
  template: [],
  object: [],
  recursive: [],
  class: [],
  bytes: [],
  file: [],
  unknown: [],
})

const hasPlainParts = (type: FieldType): boolean => partsOf(type).every(isPlainJson)

/** Whether JSON.stringify writes a value of the type unchanged. */
export const isPlainJson: (type: FieldType) => boolean = byKind({
  scalar: ({ scalar }) => !['Date', ...exactScalars, 'number | bigint'].includes(scalar),
  literals: ({ values }) => values.every((value) => typeof value !== 'bigint'),
  template: true,
  unknown: true,
  nullable: hasPlainParts,
  list: hasPlainParts,
  record: hasPlainParts,
  tuple: hasPlainParts,
  union: hasPlainParts,
  recursive: ({ isPlain }) => isPlain,
  object: false,
  class: false,
  bytes: false,
  file: false,
})

/** The object types that a type contains. */
export function nestedNames(type: FieldType): readonly string[] {
  if (type.kind === 'object') return [type.name]
  return type.kind === 'recursive' ? type.objects : partsOf(type).flatMap(nestedNames)
}
