import { type BoundField, memberFields } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { type FieldType, isAnyText, nonNull } from '../model/field-type.ts'
import { jsonTextReader } from './emit-decoded.ts'
import { hasZero, zeroFunction } from './emit-fallback.ts'
import { emitLeftOut, emitMember, memberLocals } from './emit-member.ts'
import { separatorArgument, textTuple } from './emit-named-values.ts'
import { emitResult } from './emit-object.ts'
import {
  decodedType,
  elementPlace,
  type Place,
  placeOf,
  textReader,
  typeText,
  valuePlace,
} from './emit-types.ts'
import { literal, propertyAccess, propertyKey } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import { hasOtherKeys } from './source-keys.ts'

/**
 * With more keys a switch is by number: one on text compares them one after the other, which for 200 keys is all that can
 * be seen of a bind.
 */
export const mostCompared = 32

/** The name of the table of these keys, in which a cursor finds the key of a pair. */
export function keysConstant(wanted: string, keys: readonly string[], scope: ModuleScope): string {
  return scope.constant(wanted, `${scope.use('keyTable')}(`, keys.map(literal), ')')
}

/** A source of key and value pairs, and how its absent members are filled. */
export interface PairSource {
  readonly source: 'query' | 'form' | 'cookie'
  readonly zero: boolean
}

/** A key of a property, and the expression that takes its value. */
interface Taking {
  readonly key: string
  readonly value: string
}

/** How the pairs of a property are taken; `held` is what they gave so far. */
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
        value: `pairs.json(${jsonTextReader(field, { ...place, source: 'json', zero: from.zero }, scope)})`,
      },
    ]
  }
  if (type.kind === 'object') {
    return [{ key: `${key}.`, value: `${pairReader(scope.object(type.name), from, scope)}(pairs, ${held})` }]
  }
  if (type.kind === 'file') return [{ key, value: `pairs.file(${held})` }]
  if (type.kind === 'tuple') return takeTexts(key, held, from, scope)
  if (type.kind === 'record') {
    return [
      {
        key: `${key}.`,
        value: `pairs.entry(${held}, ${textReader(type.value, valuePlace(type, place), scope)})`,
      },
    ]
  }
  if (type.kind !== 'list') return [{ key, value: takeOne(type, place, scope) }]
  const element = nonNull(type.element)
  if (element.kind === 'file') {
    return [
      { key, value: `pairs.files(${held})` },
      { key: `${key}.`, value: `pairs.indexedFile(${held})` },
    ]
  }
  if (element.kind === 'object') {
    const reader = pairReader(scope.object(element.name), from, scope)
    return [{ key: `${key}.`, value: `pairs.element(${held}, ${reader})` }]
  }
  const reader = textReader(element, elementPlace(place), scope)
  const separator = separatorArgument(binding)
  const isText = isAnyText(element) && separator === ''
  const added = { key, value: isText ? `pairs.texts(${held})` : `pairs.list(${held}, ${reader}${separator})` }
  const gaps = from.zero ? ", 'zero'" : ''
  const placed = { key: `${key}.`, value: `pairs.indexed(${held}, ${reader}${gaps})` }
  return from.source === 'cookie' ? [added] : [added, placed]
}

/** The elements of a tuple are read once all of them are there. */
function takeTexts(key: string, held: string, from: PairSource, scope: ModuleScope): readonly Taking[] {
  const added = { key, value: `pairs.texts(${held})` }
  const placed = { key: `${key}.`, value: `pairs.indexed(${held}, ${scope.use('asText')})` }
  return from.source === 'cookie' ? [added] : [added, placed]
}

function takeOne(type: FieldType, place: Place, scope: ModuleScope): string {
  const scalar = type.kind === 'scalar' && type.brand === undefined ? type.scalar : undefined
  if (scalar === 'string') return 'pairs.text()'
  if (scalar === 'float64') return 'pairs.number()'
  if (scalar === 'boolean') return 'pairs.bool()'
  const reader = textReader(type, place, scope)
  const isWhole = scalar !== undefined && /^u?int(8|16|32)?$/.test(scalar)
  return isWhole ? `pairs.int(${reader})` : `pairs.value(${reader})`
}

/** The type of what a property's pairs gave so far. */
export function heldType(
  { field, binding }: BoundField,
  owner: ObjectType,
  from: PairSource,
  scope: ModuleScope,
): string {
  const type = nonNull(field.type)
  if (binding.format !== 'json') {
    if (type.kind === 'object') return pairsInterface(scope.object(type.name), from, scope)
    const element = type.kind === 'list' ? nonNull(type.element) : undefined
    if (element?.kind === 'object') {
      return `${scope.use('Elements')}<${pairsInterface(scope.object(element.name), from, scope)}>`
    }
    if (type.kind === 'tuple') return 'string[]'
  }
  const place = placeOf(owner.name, field)
  return binding.format === 'json' ? decodedType(field.type, place, scope) : typeText(type, place, scope)
}

/** The value of a property once all pairs are read. */
export function finished(
  { field, binding }: BoundField,
  held: string,
  owner: ObjectType,
  from: PairSource,
  scope: ModuleScope,
): string {
  const type = nonNull(field.type)
  const key = literal(binding.key)
  if (binding.format === 'json') return held
  if (type.kind === 'object') {
    return `${finisher(scope.object(type.name), from, scope)}(${held}, ${key}, faults)`
  }
  if (type.kind === 'tuple') return textTuple(type, held, key, placeOf(owner.name, field), scope)
  const element = type.kind === 'list' ? nonNull(type.element) : undefined
  if (element?.kind !== 'object') return held
  const object = scope.object(element.name)
  const zero =
    from.zero && hasZero(element, from.source, scope) ? `, ${zeroFunction(object, from.source, scope)}` : ''
  return `${scope.use('finishList')}(${held}, ${key}, faults, ${finisher(object, from, scope)}${zero})`
}

/*
 * The members of a nested object arrive one by one and in any order (`items[1][sku]=…&items[0][sku]=…`), so three things
 * are emitted for its type: an interface of what came so far, a function that takes one pair, and one that makes the object.
 */

/** The name of the interface of what the pairs gave so far. */
function pairsInterface(object: ObjectType, from: PairSource, scope: ModuleScope): string {
  const kind = variant(object, from, scope)
  return scope.function(`${object.name}${kind}Pairs`, `pairs ${object.name} ${kind}`, (name) => {
    const { writer } = scope
    writer.line(`/** What the pairs gave of a {@link ${object.name}} so far. */`)
    writer.block(`interface ${name} {`, () => {
      for (const one of memberFields(object, from.source)) {
        writer.line(`${propertyKey(one.field.name)}?: ${heldType(one, object, from, scope)} | undefined`)
      }
    })
  })
}

/** The name of the function that takes one pair. */
function pairReader(object: ObjectType, from: PairSource, scope: ModuleScope): string {
  const kind = variant(object, from, scope)
  return scope.function(`read${object.name}${kind}Pair`, `pair ${object.name} ${kind} ${from.zero}`, (name) =>
    emitPairReader(name, object, from, scope),
  )
}

function emitPairReader(name: string, object: ObjectType, from: PairSource, scope: ModuleScope): void {
  const { writer } = scope
  const held = pairsInterface(object, from, scope)
  writer.line(`/** Takes one pair of a {@link ${object.name}}; \`held\` is what came before. */`)
  const parameters = [`pairs: ${scope.use('FormPairs')}`, `held: ${held} | undefined`]
  writer.list(`function ${name}(`, parameters, `): ${held} | undefined {`)
  writer.indented(() => {
    const members = memberFields(object, from.source)
    const start = members.map(({ field }) => `${propertyKey(field.name)}: undefined`)
    writer.filled(`const some: ${held} = held ?? {`, start, '}', ' ')
    const keys = members.flatMap((one) => takings(one, '', object, from, scope).map(({ key }) => key))
    const wanted = `${object.name.charAt(0).toLowerCase()}${object.name.slice(1)}PairKeys`
    writer.block(`switch (pairs.inner(${keysConstant(wanted, keys, scope)})) {`, () => {
      for (const one of members) emitTakings(one, object, from, scope)
    })
    writer.line('pairs.unknown()')
    writer.line('return held')
  })
  writer.line('}')
}

/** What holds several pairs may take none of this one, and must not bring about an object then. */
function emitTakings(one: BoundField, object: ObjectType, from: PairSource, scope: ModuleScope): void {
  const { writer } = scope
  const target = propertyAccess('some', one.field.name)
  for (const { key, value } of takings(one, target, object, from, scope)) {
    if (!key.endsWith('.')) {
      writer.line(`case ${literal(key)}: ${target} = ${value}; return some`)
      continue
    }
    writer.line(`case ${literal(key)}:`)
    writer.indented(() => {
      writer.line(`${target} = ${value}`)
      writer.line(`return ${target} === undefined ? held : some`)
    })
  }
}

/** The name of the function that makes the object of what its pairs gave, and reports what is missing. */
function finisher(object: ObjectType, from: PairSource, scope: ModuleScope): string {
  const kind = variant(object, from, scope)
  const zero = from.zero || object.missing === 'zero'
  const orZero = zero && object.missing !== 'zero' ? 'OrZero' : ''
  const key = `finish ${object.name} ${kind} ${zero}`
  return scope.function(`finish${object.name}${kind}${orZero}`, key, (name) =>
    emitFinisher(name, object, { ...from, zero }, scope),
  )
}

function emitFinisher(name: string, object: ObjectType, from: PairSource, scope: ModuleScope): void {
  const { writer } = scope
  const fields = memberFields(object, from.source)
  const locals = memberLocals(fields, object, from.source, scope)
  writer.line(`/** Makes a {@link ${object.name}} of what its pairs gave. */`)
  const parameters = [
    `held: ${pairsInterface(object, from, scope)} | undefined`,
    'key: string | number',
    `faults: ${scope.use('Faults')}`,
  ]
  writer.list(`function ${name}(`, parameters, `): ${object.name} | undefined {`)
  writer.indented(() => {
    writer.line('if (held === undefined) return undefined')
    writer.line('faults.enter(key)')
    const { source, zero } = from
    const read = fields.map((one) => {
      const value = (): string => finished(one, propertyAccess('held', one.field.name), object, from, scope)
      const local = locals.get(one.field.name) ?? ''
      return emitMember(one, { owner: object.name, source, zero }, local, value, scope)
    })
    const leftOut = emitLeftOut(object, from, locals, scope)
    writer.line('faults.leave()')
    writer.blank()
    emitResult([...read, ...leftOut], object.name, (open) => [open, ''], scope)
  })
  writer.line('}')
}

/** `Form` when the members of a type have other names in a form than in a query string, else nothing. */
function variant(object: ObjectType, from: PairSource, scope: ModuleScope): 'Form' | '' {
  return hasOtherKeys(object, from.source, 'query', scope) ? 'Form' : ''
}
