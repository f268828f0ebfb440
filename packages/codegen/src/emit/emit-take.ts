import { type BoundField, memberFields } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { type FieldType, isAnyNumber, isAnyText, nonNull, type PresentType } from '../model/field-type.ts'
import { isInherited } from '../model/inherited-name.ts'
import { kindOf } from '../model/value-kind.ts'
import { emitTakenBranches } from './emit-branches.ts'
import { emitDoubts, type TakenField } from './emit-doubts.ts'
import { fallback } from './emit-fallback.ts'
import { emitResult } from './emit-object.ts'
import {
  classReader,
  decodedType,
  elementPlace,
  itemPlace,
  literalsReader,
  type Place,
  placeOf,
  valuePlace,
} from './emit-types.ts'
import { decodedTest, isKnownByKind, memberPlace } from './kind-test.ts'
import { commentText, literal } from './literal.ts'
import { localNames } from './local-names.ts'
import type { ModuleScope } from './module-scope.ts'
import { scalarTaker, takenScalar } from './scalar-taker.ts'
import { type TakerParameter, takerParameters } from './taken-types.ts'

/*
 * Takers read a decoded body that is as declared: a check of all members and a literal, without a trace of where they
 * are. Anything else is `undefined` to them, and is read again by the readers of emit-decoded.ts, which report each fault.
 */

/** Where a taker stands, and whether absent members become zero values. */
interface TakenPlace extends Place {
  readonly zero: boolean
}

/** The taker of a whole object, of a type that {@link isTakenObject}. */
export function objectTaker(object: ObjectType, scope: ModuleScope): string {
  return nameOfTaker(object, false, scope)
}

function nameOfTaker(object: ObjectType, rootZero: boolean, scope: ModuleScope): string {
  const zero = rootZero || object.missing === 'zero'
  const name = `take${object.name}${zero && object.missing !== 'zero' ? 'OrZero' : ''}`
  return scope.function(name, `take object ${object.name} ${zero}`, (own) =>
    emitObjectTaker(own, object, zero, scope),
  )
}

function emitObjectTaker(name: string, object: ObjectType, zero: boolean, scope: ModuleScope): void {
  const { writer } = scope
  const fields = memberFields(object, 'json')
  const locals = localNames(
    fields.map(({ field }) => field.name),
    (local) => scope.isTaken(local),
  )
  const filled = fields.map((one) => {
    const { field, binding } = one
    const otherwise = otherwiseOf(one, object, zero, scope)
    const required = otherwise === missing
    return { field, binding, local: locals.get(field.name) ?? '', otherwise, required }
  })
  writer.line(`/** Takes a {@link ${object.name}} that is as declared; of any other it takes nothing. */`)
  writer.list(`function ${name}(`, parameterList(['levels']), `): ${object.name} | undefined {`)
  writer.indented(() => {
    emitMembers(filled, object, zero, scope)
    const members = filled.map(({ field, local, otherwise }) => {
      const hasDefault = otherwise !== undefined && otherwise !== missing
      return {
        field,
        local: hasDefault ? orElse(local, otherwise, field.type) : local,
        mayBeAbsent: otherwise === undefined,
      }
    })
    emitResult(members, object.name, (open) => [open, ''], scope)
  })
  writer.line('}')
}

/** The parameters of a taker, with their types. */
export function parameterList(parameters: readonly TakerParameter[]): readonly string[] {
  return ['value: unknown', ...parameters.map((one) => `${one}: number`)]
}

/** Emits the variables of an object's members, and the check of all of them. */
export function emitMembers(
  fields: readonly TakenField[],
  object: ObjectType,
  zero: boolean,
  scope: ModuleScope,
): void {
  const { writer } = scope
  writer.line(`if (levels < 1 || !${scope.use('isObject')}(value)) return undefined`)
  const doubts = fields.map(({ field, binding, local, required }) => {
    const place = takenPlace(object, field, zero)
    const held = isInherited(binding.key)
      ? `${scope.use('ownMember')}(value, ${literal(binding.key)})`
      : `value[${literal(binding.key)}]`
    const nullIsAbsent = field.optional && field.type.kind !== 'nullable'
    const test = typeTest(nonNull(field.type), local)
    if (test !== undefined) {
      writer.line(`const ${local} = ${held}${nullIsAbsent ? ' ?? undefined' : ''}`)
      const others = [
        ...(required ? [] : [`${local} !== undefined`]),
        ...(field.type.kind === 'nullable' ? [`${local} !== null`] : []),
      ]
      return others.length === 0 ? test : `(${[...others, test].join(' && ')})`
    }
    const taken = takeExpression(nonNull(field.type), held, 'levels - 1', place, scope)
    writer.assign(
      `const ${local} =`,
      field.type.kind === 'nullable' ? `${held} === null ? null : ${taken}` : taken,
    )
    if (required) return `${local} === undefined`
    return `(${local} === undefined && ${held} ${nullIsAbsent ? '!= null' : '!== undefined'})`
  })
  emitDoubts(doubts, scope)
}

/** Where a test alone tells whether a value is of the type: that it is not. */
function typeTest(type: PresentType, local: string): string | undefined {
  return type.kind === 'scalar' && isKnownByKind(type) ? `typeof ${local} !== '${type.scalar}'` : undefined
}

/** The expression that takes a value, or gives `undefined`. */
function takeExpression(
  type: PresentType,
  value: string,
  levels: string,
  place: TakenPlace,
  scope: ModuleScope,
): string {
  switch (type.kind) {
    case 'scalar':
      return takenScalar(type, value, place, scope)
    case 'literals':
      return `${scope.use('takeOneOf')}(${value}, ${literalsReader(type, place, scope)})`
    case 'class':
      return `${scope.use('takeParsed')}(${value}, ${classReader(type, scope)})`
    case 'bytes':
      return `${scope.use('takeBytes')}(${value})`
    case 'list':
      if (isAnyText(type.element)) return `${scope.use('takeStrings')}(${value}, ${levels})`
      if (isAnyNumber(type.element)) return `${scope.use('takeNumbers')}(${value}, ${levels})`
      return `${scope.use('takeList')}(${value}, ${levels}, ${takerOf(type.element, insideOf(place, elementPlace(place)), scope)})`
    case 'record':
      return `${scope.use('takeRecord')}(${value}, ${levels}, ${takerOf(type.value, insideOf(place, valuePlace(type, place)), scope)})`
    case 'object':
    case 'union':
    case 'byMember':
      return `${takerOf(type, place, scope)}(${value}, ${levels})`
    case 'tuple':
    case 'anyOf': {
      const others = takerParameters(type).map(() => levels)
      return `${takerOf(type, place, scope)}(${[value, ...others].join(', ')})`
    }
    case 'file':
      throw new Error(`${place.field} is not taken`)
  }
}

/** The name of a function that takes one value. */
function takerOf(type: FieldType, place: TakenPlace, scope: ModuleScope): string {
  if (type.kind === 'object') return nameOfTaker(scope.object(type.name), place.zero, scope)
  const scalar = type.kind === 'scalar' ? scalarTaker(type, place, scope) : undefined
  if (scalar !== undefined) return scalar
  if (type.kind === 'bytes') return scope.use('takeBytes')
  if (type.kind === 'list' && isAnyText(type.element)) return scope.use('takeStrings')
  if (type.kind === 'list' && isAnyNumber(type.element)) return scope.use('takeNumbers')
  return ownTaker(type, place, scope)
}

function ownTaker(type: FieldType, place: TakenPlace, scope: ModuleScope): string {
  const word = place.field.replace(/[^A-Za-z0-9_$]/g, '_')
  const wanted = `take${word.charAt(0).toUpperCase()}${word.slice(1)}`
  const result = `${decodedType(type, place, scope)} | undefined`
  const target = nonNull(type)
  return scope.function(wanted, `take ${place.access} ${place.zero}`, (name) => {
    const { writer } = scope
    writer.line(`/** Takes one value of \`${commentText(place.field)}\`. */`)
    writer.list(`function ${name}(`, parameterList(takerParameters(target)), `): ${result} {`)
    writer.indented(() => {
      if (type.kind === 'nullable') writer.line('if (value === null) return null')
      if (target.kind === 'union' || target.kind === 'byMember')
        emitTakenBranches(target, place.field, (object) => nameOfTaker(object, place.zero, scope), scope)
      else if (target.kind === 'anyOf') emitAnyOf(target, place, scope)
      else if (target.kind === 'tuple') emitTuple(target, place, scope)
      else writer.line(`return ${takeExpression(target, 'value', 'levels', place, scope)}`)
    })
    writer.line('}')
  })
}

function emitAnyOf(type: FieldType & { kind: 'anyOf' }, place: TakenPlace, scope: ModuleScope): void {
  const { writer } = scope
  for (const member of type.members) {
    const isObject = kindOf(member) === 'object' ? `${scope.use('isObject')}(value)` : ''
    const taken = isKnownByKind(member)
      ? 'value'
      : takeExpression(member, 'value', 'levels', memberPlace(place, member), scope)
    writer.line(`if (${decodedTest(member, 'value', isObject)}) return ${taken}`)
  }
  writer.line('return undefined')
}

/** One that has as many elements as it is declared with. */
function emitTuple({ elements }: FieldType & { kind: 'tuple' }, place: TakenPlace, scope: ModuleScope): void {
  const { writer } = scope
  const length = `value.length !== ${elements.length}`
  writer.line(`if (levels < 1 || !Array.isArray(value) || ${length}) return undefined`)
  const items = elements.map((element, i) => {
    const held = `value[${i}]`
    const item = insideOf(place, itemPlace(place, i))
    const taken = takeExpression(nonNull(element), held, 'levels - 1', item, scope)
    writer.assign(
      `const item${i} =`,
      element.kind === 'nullable' ? `${held} === null ? null : ${taken}` : taken,
    )
    return `item${i}`
  })
  emitDoubts(
    items.map((item) => `${item} === undefined`),
    scope,
  )
  writer.list('return [', items, ']')
}

function takenPlace(owner: ObjectType, of: Field, zero: boolean): TakenPlace {
  const { field, access } = placeOf(owner.name, of)
  return { field, access, zero }
}

function insideOf({ zero }: TakenPlace, { field, access }: Place): TakenPlace {
  return { field, access, zero }
}

/** Stands for "this is a fault" among the expressions for what is absent. */
const missing = 'missing'

/** What an absent member becomes; `undefined` when it just stays out. */
function otherwiseOf(
  { field, binding }: BoundField,
  object: ObjectType,
  zero: boolean,
  scope: ModuleScope,
): string | undefined {
  const { required } = binding
  const rule = { owner: object.name, zero, sources: ['json'], required, missing: () => missing } as const
  return fallback(field, rule, scope)
}

/** `null` is a value of a type that has it. */
function orElse(local: string, otherwise: string, type: FieldType): string {
  return type.kind === 'nullable'
    ? `${local} === undefined ? ${otherwise} : ${local}`
    : `${local} ?? ${otherwise}`
}
