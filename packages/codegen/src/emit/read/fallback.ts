import { leftOutFields, memberFields } from '../../model/bound-fields.ts'
import type { DefaultItem, DefaultValue, Field, ObjectType } from '../../model/dto.ts'
import { brandOf, type FieldType, isNothing, nonNull, type PresentType } from '../../model/field-type.ts'
import { lacksEmptyLists, type Source } from '../../model/source.ts'
import { kindOf } from '../../model/value-kind.ts'
import { hasZero, requiredElements } from '../../plan/zero-value.ts'
import { decodedType, elementPlace, literalsReader, placeOf, scalarReaders } from '../emit-types.ts'
import { literal, propertyKey } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { memberPlace } from './kind-test.ts'

/** The facts that decide what an absent property becomes. */
export interface Absence {
  /** The name of the type whose property it is. */
  readonly owner: string
  readonly zero: boolean
  /** The sources it may come from. */
  readonly sources: readonly Source[]
  /** `,required` on one of its tags. */
  readonly required: boolean
}

/** The result of an absent property: nothing, a value, or a fault of the property or of required members below it. */
export type Fallback =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'value'; readonly text: string; readonly isPlain: boolean }
  | { readonly kind: 'fault'; readonly below: readonly RequiredBelow[] }

/** A `,required` member of an object or of a nested object. */
export interface RequiredBelow {
  /** The source that requires it. */
  readonly source: Source
  /** The path, starting below the object. */
  readonly keys: readonly string[]
  /** Identifies the member across sources, whose keys may differ. */
  readonly member: string
}

/** The fallback of an absent property. */
export function fallback(field: Field, absence: Absence, scope: ModuleScope): Fallback {
  if (field.default !== undefined) {
    const text = defaultValue(field, field.default, absence.owner, scope)
    return { kind: 'value', text, isPlain: isPlainDefault(field.default) }
  }
  if (isNothing(field.type)) return { kind: 'value', text: 'undefined', isPlain: false }
  if (absence.required) return { kind: 'fault', below: [] }
  if (field.optional) return { kind: 'nothing' }
  // Text sources have no notation for an empty list: absence is one.
  if (nonNull(field.type).kind === 'list' && absence.sources.some(lacksEmptyLists)) {
    return { kind: 'value', text: '[]', isPlain: false }
  }
  const zero = absence.zero ? zeroText(field.type, absence.sources, scope) : undefined
  if (zero !== undefined)
    return {
      kind: 'value',
      text: zero,
      isPlain: field.type.kind === 'scalar' && field.type.scalar !== 'Date',
    }
  return { kind: 'fault', below: absence.zero ? allRequiredBelow(field, absence, scope) : [] }
}

function isPlainDefault(value: DefaultValue): boolean {
  return value.kind === 'one' && typeof value.value !== 'object'
}

/** The expression for an absent property of the DTO or of a nested object, by its key. */
export function absentText(
  of: Fallback & { kind: 'value' | 'fault' },
  key: string,
  property: string,
  scope: ModuleScope,
): string {
  const named = property === key ? '' : `, ${literal(property)}`
  if (of.kind === 'value') return `at.fallback(${literal(key)}, ${of.text}${named})`
  if (of.below.length === 0) return `at.required(${literal(key)}${named})`
  const below = of.below.map(({ keys }) => `[${keys.map(literal).join(', ')}]`)
  return `${scope.use('requiredBelow')}(at, ${literal(key)}, [${below.join(', ')}]${named})`
}

/** The members that an absent object lacks under zero values: those that are `,required`, for each source. */
function allRequiredBelow(
  { type }: Field,
  { sources }: Absence,
  scope: ModuleScope,
): readonly RequiredBelow[] {
  const asking = sources.flatMap((source) => requiredBelow(type, source, scope))
  // A member that two sources require is reported once, in the first.
  return asking.filter(({ member }, i) => asking.findIndex((one) => one.member === member) === i)
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

/** One key, or a list of keys, which may contain dots. */
export function keysText(keys: readonly string[]): string {
  const texts = keys.map(literal)
  return texts.length === 1 ? texts.join() : `[${texts.join(', ')}]`
}

/** A default as an expression; for an enum it needs a cast. */
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

/** Go's zero value; `undefined` where one of the sources has none, and absence stays a fault. */
export function zeroText(
  type: FieldType,
  sources: readonly Source[],
  scope: ModuleScope,
): string | undefined {
  // Checked first, since imports and functions requested for one element cannot be withdrawn.
  if (!sources.every((source) => hasZero(type, source, scope))) return undefined
  switch (type.kind) {
    case 'scalar':
      return zeroScalar(type, scope)
    case 'list':
      return '[]'
    case 'nullable':
    case 'unknown':
      return 'null'
    case 'object':
      return `${zeroFunction(scope.object(type.name), sources[0] ?? 'json', scope)}()`
    case 'record':
      // Like decoded records: without a prototype, so that no key is special.
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
        const absence = { owner: object.name, zero: true, sources: [source], required: false }
        const of = fallback(field, absence, scope)
        return of.kind === 'value' ? [`${propertyKey(field.name)}: ${of.text}`] : []
      })
      if (object.index === undefined) writer.list('return {', members, '}', ' ')
      else writer.list('return Object.assign(Object.create(null), {', members, '})', ' ')
    })
  })
}
