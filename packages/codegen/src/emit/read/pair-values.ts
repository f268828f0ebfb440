import type { BoundField } from '../../model/bound-fields.ts'
import type { ObjectType } from '../../model/dto.ts'
import { type FieldType, isAnyText, isTransformed, nonNull } from '../../model/field-type.ts'
import { ownUnknown } from '../../model/unknown-keys.ts'
import { hasOtherKeys, isReadFromPairs } from '../../plan/source-keys.ts'
import { planNested } from '../../plan/source-plan.ts'
import { hasZero } from '../../plan/zero-value.ts'
import { type Code, code, type Item, type Name, type Statement } from '../text/code.ts'
import { pureCall } from '../text/exported.ts'
import { type ModuleScope, pureMark } from '../text/module-scope.ts'
import type { RuntimeName } from '../text/runtime-names.ts'
import { block } from '../text/statements.ts'
import { keysReader, textReader } from '../text-readers.ts'
import { elementPlace, type Place, placeOf, valuePlace } from '../type-place.ts'
import { decodedType, typeText } from '../type-text.ts'
import { jsonTextReader, readValue } from './decoded.ts'
import { separatorOf } from './named-values.ts'
import { textTuple } from './text-tuple.ts'

/**
 * With more keys the switch is on a number. A switch on strings compares them one by one, which dominates the time of a
 * bind with 200 keys.
 */
export const maxCompared = 32

/** The name of the key table in which a cursor looks up the key of a pair. */
export function keysConstant(
  wanted: string,
  keys: readonly string[],
  fields: readonly BoundField[],
  scope: ModuleScope,
): Code {
  const hidden = fields.flatMap(({ field, binding }) => (field.hidden ? [binding.key] : []))
  if (hidden.length === 0) return scope.constant(wanted, pureCall('keyTable', keys, scope))
  const items = [code`[${hidden}]`, ...keys]
  return scope.constant(wanted, code`${pureMark}${scope.use('hidingTable')}(${items})`)
}

/** A source of key and value pairs, and its fallback for absent members. */
export interface PairSource {
  readonly source: 'query' | 'form' | 'cookie'
  readonly zero: boolean
}

/** A key of a property, and the expression that takes its value. */
interface Taking {
  readonly key: string
  readonly value: Code
}

/** How the pairs of a property are taken; `before` is the value so far. */
export function takings(
  { field, binding }: BoundField,
  before: Code,
  owner: ObjectType,
  from: PairSource,
  scope: ModuleScope,
): readonly Taking[] {
  const { key } = binding
  const place = placeOf(owner.name, field, scope)
  const call = (name: RuntimeName, ...more: readonly Item[]): Code =>
    code`${scope.use(name)}(${[code`pairs`, ...more]})`
  const type = nonNull(field.type)
  if (binding.format === 'json') {
    const read = jsonTextReader(field, { ...place, source: 'json', zero: from.zero }, scope)
    return [{ key, value: call('pairJson', read) }]
  }
  if (type.kind === 'object') {
    const read = pairReader(scope.object(type.name), from, scope)
    return [{ key: `${key}.`, value: code`${read}(${[code`pairs`, before]})` }]
  }
  if (type.kind === 'file')
    return [{ key, value: call(type.isStream === true ? 'pairStream' : 'pairFile', before) }]
  if (type.kind === 'tuple') return takeTexts(key, before, from, scope)
  if (type.kind === 'record') {
    const read = textReader(type.value, valuePlace(type, place), scope)
    return [{ key: `${key}.`, value: call('pairEntry', before, read, ...keysReader(type, scope)) }]
  }
  if (type.kind !== 'list') return [{ key, value: takeOne(type, place, scope) }]
  const element = nonNull(type.element)
  if (element.kind === 'file' && element.isStream === true)
    return [{ key, value: call('pairStreams', before) }]
  if (element.kind === 'file') {
    return [
      { key, value: call('pairFiles', before) },
      { key: `${key}.`, value: call('pairIndexedFile', before) },
    ]
  }
  if (element.kind === 'object') {
    const reader = pairReader(scope.object(element.name), from, scope)
    return [{ key: `${key}.`, value: call('pairElement', before, reader) }]
  }
  const reader = (): Code => textReader(element, elementPlace(place), scope)
  const separator = separatorOf(binding)
  const isText = isAnyText(element) && separator.length === 0
  const added = isText ? call('pairTexts', before) : call('pairList', before, reader(), ...separator)
  return takeList(key, before, added, reader, from, scope)
}

/** Elements of a tuple are read after the last pair. */
function takeTexts(key: string, before: Code, from: PairSource, scope: ModuleScope): readonly Taking[] {
  const added = code`${scope.use('pairTexts')}(${[code`pairs`, before]})`
  return takeList(key, before, added, () => scope.use('asText'), { ...from, zero: false }, scope)
}

/** A list by repeated keys and, except in cookies, by indices. */
function takeList(
  key: string,
  before: Code,
  added: Code,
  reader: () => Code,
  { source, zero }: PairSource,
  scope: ModuleScope,
): readonly Taking[] {
  if (source === 'cookie') return [{ key, value: added }]
  const gaps = zero ? ['zero'] : []
  const placed = code`${scope.use('pairIndexed')}(${[code`pairs`, before, reader(), ...gaps]})`
  return [
    { key, value: added },
    { key: `${key}.`, value: placed },
  ]
}

function takeOne(type: FieldType, place: Place, scope: ModuleScope): Code {
  const isPlain = type.kind === 'scalar' && type.brand === undefined && !isTransformed(type)
  const scalar = isPlain ? type.scalar : undefined
  if (scalar === 'string') return code`pairs.text()`
  if (scalar === 'float64') return code`pairs.number(${[scope.use('asNumber')]})`
  if (scalar === 'boolean') return code`pairs.bool(${[scope.use('asBool')]})`
  const reader = textReader(type, place, scope)
  const isWhole = scalar !== undefined && /^u?int(8|16|32)?$/.test(scalar)
  return isWhole ? code`pairs.int(${[reader]})` : code`pairs.value(${[reader]})`
}

/** The type of a property's value before the last pair. */
export function localType({ field, binding }: BoundField, owner: ObjectType, scope: ModuleScope): Code {
  const type = nonNull(field.type)
  const place = placeOf(owner.name, field, scope)
  if (binding.format === 'json') return decodedType(field.type, place, scope)
  if (type.kind === 'object') return scope.use('Members')
  if (type.kind === 'tuple') return code`string[]`
  const isOfObjects = type.kind === 'list' && nonNull(type.element).kind === 'object'
  return isOfObjects ? code`${scope.use('Elements')}<${scope.use('Members')}>` : typeText(type, place, scope)
}

/** The value of a property after the last pair; `isWhole` when it is complete or reported. */
export function finished(
  { field, binding }: BoundField,
  local: Code,
  owner: ObjectType,
  from: PairSource,
  scope: ModuleScope,
): { readonly value: Code; readonly isWhole: boolean } {
  const type = nonNull(field.type)
  const { key } = binding
  if (binding.format === 'json') return { value: local, isWhole: false }
  const place = { ...placeOf(owner.name, field, scope), source: from.source, zero: from.zero }
  if (type.kind === 'tuple') return { value: textTuple(type, local, key, place, scope), isWhole: false }
  const element = type.kind === 'list' ? nonNull(type.element) : undefined
  if (from.source === 'cookie' || (type.kind !== 'object' && element?.kind !== 'object'))
    return { value: local, isWhole: false }
  const hasGaps = element !== undefined && from.zero && hasZero(element, from.source, scope)
  const dense = hasGaps ? code`${scope.use('withoutGaps')}(${local})` : local
  return { value: readValue(type, dense, key, { ...place, source: from.source }, scope), isWhole: true }
}

/*
 * The members of a nested object arrive one by one and in any order (`items[1][sku]=…&items[0][sku]=…`). A function takes
 * one pair at a time and stores it by key; the stored object is then read like a decoded one.
 */

/** The name of the function that takes one pair. */
function pairReader(object: ObjectType, from: PairSource, scope: ModuleScope): Code {
  const kind = hasOtherKeys(object, from.source, 'query', scope) ? 'Form' : ''
  return scope.function(`read${object.name}${kind}Pair`, `pair ${object.name} ${kind} ${from.zero}`, (name) =>
    pairStatements(name, object, from, scope),
  )
}

function pairStatements(
  name: Name,
  object: ObjectType,
  from: PairSource,
  scope: ModuleScope,
): readonly Statement[] {
  const type = scope.use('Members')
  const members = planNested(object, from.source, from.zero, scope).fields.map(asSent)
  // All objects start with one hidden class, and own values hide inherited ones.
  const start = members.map(({ binding: { key } }) =>
    key === '__proto__' ? code`[${key}]: undefined` : code`${code.key(key)}: undefined`,
  )
  const keys = members.flatMap((one) => takings(one, code``, object, from, scope).map(({ key }) => key))
  const some = keys.length === 0 ? [] : [code`const some: ${type} = before ?? { ${code.filled(start)} }`]
  const wanted = `${object.name.charAt(0).toLowerCase()}${object.name.slice(1)}PairKeys`
  const unknown = ownUnknown(object, scope.module)
  const table: Item[] = [
    keysConstant(wanted, keys, members, scope),
    ...(unknown === undefined ? [] : [unknown]),
  ]
  const cases = members.flatMap((one) => takingCases(one, object, from, scope))
  const otherwise = code`default: pairs.unknown(); return before`
  const parameters = [
    code`pairs: ${scope.use('FormPairs')}<${scope.ownType(object.name)}>`,
    code`before?: ${type}`,
  ]
  return [
    block(code`function ${name}(${parameters}): ${type} | undefined {`, [
      ...some,
      block(code`switch (pairs.inner(${table})) {`, [...cases, otherwise]),
    ]),
  ]
}

/** A text as sent, since the reader of the stored object transforms it. */
function asSent(one: BoundField): BoundField {
  const type = nonNull(one.field.type)
  if (!isTransformed(type) || isReadFromPairs(type, one.binding)) return one
  return { ...one, field: { ...one.field, type: { ...type, transform: undefined } } }
}

/** A container of several pairs may reject this one, and the object must not be created then. */
function takingCases(
  one: BoundField,
  object: ObjectType,
  from: PairSource,
  scope: ModuleScope,
): readonly Statement[] {
  const target = code`some[${one.binding.key}]`
  return takings(one, target, object, from, scope).map(({ key, value }): Statement => {
    const result = key.endsWith('.')
      ? code`return ${target} === undefined ? before : some`
      : code`return some`
    return { kind: 'case', label: code`case ${key}:`, body: [code`${target} = ${value}`, result] }
  })
}
