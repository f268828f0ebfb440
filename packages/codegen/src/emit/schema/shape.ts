import { byKind } from '../../model/by-kind.ts'
import { memberTypes, type ObjectType } from '../../model/dto.ts'
import {
  type FieldType,
  isOnlyNull,
  type LiteralValue,
  nonNull,
  type PresentType,
  type RecursiveType,
  type UnionType,
} from '../../model/field-type.ts'
import { type Rules, rulesOf } from '../../model/rule.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { branchPlace } from '../read/choice.ts'
import { memberPlace } from '../read/kind-test.ts'
import { ownFunction } from '../rules/rule-condition.ts'
import { kindNames, kindsOf, scalarReaders } from '../scalars.ts'
import { type Code, code, type Name } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { grouped, tupleText } from '../text/tuple-text.ts'
import {
  elementPlace,
  itemPlace,
  type Place,
  placeAt,
  presentAccess,
  valuePlace,
  wholePlace,
} from '../type-place.ts'
import { keysText } from '../type-text.ts'
import { pathText } from './type-path.ts'

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

/** The names at hand for the text of a type. */
export interface TypeNames {
  /** The object types with a name in the file. */
  readonly named: ReadonlySet<string>
  /** Those among them that are DTOs of the file. */
  readonly roots: ReadonlySet<string>
  /** All that the code of the file names. */
  readonly used: ReadonlySet<Name>
  readonly scope: ModuleScope
}

/**
 * The properties of an object and their types, as binders fill them. A nested object is referenced by its name and
 * checked there. @param path the type in the source.
 */
export function shapeMembers(object: ObjectType, path: Code, names: TypeNames): ShapeMembers {
  const { fields, index } = object
  const types = fields.map((field) => alternativesOf(field.type, placeAt(path, field), names))
  const members = fields.map(
    ({ name, optional }, i) =>
      code`${code.key(name)}${optional ? code`?` : code``}: ${code.union(types[i] ?? [])}`,
  )
  if (index === undefined) return { members, apart: undefined }
  const isUnknown = index.type.kind === 'unknown'
  const others = alternativesOf(index.type, elementPlace(wholePlace(object.name, path)), names)
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
export function valueText(type: FieldType, path: Code, names: TypeNames): Code {
  return textOf(type, wholePlace('body', path), names)
}

/** The types of the own rules of an object's properties, which the code calls. */
export function ruleTypes({ fields }: ObjectType, path: Code, names: TypeNames): readonly Code[] {
  return fields.flatMap((field) =>
    ruledPlaces(field.name, field.rules, field.type, placeAt(path, field), names),
  )
}

function ruledPlaces(
  property: string,
  rules: Rules | undefined,
  type: FieldType,
  place: Place,
  names: TypeNames,
): readonly Code[] {
  const target = nonNull(type)
  if (rules === undefined || target.kind === 'union') return []
  const { used, scope } = names
  const own = rulesOf(rules).flatMap(({ name, parameter }) => {
    const rule = parameter.kind === 'own' ? ownFunction(name, parameter.from, scope) : undefined
    if (parameter.kind !== 'own' || rule === undefined || !used.has(rule)) return []
    const param = parameter.text === undefined ? code`undefined` : kindNames.string
    const of = code`${`${name} of ${property}`}`
    const types = code.types([code`typeof ${rule}`, presentAccess(place), param, of])
    return [code`${scope.use(parameter.isAsync ? 'AsyncRuledBy' : 'RuledBy')}<${types}>`]
  })
  if (target.kind === 'list')
    return [...own, ...ruledPlaces(property, rules.elements, target.element, elementPlace(place), names)]
  if (target.kind !== 'record') return own
  return [...own, ...ruledPlaces(property, rules.elements, target.value, valuePlace(target, place), names)]
}

/** The object types below some types that no shape names. */
export function unnamedBelow(
  types: readonly FieldType[],
  { named, scope }: TypeNames,
): readonly ObjectType[] {
  const found = new Set(types.flatMap(nestedNames))
  for (const one of found)
    for (const next of memberTypes(scope.object(one)).flatMap(nestedNames)) found.add(next)
  return [...found]
    .map((one) => scope.object(one))
    .filter((one) => named.has(one.name) && levelsOf(one, scope) > maxLevels)
}

const levels = new WeakMap<ObjectType, number>()

/** The nesting depth of an object; infinite for a recursive type. */
function levelsOf(object: ObjectType, scope: ModuleScope): number {
  const known = levels.get(object)
  if (known !== undefined) return known
  levels.set(object, Number.POSITIVE_INFINITY)
  const nested = memberTypes(object).flatMap(nestedNames)
  const deepest = Math.max(0, ...nested.map((name) => 1 + levelsOf(scope.object(name), scope)))
  levels.set(object, deepest)
  return deepest
}

function textOf(type: FieldType, place: Place, names: TypeNames): Code {
  return code.union(alternativesOf(type, place, names))
}

/** The types of a union, or the only one. */
const alternativesOf: (type: FieldType, place: Place, names: TypeNames) => readonly Code[] = byKind({
  scalar: ({ scalar, brand }, _, { scope }) =>
    brand === undefined ? scalarTypes(scalar) : [scope.type(brand)],
  literals: ({ isEnum, values, brand }, place, { scope }) => {
    if (brand !== undefined) return [scope.type(brand)]
    if (!isEnum) return values.map((one) => code`${one}`)
    const types = [presentAccess(place), code.union(values.map(String))]
    return [code`${scope.use('EnumOf')}<${code.types(types)}>`]
  },
  list: ({ element }, place, names) => [code`${grouped(textOf(element, elementPlace(place), names))}[]`],
  nullable: (type, place, names) =>
    isOnlyNull(type) ? [code`null`] : [...alternativesOf(type.of, place, names), code`null`],
  tuple: (type, place, names) => [tupleText(type, (one, i) => textOf(one, itemPlace(place, i), names))],
  record: (type, place, names) => {
    const keys = type.brand === undefined ? keysText(type) : names.scope.type(type.brand)
    return [code`Record<${code.types([keys, textOf(type.value, valuePlace(type, place), names)])}>`]
  },
  union: (union, place, names) => {
    const types = alternativesOfUnion(union, place, names)
    return types.filter(({ flat }, i) => types.findIndex((one) => one.flat === flat) === i)
  },
  recursive: ({ name }, _, { scope }) => {
    const { path, of } = scope.recursiveType(name)
    const whole = pathText({ ...path, steps: [...path.steps, { kind: 'present' }] }, scope)
    return [code`${scope.use('Kept')}<${code.types([whole, baseText(of)])}>`]
  },
  bytes: [code`Uint8Array`],
  object: ({ name }, _, { named, scope }) => {
    const object = scope.object(name)
    const isNamed = named.has(name) && levelsOf(object, scope) <= maxLevels
    return [isNamed ? scope.type(name) : pathText(object.path, scope)]
  },
  class: (type, place, { used, scope }) => {
    const own = scope.useClass(type)
    return used.has(own)
      ? [code`${scope.use('ParsedBy')}<typeof ${own}>`]
      : [code`${scope.use('Kept')}<${code.types([presentAccess(place), code`object`])}>`]
  },
  file: ({ isStream }, place, { scope }) => [
    code`${scope.use(isStream === true ? 'FileStreamOf' : 'FileHeaderOf')}<${code.types([presentAccess(place)])}>`,
  ],
  template: ({ forms }) => forms.map(code.templateType),
  unknown: ({ isObject, isAlias }, place, { scope }) => {
    const type = isObject ? code`object` : code`unknown`
    // It holds `null`, which a present type has not.
    return [isAlias ? code`${scope.use('Kept')}<${code.types([place.access, type])}>` : type]
  },
})

function alternativesOfUnion(union: UnionType, place: Place, names: TypeNames): readonly Code[] {
  if (union.tag === 'fit')
    return union.branches.flatMap((one) =>
      alternativesOf(one.type, branchPlace(one, place, names.scope), names),
    )
  const inPlace = (type: PresentType): Place => (union.tag === 'kind' ? memberPlace(place, type) : place)
  return union.branches.flatMap(({ type }) => alternativesOf(type, inPlace(type), names))
}

function scalarTypes(scalar: (FieldType & { kind: 'scalar' })['scalar']): readonly Code[] {
  return scalar === 'number | bigint' ? [kindNames.number, kindNames.bigint] : [scalarReaders(scalar).type]
}

/** The type as the compiler sees it, as far as it decides the generated code, without the names of objects. */
export function baseText(type: FieldType): Code {
  return code.union(basesOf(type))
}

const basesOf: (type: FieldType) => readonly Code[] = byKind({
  scalar: ({ scalar }) => scalarTypes(scalar),
  literals: ({ isEnum, values }) => (isEnum ? enumBase(values) : values.map((one) => code`${one}`)),
  list: ({ element }) => [code`${grouped(baseText(element))}[]`],
  nullable: (type) => (isOnlyNull(type) ? [code`null`] : [...basesOf(type.of), code`null`]),
  tuple: (type) => [tupleText(type, baseText)],
  record: (type) => [code`Record<${code.types([keysText(type), baseText(type.value)])}>`],
  union: ({ branches }) => {
    const types = branches.flatMap(({ type }) => basesOf(type))
    return types.filter(({ flat }, i) => types.findIndex((one) => one.flat === flat) === i)
  },
  recursive: (type) => recursiveTypes(type),
  bytes: [code`Uint8Array`],
  object: [code`object`],
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

/** Only the base types of an enum's values: no plain value has the type of an enum. */
function enumBase(values: readonly LiteralValue[]): readonly Code[] {
  return [...kindsOf(values)].sort((a, b) => (a.flat < b.flat ? -1 : 1))
}
