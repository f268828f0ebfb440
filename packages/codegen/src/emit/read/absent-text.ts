import { leftOutFields, memberFields } from '../../model/bound-fields.ts'
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
import { type Fallback, type FallbackValue, fallbackOf } from '../../plan/fallback.ts'
import { requiredElements } from '../../plan/zero-value.ts'
import { decodedType, elementPlace, literalsReader, placeOf, scalarReaders } from '../emit-types.ts'
import { literal, propertyKey } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { memberPlace } from './kind-test.ts'

/** An absent property of the DTO or of a nested object. */
export interface AbsentProperty {
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
): string {
  const named = property === key ? '' : `, ${literal(property)}`
  if (of.kind === 'value')
    return `at.fallback(${literal(key)}, ${fallbackText(of.value, field, owner, scope)}${named})`
  if (of.below.length === 0) return `at.required(${literal(key)}${named})`
  const below = of.below.map(({ keys }) => `[${keys.map(literal).join(', ')}]`)
  return `${scope.use('requiredBelow')}(at, ${literal(key)}, [${below.join(', ')}]${named})`
}

/** The value of an absent property. */
export function fallbackText(value: FallbackValue, field: Field, owner: string, scope: ModuleScope): string {
  switch (value.kind) {
    case 'default':
      return defaultValue(field, value.value, owner, scope)
    case 'undefined':
      return 'undefined'
    case 'emptyList':
      return '[]'
    case 'zero':
      return zeroText(field.type, value.source, scope)
  }
}

/** One key, or a list of keys, which may contain dots. */
export function keysText(keys: readonly string[]): string {
  const texts = keys.map(literal)
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`
}

/** A default as an expression; for an enum it needs a cast. */
function defaultValue(field: Field, value: DefaultValue, owner: string, scope: ModuleScope): string {
  const whole = nonNull(field.type)
  const type = isKindUnion(whole) ? (kindTypes(whole).find((one) => isOfKind(value, one)) ?? whole) : whole
  const place = whole === type ? placeOf(owner, field) : memberPlace(placeOf(owner, field), type)
  if (type.kind === 'literals' && type.isEnum && value.kind === 'one') {
    return enumValue(value.value, literalsReader(type, place, scope))
  }
  const element = type.kind === 'list' ? nonNull(type.element) : undefined
  if (element?.kind === 'literals' && element.isEnum && value.kind === 'list') {
    const reader = literalsReader(element, elementPlace(place), scope)
    return `[${value.values.map((one) => enumValue(one, reader)).join(', ')}]`
  }
  const text = defaultText(value)
  const isBranded = brandOf(element ?? type) !== undefined && !isNull(value)
  return isBranded ? `(${text} as ${decodedType(type, place, scope)})` : text
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

function enumValue(value: DefaultItem, reader: string): string {
  return value === null ? 'null' : `${reader}.of(${literal(value)})`
}

function defaultText(value: DefaultValue): string {
  return value.kind === 'one' ? literal(value.value) : `[${value.values.map(literal).join(', ')}]`
}

/** Go's zero value of a type that has one. */
export const zeroText: (type: FieldType, source: Source, scope: ModuleScope) => string = byKind({
  scalar: (type, _, scope) => zeroScalar(type, scope),
  list: '[]',
  nullable: 'null',
  unknown: 'null',
  object: ({ name }, source, scope) => `${zeroFunction(scope.object(name), source, scope)}()`,
  // Like decoded records: without a prototype, so that no key is special.
  record: 'Object.create(null)',
  bytes: 'new Uint8Array()',
  tuple: (type, source, scope) => {
    const elements = requiredElements(type).map((one) => zeroText(one, source, scope))
    return `[${elements.join(', ')}]`
  },
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

function zeroScalar({ scalar, brand }: FieldType & { kind: 'scalar' }, scope: ModuleScope): string {
  const { zero } = scalarReaders(scalar)
  return brand === undefined ? zero : `(${zero} as ${scope.useBrand(brand)})`
}

/** The function that makes an object of zero values, for a type that {@link hasZero}. */
export function zeroFunction(object: ObjectType, source: Source, scope: ModuleScope): string {
  return scope.function(`zero${object.name}`, `zero ${object.name}`, (name) => {
    const { writer } = scope
    scope.make(object)
    writer.block(`function ${name}(): ${object.name} {`, () => {
      const fields = [
        ...memberFields(object, source).map(({ field }) => field),
        ...leftOutFields(object, source),
      ]
      const members = fields.flatMap((field) => {
        const of = fallbackOf(field, { zero: true, sources: [source], required: false }, scope)
        if (of.kind !== 'value') return []
        return [`${propertyKey(field.name)}: ${fallbackText(of.value, field, object.name, scope)}`]
      })
      if (object.index === undefined) writer.list('return {', members, '}', ' ')
      else writer.list('return Object.assign(Object.create(null), {', members, '})', ' ')
    })
  })
}
