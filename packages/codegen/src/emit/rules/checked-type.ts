import { type FieldType, isOnlyNull } from '../../model/field-type.ts'
import { keysText, scalarReaders } from '../emit-types.ts'

/** The type of a value as far as the rules of the objects in it are concerned, by the names of those. */
export function checkedType(type: FieldType): string {
  switch (type.kind) {
    case 'scalar': {
      const text = scalarReaders(type.scalar).type
      return text.includes('|') ? `(${text})` : text
    }
    case 'object':
      return type.name
    case 'union':
      return `(${type.branches.map((branch) => checkedType(branch.type)).join(' | ')})`
    case 'nullable':
      return isOnlyNull(type) ? 'null' : `(${checkedType(type.of)} | null)`
    case 'list':
      return `readonly ${grouped(checkedType(type.element))}[]`
    case 'record':
      return `Readonly<Record<${keysText(type)}, ${checkedType(type.value)}>>`
    case 'tuple': {
      const items = type.elements.map(
        (one, i) => `${grouped(checkedType(one))}${i < type.required ? '' : '?'}`,
      )
      const rest = type.rest === undefined ? [] : [`...${grouped(checkedType(type.rest))}[]`]
      return `readonly [${[...items, ...rest].join(', ')}]`
    }
    case 'literals':
      return `(${[...new Set(type.values.map((value) => typeof value))].join(' | ')})`
    case 'template':
      return 'string'
    case 'recursive':
    case 'unknown':
      return 'unknown'
    case 'bytes':
      return 'Uint8Array'
    case 'class':
    case 'file':
      return 'object'
  }
}

function grouped(text: string): string {
  return text.startsWith('readonly ') ? `(${text})` : text
}
