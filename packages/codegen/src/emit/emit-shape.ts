import type { ObjectType } from '../model/dto.ts'
import { type FieldType, isOnlyNull, type MemberBranch, nestedNames } from '../model/field-type.ts'
import { scalarReaders } from './emit-types.ts'
import { literal, propertyKey } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'

/** Most levels below a type that goes by its name: to look at one is to look at those in it, and `tsc` gives up at 20. */
const maxLevels = 8

/**
 * The properties of an object and what they may hold, as far as it decides what is generated: the file stops compiling
 * when the interface has others. An object in it goes by its name where the file has that, which is checked by itself.
 */
export function shapeMembers(
  object: ObjectType,
  named: ReadonlySet<string>,
  scope: ModuleScope,
): readonly string[] {
  const nameOf = (name: string): string =>
    named.has(name) && levelsOf(scope.object(name), scope) <= maxLevels ? name : 'object'
  return object.fields.map(
    ({ name, type, optional }) => `${propertyKey(name)}${optional ? '?' : ''}: ${shapeText(type, nameOf)}`,
  )
}

const levels = new WeakMap<ObjectType, number>()

/** How deep objects are nested in one; without end in a recursive type. */
function levelsOf(object: ObjectType, scope: ModuleScope): number {
  const known = levels.get(object)
  if (known !== undefined) return known
  levels.set(object, Number.POSITIVE_INFINITY)
  const nested = object.fields.flatMap(({ type }) => nestedNames(type))
  const deepest = Math.max(0, ...nested.map((name) => 1 + levelsOf(scope.object(name), scope)))
  levels.set(object, deepest)
  return deepest
}

/** What a type is to the compiler, as far as it decides what is generated. */
export function shapeText(type: FieldType, nameOf: (object: string) => string): string {
  const text = (of: FieldType): string => shapeText(of, nameOf)
  switch (type.kind) {
    case 'scalar':
      return scalarReaders(type.scalar).type
    case 'literals':
      return type.isEnum ? enumBase(type.values) : unionText(type.values)
    case 'list':
      return `${grouped(text(type.element))}[]`
    case 'nullable':
      if (isOnlyNull(type)) return 'null'
      return `${text(type.of)} | null`
    case 'tuple':
      return tupleText(type, text)
    case 'record':
      return `Record<string, ${text(type.value)}>`
    case 'union':
      return `{ ${propertyKey(type.discriminant)}: ${unionText(type.branches.flatMap(({ values }) => values))} }`
    case 'byMember':
      return branchesText(type.branches)
    case 'anyOf':
      return type.members.map(text).join(' | ')
    case 'bytes':
      return 'Uint8Array'
    case 'object':
      return nameOf(type.name)
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

function tupleText(
  { elements, required, rest }: FieldType & { kind: 'tuple' },
  textOf: (type: FieldType) => string,
): string {
  const items = elements.map((element, i) => {
    const text = textOf(element)
    return i < required ? text : `${grouped(text)}?`
  })
  const tail = rest === undefined ? [] : [`...${grouped(textOf(rest))}[]`]
  return `[${[...items, ...tail].join(', ')}]`
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
