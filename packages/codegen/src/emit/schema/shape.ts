import { byKind } from '../../model/by-kind.ts'
import { heldTypes, type ObjectType } from '../../model/dto.ts'
import { type FieldType, isOnlyNull, type RecursiveType, type UnionType } from '../../model/field-type.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { keysText, scalarReaders } from '../emit-types.ts'
import { literal, propertyKey, templateType } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { grouped, tupleText } from '../text/tuple-text.ts'

/**
 * Most levels of nesting below a type that is referenced by name. The compiler compares them all, and `tsc` gives up at
 * 20.
 */
const maxLevels = 8

/** The members of an object. An index signature that they do not fit is `apart`: only an intersection may declare it. */
interface ShapeMembers {
  readonly members: readonly string[]
  readonly apart: string | undefined
}

/**
 * The properties of an object and their types, as far as these decide the generated code. The file stops compiling when
 * the interface has others. A nested object that the file names is referenced by that name and checked separately.
 */
export function shapeMembers(
  object: ObjectType,
  named: ReadonlySet<string>,
  scope: ModuleScope,
): ShapeMembers {
  const { fields, index } = object
  const texts = fields.map(({ type }) => valueText(type, named, scope))
  const members = fields.map(
    ({ name, optional }, i) => `${propertyKey(name)}${optional ? '?' : ''}: ${texts[i]}`,
  )
  if (index === undefined) return { members, apart: undefined }
  const isUnknown = index.type.kind === 'unknown'
  const value = orUndefined(valueText(index.type, named, scope), index.holdsUndefined && !isUnknown)
  const allowed = value.split(' | ')
  const fits = (text: string): boolean => text.split(' | ').every((one) => allowed.includes(one))
  const signature = `[key: string]: ${value}`
  return isUnknown || fields.every(({ optional }, i) => fits(orUndefined(texts[i] ?? '', optional)))
    ? { members: [...members, signature], apart: undefined }
    : { members, apart: signature }
}

function orUndefined(text: string, may: boolean): string {
  return may ? `${text} | undefined` : text
}

/** {@link shapeMembers} for one value. */
export function valueText(type: FieldType, named: ReadonlySet<string>, scope: ModuleScope): string {
  const nameOf = (name: string): string =>
    named.has(name) && levelsOf(scope.object(name), scope) <= maxLevels ? name : 'object'
  return shapeText(type, nameOf, (name) => scope.recursive(name))
}

const levels = new WeakMap<ObjectType, number>()

/** The nesting depth of an object; infinite for a recursive type. */
function levelsOf(object: ObjectType, scope: ModuleScope): number {
  const known = levels.get(object)
  if (known !== undefined) return known
  levels.set(object, Number.POSITIVE_INFINITY)
  const nested = heldTypes(object).flatMap(nestedNames)
  const deepest = Math.max(0, ...nested.map((name) => 1 + levelsOf(scope.object(name), scope)))
  levels.set(object, deepest)
  return deepest
}

/** The type as the compiler sees it, as far as it decides the generated code. */
export function shapeText(
  type: FieldType,
  nameOf: (object: string) => string,
  definitionOf?: (recursive: string) => FieldType,
): string {
  return textOf(type, { text: (of) => shapeText(of, nameOf, definitionOf), nameOf, definitionOf })
}

interface Texts {
  readonly text: (type: FieldType) => string
  readonly nameOf: (object: string) => string
  readonly definitionOf: ((recursive: string) => FieldType) | undefined
}

const textOf: (type: FieldType, of: Texts) => string = byKind({
  scalar: ({ scalar }) => scalarReaders(scalar).type,
  literals: ({ isEnum, values }) => (isEnum ? enumBase(values) : unionText(values)),
  list: ({ element }, { text }) => `${grouped(text(element))}[]`,
  nullable: (type, { text }) => (isOnlyNull(type) ? 'null' : `${text(type.of)} | null`),
  tuple: (type, { text }) => tupleText(type, text),
  record: (type, { text }) => `Record<${keysText(type)}, ${text(type.value)}>`,
  union: (type, { text }) => branchesText(type, text),
  recursive: (type, { nameOf, definitionOf }) =>
    definitionOf ? shapeText(definitionOf(type.name), nameOf) : recursiveText(type),
  bytes: 'Uint8Array',
  object: ({ name }, { nameOf }) => nameOf(name),
  class: 'object',
  file: 'object',
  template: ({ forms }) => forms.map(templateType).join(' | '),
  unknown: ({ isObject }) => (isObject ? 'object' : 'unknown'),
})

/** One level of a recursive type: what it contains is an object to the compiler. */
function recursiveText({ kinds }: RecursiveType): string {
  const plain = ['string', 'number', 'bigint', 'boolean'].filter((kind) => kinds.includes(kind))
  return [...plain, ...(plain.length < kinds.length ? ['object'] : [])].join(' | ')
}

/** An object without a member of its own is only known to be an object. */
function branchesText(union: UnionType, text: (type: FieldType) => string): string {
  switch (union.tag) {
    case 'literal':
      return `{ ${propertyKey(union.member)}: ${unionText(union.branches.flatMap(({ values }) => values))} }`
    case 'member':
      return union.branches
        .map(({ member }) => (member === undefined ? 'object' : `{ ${propertyKey(member)}: unknown }`))
        .join(' | ')
    case 'kind':
    case 'fit':
      return [...new Set(union.branches.map(({ type }) => text(type)))].join(' | ')
  }
}

/** Only the base types of an enum's values: no plain value has the type of an enum. Its readers check the values. */
function enumBase(values: readonly unknown[]): string {
  const kinds = new Set(values.map((value) => typeof value))
  return [...kinds].sort().join(' | ')
}

function unionText(values: readonly (string | number | boolean | bigint)[]): string {
  return values.map(literal).join(' | ')
}
