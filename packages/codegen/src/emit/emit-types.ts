import { byKind } from '../model/by-kind.ts'
import { type BodyType, type Field, mayBeUndefined } from '../model/dto.ts'
import {
  type FieldType,
  holdsNull,
  isOnlyNull,
  isTransformed,
  type LiteralValue,
  nonNull,
  type PresentType,
  type RecursiveType,
  type ScalarName,
  type TemplateType,
} from '../model/field-type.ts'
import { partsOf } from '../model/type-parts.ts'
import { capitalized, uncapitalized } from '../plan/words.ts'
import { literal, regexp } from './text/literal.ts'
import { type ModuleScope, oneOf } from './text/module-scope.ts'
import type { RuntimeName } from './text/runtime-names.ts'
import { grouped, tupleText } from './text/tuple-text.ts'

/** The readers of a scalar from text and from a decoded body. */
interface ScalarReaders {
  readonly text: RuntimeName
  readonly json: RuntimeName
  readonly type: string
  readonly zero: string
}

const scalars: Readonly<Record<ScalarName, ScalarReaders>> = {
  string: { text: 'asText', json: 'jsonString', type: 'string', zero: "''" },
  boolean: { text: 'asBool', json: 'jsonBool', type: 'boolean', zero: 'false' },
  bigint: { text: 'asBigint', json: 'jsonBigint', type: 'bigint', zero: '0n' },
  int: { text: 'asInt', json: 'jsonInt', type: 'number', zero: '0' },
  int8: { text: 'asInt8', json: 'jsonInt8', type: 'number', zero: '0' },
  int16: { text: 'asInt16', json: 'jsonInt16', type: 'number', zero: '0' },
  int32: { text: 'asInt32', json: 'jsonInt32', type: 'number', zero: '0' },
  int64: { text: 'asInt64', json: 'jsonInt64', type: 'bigint', zero: '0n' },
  uint: { text: 'asUint', json: 'jsonUint', type: 'number', zero: '0' },
  uint8: { text: 'asUint8', json: 'jsonUint8', type: 'number', zero: '0' },
  uint16: { text: 'asUint16', json: 'jsonUint16', type: 'number', zero: '0' },
  uint32: { text: 'asUint32', json: 'jsonUint32', type: 'number', zero: '0' },
  uint64: { text: 'asUint64', json: 'jsonUint64', type: 'bigint', zero: '0n' },
  float32: { text: 'asFloat32', json: 'jsonFloat32', type: 'number', zero: '0' },
  float64: { text: 'asNumber', json: 'jsonNumber', type: 'number', zero: '0' },
  // Go's zero time, 1 January of the year 1.
  Date: { text: 'asDate', json: 'jsonDate', type: 'Date', zero: "new Date('0001-01-01T00:00:00Z')" },
  // Text is never read as either of the two.
  'number | bigint': { text: 'asNumber', json: 'jsonNumeric', type: 'number | bigint', zero: '0' },
  undefined: { text: 'asNothing', json: 'jsonNothing', type: 'undefined', zero: 'undefined' },
}

export function scalarReaders(scalar: ScalarName): ScalarReaders {
  return scalars[scalar]
}

/** The position of a type, from which generated names derive. */
export interface Place {
  /** The property's name. */
  readonly field: string
  /** The property's type as the file writes it: `SearchDto['sort']`. */
  readonly access: string
  /** Whether that type excludes `null` and `undefined`. */
  readonly isPresent: boolean
  /** {@link access} as messages show it, where that is the part of one kind or branch. */
  readonly shown?: string
}

export function placeOf(owner: string, field: Field): Place {
  const isPresent = !mayBeUndefined(field) && !holdsNull(field.type)
  return { field: field.name, access: `${owner}[${literal(field.name)}]`, isPresent }
}

/** The place of a whole body. @param word part of the names of its readers. */
export function bodyPlace({ name }: BodyType, word = ''): Place {
  return { field: `${name}${word}`, access: name, isPresent: true }
}

/** Candidate names for a place: the property, then its part, then its owner. */
export function namesAt(before: string, { field, access }: Place, after = ''): readonly string[] {
  const word = `${before}${capitalized(field)}`
  const [, owner = ''] = /([A-Za-z_$][\w$]*)\[[^\]]/.exec(access) ?? []
  const inner = access.endsWith(']') && access !== `${owner}[${literal(field)}]` ? ['Element'] : []
  const words = [word, ...inner.map((one) => word + one)]
  return [...words, ...words.map((one) => `${one}Of${owner}`)].map((one) => one + after)
}

/** The place of the elements of a list. */
export function elementPlace(place: Place): Place {
  return { field: place.field, access: `${presentAccess(place)}[number]`, isPresent: false }
}

/** The place of the values of a record. */
export function valuePlace({ brand }: FieldType & { kind: 'record' }, place: Place): Place {
  if (brand === undefined) return elementPlace(place)
  const record = presentAccess(place)
  return { field: place.field, access: `${record}[keyof ${record}]`, isPresent: false }
}

/** The place of one element of a tuple; its rest has the place of the first rest element. */
export function itemPlace(place: Place, index: number): Place {
  return { field: place.field, access: `${presentAccess(place)}[${index}]`, isPresent: false }
}

/** The type of a present value. */
export function presentAccess({ access, isPresent }: Place): string {
  return isPresent ? access : `NonNullable<${access}>`
}

/** Whether the type at a place has a name in the generated file. */
function isNamed({ access }: Place): boolean {
  return !access.includes('[')
}

/** The place of a recursive type, the same for every use. */
export function recursivePlace<P extends Place>(type: RecursiveType, place: P, scope: ModuleScope): P {
  return { ...place, field: uncapitalized(type.name), access: scope.useBrand(type.name), isPresent: true }
}

/** A string key, equal for equal types. */
export function describe(type: FieldType): string {
  return JSON.stringify(type, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
}

/**
 * The place of a function for a type; empty where the compiler gives the type one identity everywhere, as for a union
 * alias.
 */
export function ownPlace(type: FieldType, { access }: Place): string {
  return isOneType(type) ? '' : access
}

/** Excludes enums, whose values look alike, and types with lists, which may be readonly in only some places. */
function isOneType(type: FieldType): boolean {
  if (type.kind === 'list' || type.kind === 'tuple') return false
  if (type.kind === 'unknown') return !type.isAlias
  return !(type.kind === 'literals' && type.isEnum) && partsOf(type).every(isOneType)
}

/** The type of a record's keys, without their brand. */
export function keysText({ keys }: FieldType & { kind: 'record' }): string {
  return keys === undefined ? 'string' : scalars[keys].type
}

/** The reader of a record's keys that are numbers, as the last argument of a call. */
export function keysReader({ keys }: FieldType & { kind: 'record' }, scope: ModuleScope): readonly string[] {
  return keys === undefined ? [] : [scope.use(scalars[keys].text)]
}

/** The TypeScript type of a present value read from text, or of a list while it is filled; without `null`. */
export function typeText(type: FieldType, place: Place, scope: ModuleScope): string {
  return presentType(nonNull(type), place, scope, typeText)
}

/** The TypeScript type of a decoded value, including every `null` in it. */
export function decodedType(type: FieldType, place: Place, scope: ModuleScope): string {
  if (isOnlyNull(type)) return 'null'
  const text = presentType(nonNull(type), place, scope, decodedType)
  return type.kind === 'nullable' ? `${text} | null` : text
}

const accessed = (_: FieldType, place: Place): string => presentAccess(place)

const presentType: (type: PresentType, place: Place, scope: ModuleScope, inner: typeof typeText) => string =
  byKind({
    scalar: ({ brand, scalar }, _, scope) =>
      brand === undefined ? scalars[scalar].type : scope.useBrand(brand),
    literals: (type, place, scope) =>
      type.brand === undefined ? literalsType(type, place) : scope.useBrand(type.brand),
    list: ({ element }, place, scope, inner) => `${grouped(inner(element, elementPlace(place), scope))}[]`,
    object: ({ name }, _, scope) => scope.nameOf(name),
    recursive: ({ name }, _, scope) => scope.useBrand(name),
    tuple: (type, place, scope, inner) =>
      isNamed(place) || !isWritten(type)
        ? presentAccess(place)
        : tupleText(type, (one, i) => inner(one, itemPlace(place, i), scope)),
    union: accessed,
    class: accessed,
    template: accessed,
    record: (type, place, scope, inner) => {
      const keys = type.brand === undefined ? keysText(type) : scope.useBrand(type.brand)
      return `Record<${keys}, ${inner(type.value, valuePlace(type, place), scope)}>`
    },
    bytes: 'Uint8Array',
    file: ({ isStream }, _, scope) => scope.use(isStream === true ? 'FileStream' : 'FileHeader'),
    unknown: ({ isAlias, isObject }, place) => {
      if (isAlias) return `${presentAccess(place)} | null`
      return isObject ? 'object' : 'unknown'
    },
  })

const hasWrittenParts = (type: FieldType): boolean => partsOf(type).every(isWritten)

/** Whether the text of a type is independent of its place. */
const isWritten: (type: FieldType) => boolean = byKind({
  scalar: true,
  object: true,
  recursive: true,
  bytes: true,
  file: true,
  literals: ({ isEnum }) => !isEnum,
  unknown: ({ isAlias }) => !isAlias,
  nullable: hasWrittenParts,
  list: hasWrittenParts,
  record: hasWrittenParts,
  tuple: hasWrittenParts,
  union: false,
  class: false,
  template: false,
})

function literalsType(type: FieldType & { kind: 'literals' }, place: Place): string {
  return type.isEnum ? presentAccess(place) : type.values.map(literal).join(' | ')
}

/** The expression that reads one text: `asInt8`, or the constant for a union of literals. */
export function textReader(type: FieldType, place: Place, scope: ModuleScope): string {
  const target = nonNull(type)
  if (isTransformed(target)) return transformedReader(target, scope)
  if (target.kind === 'scalar') return scalarReader(target, 'text', scope)
  if (target.kind === 'literals') return literalsReader(target, place, scope)
  if (target.kind === 'class') return classReader(target, scope)
  if (target.kind === 'template') return templateReader(target, place, scope)
  throw new Error(`${place.field} is not read from one text`)
}

/** The reader of a scalar; for a brand, a constant with the branded type. */
export function scalarReader(
  { scalar, brand }: FieldType & { kind: 'scalar' },
  from: 'text' | 'json',
  scope: ModuleScope,
): string {
  const plain = scope.use(scalars[scalar][from])
  if (brand === undefined) return plain
  const [word, type] = from === 'text' ? (['as', 'Scalar'] as const) : (['json', 'JsonReader'] as const)
  const as = `${scope.use(type)}<${scope.useBrand(brand)}>`
  return scope.constant(`${word}${capitalized(brand)}`, { kind: 'cast', value: plain, as })
}

/** The constant that reads text with a `@transform`, in text sources and decoded bodies. */
export function transformedReader(
  { transform = [], brand }: FieldType & { kind: 'scalar' },
  scope: ModuleScope,
): string {
  const name = `as${transform.map(capitalized).join('')}${brand === undefined ? '' : capitalized(brand)}`
  const call = { kind: 'call', make: 'transformed', items: transform.map(literal) } as const
  const as = brand === undefined ? {} : { as: `${scope.use('Scalar')}<${scope.useBrand(brand)}>` }
  return scope.constant(name, { ...call, ...as })
}

/** The constant that reads the text of a class. */
export function classReader(type: FieldType & { kind: 'class' }, scope: ModuleScope): string {
  const name = scope.useClass(type)
  return scope.constant(`as${name}`, { kind: 'call', make: 'asParsed', items: [name] })
}

/** The constant that reads a template literal type. */
export function templateReader({ pattern }: TemplateType, place: Place, scope: ModuleScope): string {
  const [types, items] = [presentAccess(place), [regexp(pattern, '')]]
  return scope.constant(namesAt('as', place), { kind: 'call', make: 'templateOf', types, items })
}

export function literalsReader(
  type: FieldType & { kind: 'literals' },
  place: Place,
  scope: ModuleScope,
): string {
  if (type.brand !== undefined) return brandedLiterals(type.values, type.brand, scope)
  const enumType = type.isEnum ? literalsType(type, place) : undefined
  return scope.literalsConstant(namesAt('as', place), type.values, enumType)
}

function brandedLiterals(values: readonly LiteralValue[], brand: string, scope: ModuleScope): string {
  const as = `${scope.use('OneOf')}<${scope.useBrand(brand)}>`
  const items = values.map(literal)
  return scope.constant(`as${capitalized(brand)}`, { kind: 'call', make: oneOf(values), items, as })
}
