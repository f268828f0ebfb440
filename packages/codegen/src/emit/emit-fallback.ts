import { leftOutFields, memberFields } from '../model/bound-fields.ts'
import type { DefaultItem, DefaultValue, Field, ObjectType } from '../model/dto.ts'
import { brandOf, type FieldType, nonNull, type PresentType } from '../model/field-type.ts'
import { isTextSource, type Source } from '../model/source.ts'
import { kindOf } from '../model/value-kind.ts'
import { decodedType, elementPlace, literalsReader, placeOf, scalarReaders } from './emit-types.ts'
import { memberPlace } from './kind-test.ts'
import { literal, propertyKey } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'

/** How a property is filled when no source had it. */
export interface FallbackRule {
  /** The name of the type whose property it is. */
  readonly owner: string
  readonly zero: boolean
  /** The sources it may come from. */
  readonly sources: readonly Source[]
  /** `,required` on one of its tags. */
  readonly required: boolean
  /** Gives the expression that reports it missing, or what is required below it. */
  readonly missing: (below?: RequiredBelow) => string
  /** Gives the expression for an absent list, where only the request tells whether that is an empty one. */
  readonly absentList?: (() => string) | undefined
}

/** A `,required` member of an object, or of one in it. */
export interface RequiredBelow {
  /** The source that asks for it. */
  readonly source: Source
  /** From the object on. */
  readonly keys: readonly string[]
  /** What it is called whatever its source calls it. */
  readonly member: string
}

/** The expression for a value that is absent; `undefined` when the property just stays out. */
export function fallback(field: Field, rule: FallbackRule, scope: ModuleScope): string | undefined {
  if (field.default !== undefined) return defaultValue(field, field.default, rule.owner, scope)
  if (rule.required) return rule.missing()
  if (field.optional) return undefined
  // A text source cannot say "an empty list": absence is one.
  const isList = nonNull(field.type).kind === 'list'
  if (isList && rule.sources.some(lacksEmptyLists))
    return (rule.zero ? undefined : rule.absentList?.()) ?? '[]'
  return (
    (rule.zero ? zeroText(field.type, rule.sources, scope) : undefined) ?? missingText(field, rule, scope)
  )
}

/** Under zero values an object that is absent lacks nothing but what is `,required` in it, for each of its sources. */
function missingText({ type }: Field, rule: FallbackRule, scope: ModuleScope): string {
  const asking = (rule.zero ? rule.sources : []).flatMap((source) => requiredBelow(type, source, scope))
  // A member that two sources ask for is missing once: in the first.
  const below = asking.filter(({ member }, i) => asking.findIndex((one) => one.member === member) === i)
  if (below.length === 0) return rule.missing()
  return below.map((one) => rule.missing(one)).join(' ?? ')
}

function requiredBelow(
  type: FieldType,
  source: Source,
  scope: ModuleScope,
  above: readonly string[] = [],
): readonly RequiredBelow[] {
  if (type.kind !== 'object' || above.includes(type.name)) return []
  return memberFields(scope.object(type.name), source).flatMap(({ field, binding }) => {
    const member = `${type.name}.${field.name}`
    if (binding.required) return [{ source, keys: [binding.key], member }]
    if (field.optional || field.default !== undefined) return []
    return requiredBelow(field.type, source, scope, [...above, type.name]).map((one) => ({
      source,
      keys: [binding.key, ...one.keys],
      member: `${member} ${one.member}`,
    }))
  })
}

/** Reports a member of an object missing, or what is required below it. */
export function missingMember(key: string): FallbackRule['missing'] {
  return (below) => `faults.missing(${keysText([key, ...(below?.keys ?? [])])})`
}

/** One key, or a list of them: a key may have dots. */
export function keysText(keys: readonly string[]): string {
  const texts = keys.map(literal)
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`
}

/** Whether a source has no notation for a list without elements. */
export function lacksEmptyLists(source: Source): boolean {
  return isTextSource(source) || source === 'xml'
}

/** A default as an expression; plain values are no values of an enum. */
function defaultValue(field: Field, value: DefaultValue, owner: string, scope: ModuleScope): string {
  const whole = nonNull(field.type)
  const type = whole.kind === 'anyOf' ? (whole.members.find((one) => isOfKind(value, one)) ?? whole) : whole
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

/** Whether a default is of the one type of a union that it was read as: no two have values of a kind. */
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

/** Go's zero value; what has none in one of its sources stays a fault. */
function zeroText(type: FieldType, sources: readonly Source[], scope: ModuleScope): string | undefined {
  // Asked first: what is called for one element would be left over when another has none.
  if (!sources.every((source) => hasZero(type, source, scope))) return undefined
  switch (type.kind) {
    case 'scalar':
      return zeroScalar(type, scope)
    case 'list':
      return '[]'
    case 'nullable':
      return 'null'
    case 'object':
      return `${zeroFunction(scope.object(type.name), sources[0] ?? 'json', scope)}()`
    case 'record':
      // As what is read: without a prototype, so that no key is special.
      return 'Object.create(null)'
    case 'bytes':
      return 'new Uint8Array()'
    case 'tuple':
      return `[${requiredElements(type)
        .map((element) => zeroText(element, sources, scope))
        .join(', ')}]`
    default:
      return undefined
  }
}

function zeroScalar({ scalar, brand }: FieldType & { kind: 'scalar' }, scope: ModuleScope): string {
  const { zero } = scalarReaders(scalar)
  return brand === undefined ? zero : `(${zero} as ${scope.useBrand(brand)})`
}

function requiredElements({ elements, required }: FieldType & { kind: 'tuple' }): readonly FieldType[] {
  return elements.slice(0, required)
}

/**
 * Whether a type has a zero value: an object when every member that must be there has one, or a default, and none is
 * `,required`.
 */
export function hasZero(
  type: FieldType,
  source: Source,
  scope: ModuleScope,
  above: readonly string[] = [],
): boolean {
  if (type.kind === 'tuple') return requiredElements(type).every((one) => hasZero(one, source, scope, above))
  if (type.kind !== 'object')
    return !['literals', 'union', 'byMember', 'anyOf', 'class', 'file'].includes(type.kind)
  // One that holds itself has none.
  if (above.includes(type.name)) return false
  const object = scope.object(type.name)
  const members = memberFields(object, source)
  return (
    !members.some(({ binding }) => binding.required) &&
    [...members.map(({ field }) => field), ...leftOutFields(object, source)].every(
      (field) =>
        field.optional ||
        field.default !== undefined ||
        hasZero(field.type, source, scope, [...above, type.name]),
    )
  )
}

/** The function that makes an object of zero values, of a type that {@link hasZero}. */
export function zeroFunction(object: ObjectType, source: Source, scope: ModuleScope): string {
  return scope.function(`zero${object.name}`, `zero ${object.name}`, (name) => {
    const { writer } = scope
    writer.line(`/** A {@link ${object.name}} of zero values. */`)
    writer.block(`function ${name}(): ${object.name} {`, () => {
      const fields = [
        ...memberFields(object, source).map(({ field }) => field),
        ...leftOutFields(object, source),
      ]
      const members = fields.flatMap((field) => {
        const rule = {
          owner: object.name,
          zero: true,
          sources: [source],
          required: false,
          missing: () => 'undefined',
        }
        const value = fallback(field, rule, scope)
        return value === undefined || value === 'undefined' ? [] : [`${propertyKey(field.name)}: ${value}`]
      })
      writer.list('return {', members, '}', ' ')
    })
  })
}
