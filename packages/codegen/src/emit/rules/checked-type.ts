import { byKind } from '../../model/by-kind.ts'
import { type FieldType, isOnlyNull } from '../../model/field-type.ts'
import { keysText, scalarReaders } from '../emit-types.ts'

/** The type of a value as far as the rules of the objects in it are concerned, by the names of those. */
export const checkedType: (type: FieldType) => string = byKind({
  scalar: ({ scalar }) => {
    const text = scalarReaders(scalar).type
    return text.includes('|') ? `(${text})` : text
  },
  literals: ({ values }) => `(${[...new Set(values.map((value) => typeof value))].join(' | ')})`,
  template: 'string',
  object: ({ name }) => name,
  union: ({ branches }) => `(${branches.map(({ type }) => checkedType(type)).join(' | ')})`,
  nullable: (type) => (isOnlyNull(type) ? 'null' : `(${checkedType(type.of)} | null)`),
  list: ({ element }) => `readonly ${grouped(checkedType(element))}[]`,
  record: (type) => `Readonly<Record<${keysText(type)}, ${checkedType(type.value)}>>`,
  tuple: ({ elements, required, rest }) => {
    const items = elements.map((one, i) => `${grouped(checkedType(one))}${i < required ? '' : '?'}`)
    const others = rest === undefined ? [] : [`...${grouped(checkedType(rest))}[]`]
    return `readonly [${[...items, ...others].join(', ')}]`
  },
  recursive: 'unknown',
  unknown: 'unknown',
  bytes: 'Uint8Array',
  class: 'object',
  file: 'object',
})

function grouped(text: string): string {
  return text.startsWith('readonly ') ? `(${text})` : text
}
