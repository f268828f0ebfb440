import { byKind } from '../model/by-kind.ts'
import { type BodyType, type Field, mayBeUndefined, type ObjectType } from '../model/dto.ts'
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
import { type Code, code, Name } from './text/code.ts'
import { pureCall } from './text/exported.ts'
import { type ModuleScope, pureMark } from './text/module-scope.ts'
import type { RuntimeName } from './text/runtime-names.ts'
import { grouped, tupleText } from './text/tuple-text.ts'

/** The readers of a scalar from text and from a decoded body. */
interface ScalarReaders {
  readonly text: RuntimeName
  readonly json: RuntimeName
  readonly type: Code
  readonly zero: Code
}

/** The types of literals. */
export const kindNames: Readonly<Record<'string' | 'number' | 'boolean' | 'bigint', Code>> = {
  string: code`string`,
  number: code`number`,
  boolean: code`boolean`,
  bigint: code`bigint`,
}
const { string, number, boolean, bigint } = kindNames
const [zero, bigZero] = [code`0`, code`0n`]

const scalars: Readonly<Record<ScalarName, ScalarReaders>> = {
  string: { text: 'asText', json: 'jsonString', type: string, zero: code`''` },
  boolean: { text: 'asBool', json: 'jsonBool', type: boolean, zero: code`false` },
  bigint: { text: 'asBigint', json: 'jsonBigint', type: bigint, zero: bigZero },
  int: { text: 'asInt', json: 'jsonInt', type: number, zero },
  int8: { text: 'asInt8', json: 'jsonInt8', type: number, zero },
  int16: { text: 'asInt16', json: 'jsonInt16', type: number, zero },
  int32: { text: 'asInt32', json: 'jsonInt32', type: number, zero },
  int64: { text: 'asInt64', json: 'jsonInt64', type: bigint, zero: bigZero },
  uint: { text: 'asUint', json: 'jsonUint', type: number, zero },
  uint8: { text: 'asUint8', json: 'jsonUint8', type: number, zero },
  uint16: { text: 'asUint16', json: 'jsonUint16', type: number, zero },
  uint32: { text: 'asUint32', json: 'jsonUint32', type: number, zero },
  uint64: { text: 'asUint64', json: 'jsonUint64', type: bigint, zero: bigZero },
  float32: { text: 'asFloat32', json: 'jsonFloat32', type: number, zero },
  float64: { text: 'asNumber', json: 'jsonNumber', type: number, zero },
  // Go's zero time, 1 January of the year 1.
  Date: { text: 'asDate', json: 'jsonDate', type: code`Date`, zero: code`new Date('0001-01-01T00:00:00Z')` },
  // Text is never read as either of the two.
  'number | bigint': { text: 'asNumber', json: 'jsonNumeric', type: code.union([number, bigint]), zero },
  undefined: { text: 'asNothing', json: 'jsonNothing', type: code`undefined`, zero: code`undefined` },
}

/** The types of some literals. */
export function kindsOf(values: readonly LiteralValue[]): readonly Code[] {
  return [...new Set(values.map((value) => typeof value as keyof typeof kindNames))].map(
    (kind) => kindNames[kind],
  )
}

export function scalarReaders(scalar: ScalarName): ScalarReaders {
  return scalars[scalar]
}

/** The position of a type, from which generated names derive. */
export interface Place {
  /** The property's name. */
  readonly field: string
  /** The type whose property it is or is in; empty for a whole type. */
  readonly owner: string
  /** Whether it is below the property: an element, or a value of a record. */
  readonly isElement: boolean
  /** The property's type as the file writes it: `SearchDto['sort']`. */
  readonly access: Code
  /** Whether that type excludes `null` and `undefined`. */
  readonly isPresent: boolean
  /** The property as messages show it: `SearchDto.sort`. */
  readonly shown: string
}

export function placeOf(owner: string, field: Field, scope: ModuleScope): Place {
  const { name } = field
  return {
    field: name,
    owner,
    isElement: false,
    access: code`${scope.ownType(owner)}[${name}]`,
    isPresent: !mayBeUndefined(field) && !holdsNull(field.type),
    shown: /^[\w$]+$/.test(name) ? `${owner}.${name}` : `${owner}['${name}']`,
  }
}

/** The place of a type that has a name. */
export function wholePlace(field: string, access: Code): Place {
  return { field, owner: '', isElement: false, access, isPresent: true, shown: access.flat }
}

/** The place of a whole body. @param word part of the names of its readers. */
export function bodyPlace({ name }: BodyType, scope: ModuleScope, word = ''): Place {
  return wholePlace(`${name}${word}`, scope.type(name))
}

/** The place of the values under undeclared keys. */
export function othersPlace({ name }: ObjectType, scope: ModuleScope): Place {
  return elementPlace(wholePlace(`${name}Others`, scope.ownType(name)))
}

/** Candidate names for a place: the property, then its part, then its owner. */
export function namesAt(
  before: string,
  { field, owner, isElement }: Pick<Place, 'field' | 'owner' | 'isElement'>,
  after = '',
): readonly string[] {
  const word = `${before}${capitalized(field)}`
  const words = [word, ...(isElement ? [`${word}Element`] : [])]
  return [...words, ...words.map((one) => `${one}Of${owner}`)].map((one) => one + after)
}

/** The place of the elements of a list. */
export function elementPlace<P extends Place>(place: P): P {
  return partPlace(place, code`number`, 'number')
}

/** The place of the values of a record. */
export function valuePlace<P extends Place>({ brand }: FieldType & { kind: 'record' }, place: P): P {
  return brand === undefined
    ? elementPlace(place)
    : partPlace(place, code`keyof ${presentAccess(place)}`, 'string')
}

/** The place of one element of a tuple; its rest has the place of the first rest element. */
export function itemPlace<P extends Place>(place: P, index: number): P {
  return partPlace(place, code`${index}`, String(index))
}

function partPlace<P extends Place>(place: P, index: Code, shown: string): P {
  return {
    ...place,
    owner: isNamed(place) ? place.access.flat : place.owner,
    isElement: true,
    access: code`${presentAccess(place)}[${index}]`,
    isPresent: false,
    shown: `${place.shown}[${shown}]`,
  }
}

/** The type of a present value. */
export function presentAccess({ access, isPresent }: Place): Code {
  return isPresent ? access : code`NonNullable<${code.types([access])}>`
}

/** Whether the type at a place has a name in the generated file. */
function isNamed({ access }: Place): boolean {
  return access instanceof Name
}

/** The place of a recursive type, the same for every use. */
export function recursivePlace<P extends Place>(type: RecursiveType, place: P, scope: ModuleScope): P {
  return { ...place, ...wholePlace(uncapitalized(type.name), scope.type(type.name)) }
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
  return isOneType(type) ? '' : access.flat
}

/** Excludes enums, whose values look alike, and types with lists, which may be readonly in only some places. */
function isOneType(type: FieldType): boolean {
  if (type.kind === 'list' || type.kind === 'tuple') return false
  if (type.kind === 'unknown') return !type.isAlias
  return !(type.kind === 'literals' && type.isEnum) && partsOf(type).every(isOneType)
}

/** The type of a record's keys, without their brand. */
export function keysText({ keys }: FieldType & { kind: 'record' }): Code {
  return keys === undefined ? string : scalars[keys].type
}

/** The reader of a record's keys that are numbers, as the last argument of a call. */
export function keysReader({ keys }: FieldType & { kind: 'record' }, scope: ModuleScope): readonly Code[] {
  return keys === undefined ? [] : [scope.use(scalars[keys].text)]
}

/** The TypeScript type of a present value read from text, or of a list while it is filled; without `null`. */
export function typeText(type: FieldType, place: Place, scope: ModuleScope): Code {
  return presentType(nonNull(type), place, scope, typeText)
}

/** The TypeScript type of a decoded value, including every `null` in it. */
export function decodedType(type: FieldType, place: Place, scope: ModuleScope): Code {
  if (isOnlyNull(type)) return code`null`
  const text = presentType(nonNull(type), place, scope, decodedType)
  return type.kind === 'nullable' ? code.union([text, code`null`]) : text
}

const accessed = (_: FieldType, place: Place): Code => presentAccess(place)

const presentType: (type: PresentType, place: Place, scope: ModuleScope, inner: typeof typeText) => Code =
  byKind({
    scalar: ({ brand, scalar }, _, scope) => (brand === undefined ? scalars[scalar].type : scope.type(brand)),
    literals: (type, place, scope) =>
      type.brand === undefined ? literalsType(type, place) : scope.type(type.brand),
    list: ({ element }, place, scope, inner) =>
      code`${grouped(inner(element, elementPlace(place), scope))}[]`,
    object: ({ name }, _, scope) => scope.type(name),
    recursive: ({ name }, _, scope) => scope.type(name),
    tuple: (type, place, scope, inner) =>
      isNamed(place) || !isWritten(type)
        ? presentAccess(place)
        : tupleText(type, (one, i) => inner(one, itemPlace(place, i), scope)),
    union: accessed,
    class: accessed,
    template: accessed,
    record: (type, place, scope, inner) => {
      const keys = type.brand === undefined ? keysText(type) : scope.type(type.brand)
      return code`Record<${code.types([keys, inner(type.value, valuePlace(type, place), scope)])}>`
    },
    bytes: code`Uint8Array`,
    file: ({ isStream }, _, scope) => scope.use(isStream === true ? 'FileStream' : 'FileHeader'),
    unknown: ({ isAlias, isObject }, place) => {
      if (isAlias) return code.union([presentAccess(place), code`null`])
      return isObject ? code`object` : code`unknown`
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

function literalsType(type: FieldType & { kind: 'literals' }, place: Place): Code {
  return type.isEnum ? presentAccess(place) : code.union(type.values)
}

/** The expression that reads one text: `asInt8`, or the constant for a union of literals. */
export function textReader(type: FieldType, place: Place, scope: ModuleScope): Code {
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
): Code {
  const plain = scope.use(scalars[scalar][from])
  if (brand === undefined) return plain
  const [word, type] = from === 'text' ? (['as', 'Scalar'] as const) : (['json', 'JsonReader'] as const)
  return scope.constant(
    `${word}${capitalized(brand)}`,
    code`${plain} as ${scope.use(type)}<${code.types([scope.type(brand)])}>`,
  )
}

/** The constant that reads text with a `@transform`, in text sources and decoded bodies. */
export function transformedReader(
  { transform = [], brand }: FieldType & { kind: 'scalar' },
  scope: ModuleScope,
): Code {
  const name = `as${transform.map(capitalized).join('')}${brand === undefined ? '' : capitalized(brand)}`
  const call = pureCall('transformed', transform, scope)
  return scope.constant(
    name,
    brand === undefined ? call : code`${call} as ${scope.use('Scalar')}<${code.types([scope.type(brand)])}>`,
  )
}

/** The constant that reads the text of a class. */
export function classReader(type: FieldType & { kind: 'class' }, scope: ModuleScope): Code {
  const name = scope.useClass(type)
  return scope.constant(`as${name.flat}`, pureCall('asParsed', [name], scope))
}

/** The constant that reads a template literal type. */
export function templateReader({ pattern }: TemplateType, place: Place, scope: ModuleScope): Code {
  const call = code`${pureMark}${scope.use('templateOf')}<${code.types([presentAccess(place)])}>(${code.filled([code.regexp(pattern, '')])})`
  return scope.reader(namesAt('as', place), call, templateKey(pattern))
}

export function literalsReader(
  type: FieldType & { kind: 'literals' },
  place: Place,
  scope: ModuleScope,
): Code {
  const { values, brand, isEnum } = type
  if (brand === undefined)
    return literalsConstant(
      namesAt('as', place),
      values,
      scope,
      isEnum ? literalsType(type, place) : undefined,
    )
  const call = code`${pureCall(oneOf(values), values, scope)} as ${scope.use('OneOf')}<${code.types([scope.type(brand)])}>`
  return scope.reader(`as${capitalized(brand)}`, call, literalsKey(values))
}

/** The reader of a union of literals or of an enum. */
export function literalsConstant(
  wanted: readonly string[],
  values: readonly LiteralValue[],
  scope: ModuleScope,
  enumType?: Code,
): Code {
  if (enumType === undefined)
    return scope.reader(wanted, pureCall(oneOf(values), values, scope), literalsKey(values))
  const types = [enumType, code.union(values.map(String))]
  const call = code`${pureMark}${scope.use('enumOf')}<${code.types(types)}>(${code.filled(values)})`
  return scope.reader(wanted, call, literalsKey(values))
}

/** The key of a {@link ModuleScope.reader} of literals. */
export function literalsKey(values: readonly LiteralValue[]): string {
  return `literals ${code.joined(values).flat}`
}

/** The key of a {@link ModuleScope.reader} of a template literal type. */
export function templateKey(pattern: string): string {
  return `template ${pattern}`
}

/** The function that makes a reader of literals. */
function oneOf(values: readonly LiteralValue[]): 'oneOf' | 'oneOfMixed' {
  return values.every((value) => typeof value === 'string') ? 'oneOf' : 'oneOfMixed'
}
