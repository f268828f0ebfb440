import { byKind } from '../../model/by-kind.ts'
import { heldTypes, type ObjectType } from '../../model/dto.ts'
import {
  type FieldType,
  isOnlyNull,
  type LiteralValue,
  type RecursiveType,
  type UnionType,
} from '../../model/field-type.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { kindNames, kindsOf, scalarReaders } from '../scalars.ts'
import { type Code, code } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { grouped, tupleText } from '../text/tuple-text.ts'
import { keysText } from '../type-text.ts'

/**
 * Most levels of nesting below a type that is referenced by name. The compiler compares them all, and `tsc` gives up at
 * 20.
 */
const maxLevels = 8

/** The members of an object. An index signature that they do not fit is `apart`: only an intersection may declare it. */
interface ShapeMembers {
  readonly members: readonly Code[]
  readonly apart: Code | undefined
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
  const types = fields.map(({ type }) => alternatives(type, named, scope))
  const members = fields.map(
    ({ name, optional }, i) =>
      code`${code.key(name)}${optional ? code`?` : code``}: ${code.union(types[i] ?? [])}`,
  )
  if (index === undefined) return { members, apart: undefined }
  const isUnknown = index.type.kind === 'unknown'
  const others = alternatives(index.type, named, scope)
  const value = index.holdsUndefined && !isUnknown ? [...others, code`undefined`] : others
  const allowed = new Set(value.map(({ flat }) => flat))
  const fits = (optional: boolean, type: readonly Code[]): boolean =>
    type.every(({ flat }) => allowed.has(flat)) && (!optional || allowed.has('undefined'))
  const signature = code`[key: string]: ${code.union(value)}`
  return isUnknown || fields.every(({ optional }, i) => fits(optional, types[i] ?? []))
    ? { members: [...members, signature], apart: undefined }
    : { members, apart: signature }
}

/** {@link shapeMembers} for one value. */
export function valueText(type: FieldType, named: ReadonlySet<string>, scope: ModuleScope): Code {
  return code.union(alternatives(type, named, scope))
}

/** The types of a union, or the only one. */
function alternatives(type: FieldType, named: ReadonlySet<string>, scope: ModuleScope): readonly Code[] {
  const nameOf = (name: string): Code =>
    named.has(name) && levelsOf(scope.object(name), scope) <= maxLevels ? scope.type(name) : code`object`
  return alternativesOf(type, { nameOf, definitionOf: (name) => scope.recursive(name) })
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

/** The type as the compiler sees it, as far as it decides the generated code, without the names of objects. */
export function baseText(type: FieldType): Code {
  return textOf(type, { nameOf: () => code`object` })
}

interface TypeNames {
  readonly nameOf: (object: string) => Code
  readonly definitionOf?: (recursive: string) => FieldType
}

function textOf(type: FieldType, of: TypeNames): Code {
  return code.union(alternativesOf(type, of))
}

const alternativesOf: (type: FieldType, of: TypeNames) => readonly Code[] = byKind({
  scalar: ({ scalar }) =>
    scalar === 'number | bigint' ? [kindNames.number, kindNames.bigint] : [scalarReaders(scalar).type],
  literals: ({ isEnum, values }) => (isEnum ? enumBase(values) : literalTypes(values)),
  list: ({ element }, of) => [code`${grouped(textOf(element, of))}[]`],
  nullable: (type, of) => (isOnlyNull(type) ? [code`null`] : [...alternativesOf(type.of, of), code`null`]),
  tuple: (type, of) => [tupleText(type, (one) => textOf(one, of))],
  record: (type, of) => [code`Record<${code.types([keysText(type), textOf(type.value, of)])}>`],
  union: (type, of) => branchTypes(type, of),
  recursive: (type, { nameOf, definitionOf }) =>
    definitionOf ? alternativesOf(definitionOf(type.name), { nameOf }) : recursiveTypes(type),
  bytes: [code`Uint8Array`],
  object: ({ name }, { nameOf }) => [nameOf(name)],
  class: [code`object`],
  file: [code`object`],
  template: ({ forms }) => forms.map(code.templateType),
  unknown: ({ isObject }) => [isObject ? code`object` : code`unknown`],
})

/** One level of a recursive type: what it contains is an object to the compiler. */
function recursiveTypes({ kinds }: RecursiveType): readonly Code[] {
  const plain = (['string', 'number', 'bigint', 'boolean'] as const).filter((kind) => kinds.includes(kind))
  const types = plain.map((kind) => kindNames[kind])
  return plain.length < kinds.length ? [...types, code`object`] : types
}

/** An object without a member of its own is only known to be an object. */
function branchTypes(union: UnionType, of: TypeNames): readonly Code[] {
  switch (union.tag) {
    case 'literal': {
      const values = union.branches.flatMap((branch) => branch.values)
      return [code`{ ${code.key(union.member)}: ${code.union(values)} }`]
    }
    case 'member':
      return union.branches.map(({ member }) =>
        member === undefined ? code`object` : code`{ ${code.key(member)}: unknown }`,
      )
    case 'kind':
    case 'fit': {
      const types = union.branches.map(({ type }) => textOf(type, of))
      return types.filter(({ flat }, i) => types.findIndex((one) => one.flat === flat) === i)
    }
  }
}

/** Only the base types of an enum's values: no plain value has the type of an enum. Its readers check the values. */
function enumBase(values: readonly LiteralValue[]): readonly Code[] {
  return [...kindsOf(values)].sort((a, b) => (a.flat < b.flat ? -1 : 1))
}

function literalTypes(values: readonly LiteralValue[]): readonly Code[] {
  return values.map((one) => code`${one}`)
}
