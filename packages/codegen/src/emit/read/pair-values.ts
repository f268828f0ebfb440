import { type BoundField, memberFields } from '../../model/bound-fields.ts'
import type { ObjectType } from '../../model/dto.ts'
import { type FieldType, isAnyText, isTransformed, nonNull } from '../../model/field-type.ts'
import { ownUnknown } from '../../model/unknown-keys.ts'
import { hasOtherKeys, isReadFromPairs } from '../../plan/source-keys.ts'
import { hasZero } from '../../plan/zero-value.ts'
import {
  decodedType,
  elementPlace,
  keysReader,
  type Place,
  placeOf,
  textReader,
  typeText,
  valuePlace,
} from '../emit-types.ts'
import { literal, propertyKey } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { jsonTextReader, readValue } from './decoded.ts'
import { separatorArgument } from './named-values.ts'
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
): string {
  const hidden = fields.flatMap(({ field, binding }) => (field.hidden ? [literal(binding.key)] : []))
  const items = keys.map(literal)
  return hidden.length === 0
    ? scope.constant(wanted, { kind: 'call', make: 'keyTable', items })
    : scope.constant(wanted, {
        kind: 'call',
        make: 'hidingTable',
        items: [`[${hidden.join(', ')}]`, ...items],
        isTall: true,
      })
}

/** A source of key and value pairs, and its fallback for absent members. */
export interface PairSource {
  readonly source: 'query' | 'form' | 'cookie'
  readonly zero: boolean
}

/** A key of a property, and the expression that takes its value. */
interface Taking {
  readonly key: string
  readonly value: string
}

/** How the pairs of a property are taken; `held` is the value so far. */
export function takings(
  { field, binding }: BoundField,
  held: string,
  owner: ObjectType,
  from: PairSource,
  scope: ModuleScope,
): readonly Taking[] {
  const { key } = binding
  const place = placeOf(owner.name, field)
  const type = nonNull(field.type)
  if (binding.format === 'json') {
    return [
      {
        key,
        value: `${scope.use('pairJson')}(pairs, ${jsonTextReader(field, { ...place, source: 'json', zero: from.zero }, scope)})`,
      },
    ]
  }
  if (type.kind === 'object') {
    return [{ key: `${key}.`, value: `${pairReader(scope.object(type.name), from, scope)}(pairs, ${held})` }]
  }
  if (type.kind === 'file')
    return [
      { key, value: `${scope.use(type.isStream === true ? 'pairStream' : 'pairFile')}(pairs, ${held})` },
    ]
  if (type.kind === 'tuple') return takeTexts(key, held, from, scope)
  if (type.kind === 'record') {
    return [
      {
        key: `${key}.`,
        value: `${scope.use('pairEntry')}(${['pairs', held, textReader(type.value, valuePlace(type, place), scope), ...keysReader(type, scope)].join(', ')})`,
      },
    ]
  }
  if (type.kind !== 'list') return [{ key, value: takeOne(type, place, scope) }]
  const element = nonNull(type.element)
  if (element.kind === 'file' && element.isStream === true)
    return [{ key, value: `${scope.use('pairStreams')}(pairs, ${held})` }]
  if (element.kind === 'file') {
    return [
      { key, value: `${scope.use('pairFiles')}(pairs, ${held})` },
      { key: `${key}.`, value: `${scope.use('pairIndexedFile')}(pairs, ${held})` },
    ]
  }
  if (element.kind === 'object') {
    const reader = pairReader(scope.object(element.name), from, scope)
    return [{ key: `${key}.`, value: `${scope.use('pairElement')}(pairs, ${held}, ${reader})` }]
  }
  const reader = (): string => textReader(element, elementPlace(place), scope)
  const separator = separatorArgument(binding)
  const isText = isAnyText(element) && separator === ''
  const added = isText
    ? `${scope.use('pairTexts')}(pairs, ${held})`
    : `${scope.use('pairList')}(pairs, ${held}, ${reader()}${separator})`
  return takeList(key, held, added, reader, from, scope)
}

/** Elements of a tuple are read after the last pair. */
function takeTexts(key: string, held: string, from: PairSource, scope: ModuleScope): readonly Taking[] {
  return takeList(
    key,
    held,
    `${scope.use('pairTexts')}(pairs, ${held})`,
    () => scope.use('asText'),
    { ...from, zero: false },
    scope,
  )
}

/** A list by repeated keys and, except in cookies, by indices. */
function takeList(
  key: string,
  held: string,
  added: string,
  reader: () => string,
  { source, zero }: PairSource,
  scope: ModuleScope,
): readonly Taking[] {
  if (source === 'cookie') return [{ key, value: added }]
  const gaps = zero ? ", 'zero'" : ''
  const placed = `${scope.use('pairIndexed')}(pairs, ${held}, ${reader()}${gaps})`
  return [
    { key, value: added },
    { key: `${key}.`, value: placed },
  ]
}

function takeOne(type: FieldType, place: Place, scope: ModuleScope): string {
  const isPlain = type.kind === 'scalar' && type.brand === undefined && !isTransformed(type)
  const scalar = isPlain ? type.scalar : undefined
  if (scalar === 'string') return 'pairs.text()'
  if (scalar === 'float64') return `pairs.number(${scope.use('asNumber')})`
  if (scalar === 'boolean') return `pairs.bool(${scope.use('asBool')})`
  const reader = textReader(type, place, scope)
  const isWhole = scalar !== undefined && /^u?int(8|16|32)?$/.test(scalar)
  return isWhole ? `pairs.int(${reader})` : `pairs.value(${reader})`
}

/** The type of a property's value before the last pair. */
export function heldType({ field, binding }: BoundField, owner: ObjectType, scope: ModuleScope): string {
  const type = nonNull(field.type)
  const place = placeOf(owner.name, field)
  if (binding.format === 'json') return decodedType(field.type, place, scope)
  if (type.kind === 'object') return scope.use('Held')
  if (type.kind === 'tuple') return 'string[]'
  const isOfObjects = type.kind === 'list' && nonNull(type.element).kind === 'object'
  return isOfObjects ? `${scope.use('Elements')}<${scope.use('Held')}>` : typeText(type, place, scope)
}

/** The value of a property after the last pair; `isWhole` when it is complete or reported. */
export function finished(
  { field, binding }: BoundField,
  held: string,
  owner: ObjectType,
  from: PairSource,
  scope: ModuleScope,
): { readonly value: string; readonly isWhole: boolean } {
  const type = nonNull(field.type)
  const key = literal(binding.key)
  if (binding.format === 'json') return { value: held, isWhole: false }
  const place = { ...placeOf(owner.name, field), source: from.source, zero: from.zero }
  if (type.kind === 'tuple') return { value: textTuple(type, held, key, place, scope), isWhole: false }
  const element = type.kind === 'list' ? nonNull(type.element) : undefined
  if (from.source === 'cookie' || (type.kind !== 'object' && element?.kind !== 'object'))
    return { value: held, isWhole: false }
  const hasGaps = element !== undefined && from.zero && hasZero(element, from.source, scope)
  const dense = hasGaps ? `${scope.use('withoutGaps')}(${held})` : held
  return { value: readValue(type, dense, key, { ...place, source: from.source }, scope), isWhole: true }
}

/*
 * The members of a nested object arrive one by one and in any order (`items[1][sku]=…&items[0][sku]=…`). A function takes
 * one pair at a time and stores it by key; the stored object is then read like a decoded one.
 */

/** The name of the function that takes one pair. */
function pairReader(object: ObjectType, from: PairSource, scope: ModuleScope): string {
  const kind = hasOtherKeys(object, from.source, 'query', scope) ? 'Form' : ''
  return scope.function(`read${object.name}${kind}Pair`, `pair ${object.name} ${kind} ${from.zero}`, (name) =>
    emitPairReader(name, object, from, scope),
  )
}

function emitPairReader(name: string, object: ObjectType, from: PairSource, scope: ModuleScope): void {
  const { writer } = scope
  const held = scope.use('Held')
  // No other code here depends on a type whose reader is in another file.
  scope.make(object)
  const parameters = [`pairs: ${scope.use('FormPairs')}<${object.name}>`, `held: ${held} | undefined`]
  writer.list(`function ${name}(`, parameters, `): ${held} | undefined {`)
  writer.indented(() => {
    const members = memberFields(object, from.source).map(asSent)
    // All objects start with one hidden class, and own values hide inherited ones.
    const start = members.map(
      ({ binding: { key } }) => `${key === '__proto__' ? `[${literal(key)}]` : propertyKey(key)}: undefined`,
    )
    const keys = members.flatMap((one) => takings(one, '', object, from, scope).map(({ key }) => key))
    if (keys.length > 0) writer.filled(`const some: ${held} = held ?? {`, start, '}', ' ')
    const wanted = `${object.name.charAt(0).toLowerCase()}${object.name.slice(1)}PairKeys`
    const unknown = ownUnknown(object, scope.module)
    const own = unknown === undefined ? '' : `, ${literal(unknown)}`
    writer.block(`switch (pairs.inner(${keysConstant(wanted, keys, members, scope)}${own})) {`, () => {
      for (const one of members) emitTakings(one, object, from, scope)
      writer.line('default: pairs.unknown(); return held')
    })
  })
  writer.line('}')
}

/** A text as sent, since the reader of the stored object transforms it. */
function asSent(one: BoundField): BoundField {
  const type = nonNull(one.field.type)
  if (!isTransformed(type) || isReadFromPairs(type, one.binding)) return one
  return { ...one, field: { ...one.field, type: { ...type, transform: undefined } } }
}

/** A container of several pairs may reject this one, and the object must not be created then. */
function emitTakings(one: BoundField, object: ObjectType, from: PairSource, scope: ModuleScope): void {
  const { writer } = scope
  const target = `some[${literal(one.binding.key)}]`
  for (const { key, value } of takings(one, target, object, from, scope)) {
    const taken = `${target} = ${value}`
    const result = key.endsWith('.') ? `return ${target} === undefined ? held : some` : 'return some'
    const label = `case ${literal(key)}:`
    if (writer.fits(`${label} ${taken}; ${result}`)) writer.line(`${label} ${taken}; ${result}`)
    else {
      writer.line(label)
      writer.indented(() => writer.lines([taken, result]))
    }
  }
}
