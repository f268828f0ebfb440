import type { ObjectType } from '../model/dto.ts'
import { type FieldType, isOnlyNull, type MemberBranch } from '../model/field-type.ts'
import { scalarReaders } from './emit-types.ts'
import { literal, propertyKey } from './literal.ts'

/**
 * The properties of an object and what they may hold, as far as it decides what is generated: the file stops compiling
 * when the interface has others. An object in it is `object`, as it has a shape of its own.
 */
export function shapeMembers(object: ObjectType): readonly string[] {
  return object.fields.map(
    ({ name, type, optional }) => `${propertyKey(name)}${optional ? '?' : ''}: ${shapeText(type)}`,
  )
}

/** What a type is to the compiler, as far as it decides what is generated. */
export function shapeText(type: FieldType): string {
  switch (type.kind) {
    case 'scalar':
      return scalarReaders(type.scalar).type
    case 'literals':
      return type.isEnum ? enumBase(type.values) : unionText(type.values)
    case 'list':
      return `readonly ${grouped(shapeText(type.element))}[]`
    case 'nullable':
      if (isOnlyNull(type)) return 'null'
      return `${shapeText(type.of)} | null`
    case 'tuple':
      return tupleText(type)
    case 'record':
      return `Record<string, ${shapeText(type.value)}>`
    case 'union':
      return `{ ${propertyKey(type.discriminant)}: ${unionText(type.branches.flatMap(({ values }) => values))} }`
    case 'byMember':
      return branchesText(type.branches)
    case 'anyOf':
      return type.members.map(shapeText).join(' | ')
    case 'bytes':
      return 'Uint8Array'
    case 'object':
    case 'class':
    case 'file':
      return 'object'
  }
}

/** Of one that has no such member nothing more is known than that it is an object. */
function branchesText(branches: readonly MemberBranch[]): string {
  return branches
    .map(({ member }) => (member === undefined ? 'object' : `{ ${propertyKey(member)}: unknown }`))
    .join(' | ')
}

function tupleText({ elements, required, rest }: FieldType & { kind: 'tuple' }): string {
  const items = elements.map((element, i) => {
    const text = shapeText(element)
    return i < required ? text : `${grouped(text)}?`
  })
  const tail = rest === undefined ? [] : [`...${grouped(shapeText(rest))}[]`]
  return `readonly [${[...items, ...tail].join(', ')}]`
}

/** No plain value has the type of an enum; what its values are is checked where they are read. */
function enumBase(values: readonly unknown[]): string {
  const kinds = new Set(values.map((value) => typeof value))
  return [...kinds].sort().join(' | ')
}

function unionText(values: readonly (string | number | boolean | bigint)[]): string {
  return values.map(literal).join(' | ')
}

function grouped(text: string): string {
  return text.includes(' ') ? `(${text})` : text
}
