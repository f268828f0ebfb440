import { byKind } from '../../model/by-kind.ts'
import type { DefaultItem, DefaultValue, Field, ObjectType } from '../../model/dto.ts'
import {
  brandOf,
  type FieldType,
  isKindUnion,
  kindTypes,
  nonNull,
  type PresentType,
} from '../../model/field-type.ts'
import type { Source } from '../../model/source.ts'
import { kindOf } from '../../model/value-kind.ts'
import type { Fallback, FallbackValue } from '../../plan/fallback.ts'
import { type AbsentPlan, planZero } from '../../plan/source-plan.ts'
import { requiredElements } from '../../plan/zero-value.ts'
import { scalarReaders } from '../scalars.ts'
import { type Code, code, type Item } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { block } from '../text/statements.ts'
import { literalsReader } from '../text-readers.ts'
import { elementPlace, placeOf } from '../type-place.ts'
import { decodedType } from '../type-text.ts'
import { memberPlace } from './kind-test.ts'
import { at } from './reader-names.ts'
import type { ResultMember } from './result.ts'

/** An absent property of the DTO or of a nested object. */
interface AbsentProperty {
  readonly field: Field
  /** The type whose property it is. */
  readonly owner: string
  /** Its key in the source. */
  readonly key: string
  /** Its name, where issues need it beside the key. Default: the key. */
  readonly property?: string
}

/** The expression for an absent property. */
export function absentText(
  of: Fallback & { kind: 'value' | 'issue' },
  { field, owner, key, property = key }: AbsentProperty,
  scope: ModuleScope,
): Code {
  const named = property === key ? [] : [property]
  if (of.kind === 'value') {
    const value = fallbackText(of.value, field, owner, scope)
    return code`${at}.fallback(${[key, value, ...named]})`
  }
  if (of.below.length === 0) return code`${at}.required(${[key, ...named]})`
  const below = of.below.map(({ keys }) => code`[${keys}]`)
  return code`${scope.use('requiredBelow')}(${[at, key, code`[${below}]`, ...named]})`
}

/** The members of a result for properties that a source does not contain. */
export function absentMembers(
  absent: readonly AbsentPlan[],
  owner: ObjectType,
  scope: ModuleScope,
): readonly ResultMember[] {
  return absent.flatMap(({ field, key, fallback }) => {
    if (fallback.kind === 'nothing') return []
    const property = { field, owner: owner.name, key, property: field.name }
    return [{ field, value: absentText(fallback, property, scope) }]
  })
}

/** The value of an absent property. */
export function fallbackText(value: FallbackValue, field: Field, owner: string, scope: ModuleScope): Code {
  switch (value.kind) {
    case 'default':
      return defaultValue(field, value.value, owner, scope)
    case 'undefined':
      return code`undefined`
    case 'emptyList':
      return code`[]`
    case 'zero':
      return zeroText(field.type, value.source, scope)
  }
}

/** One key, or a list of keys, which may contain dots. */
export function keysText(keys: readonly string[]): Item {
  const [only = '', ...others] = keys
  return others.length === 0 ? only : code`[${code.joined(keys)}]`
}

/** A default as an expression; for an enum it needs a cast. */
function defaultValue(field: Field, value: DefaultValue, owner: string, scope: ModuleScope): Code {
  const whole = nonNull(field.type)
  const type = isKindUnion(whole) ? (kindTypes(whole).find((one) => isOfKind(value, one)) ?? whole) : whole
  const property = placeOf(owner, field, scope)
  const place = whole === type ? property : memberPlace(property, type)
  if (type.kind === 'literals' && type.isEnum && value.kind === 'one') {
    return enumValue(value.value, literalsReader(type, place, scope))
  }
  const element = type.kind === 'list' ? nonNull(type.element) : undefined
  if (element?.kind === 'literals' && element.isEnum && value.kind === 'list') {
    const reader = literalsReader(element, elementPlace(place), scope)
    return code`[${value.values.map((one) => enumValue(one, reader))}]`
  }
  const text = defaultText(value)
  const isBranded = brandOf(element ?? type) !== undefined && !isNull(value)
  return isBranded ? code`(${text} as ${decodedType(type, place, scope)})` : text
}

function isNull(value: DefaultValue): boolean {
  return value.kind === 'one' && value.value === null
}

/** Whether a default belongs to this type of a union, whose types all differ in kind. */
function isOfKind(value: DefaultValue, type: PresentType): boolean {
  if (value.kind === 'list') return type.kind === 'list'
  const of = typeof value.value
  return kindOf(type) === (of === 'bigint' ? 'number' : of === 'object' ? 'string' : of)
}

function enumValue(value: DefaultItem, reader: Code): Code {
  return value === null ? code`null` : code`${reader}.of(${value})`
}

function defaultText(value: DefaultValue): Code {
  return value.kind === 'one' ? code`${value.value}` : code`[${value.values}]`
}

/** Go's zero value of a type that has one. */
export const zeroText: (type: FieldType, source: Source, scope: ModuleScope) => Code = byKind({
  scalar: (type, _, scope) => zeroScalar(type, scope),
  list: code`[]`,
  nullable: code`null`,
  unknown: code`null`,
  object: ({ name }, source, scope) => code`${zeroFunction(scope.object(name), source, scope)}()`,
  // Like decoded records: without a prototype, so that no key is special.
  record: code`Object.create(null)`,
  bytes: code`new Uint8Array()`,
  tuple: (type, source, scope) =>
    code`[${requiredElements(type).map((one) => zeroText(one, source, scope))}]`,
  literals: noZero,
  template: noZero,
  union: noZero,
  recursive: noZero,
  class: noZero,
  file: noZero,
})

function noZero({ kind }: FieldType): never {
  throw new Error(`${kind} has no zero value`)
}

function zeroScalar({ scalar, brand }: FieldType & { kind: 'scalar' }, scope: ModuleScope): Code {
  const { zero } = scalarReaders(scalar)
  return brand === undefined ? zero : code`(${zero} as ${scope.type(brand)})`
}

/** The function that makes an object of zero values, for a type that {@link hasZero}. */
function zeroFunction(object: ObjectType, source: Source, scope: ModuleScope): Code {
  return scope.function(`zero${object.name}`, `zero ${object.name}`, (name) => {
    const members = planZero(object, source, scope).map(
      ({ field, value }) => code`${code.key(field.name)}: ${fallbackText(value, field, object.name, scope)}`,
    )
    const result =
      object.index === undefined
        ? code`return { ${members} }`
        : code`return Object.assign(Object.create(null), { ${members} })`
    return [block(code`function ${name}(): ${scope.ownType(object.name)} {`, [result])]
  })
}
