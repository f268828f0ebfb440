import { type BoundField, holdsBigints, sentFields } from '../model/bound-fields.ts'
import { mayBeUndefined, type ObjectType } from '../model/dto.ts'
import { type FieldType, isPlainJson, nonNull, type PresentType } from '../model/field-type.ts'
import { isDate, kindOf } from '../model/value-kind.ts'
import { conditionText } from './condition.ts'
import { emitBranches, memberArguments } from './emit-branches.ts'
import {
  describe,
  elementPlace,
  itemPlace,
  namesAt,
  ownPlace,
  type Place,
  placeOf,
  valuePlace,
} from './emit-types.ts'
import { memberPlace, valueTest } from './kind-test.ts'
import { literal, propertyAccess, propertyKey } from './literal.ts'
import { localNames } from './local-names.ts'
import { type ModuleScope, pureMark } from './module-scope.ts'
import { plainFields, sharesPlain } from './shared-types.ts'

/** Emits what writes a DTO as JSON text, and what sends it. */
export function emitStringify(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  const { name } = dto
  const make = scope.use(holdsBigints(dto, scope.module) ? 'exactStringifier' : 'stringifier')
  const text = `export const stringify${name}: ${scope.use('Stringify')}<${name}> =`
  writer.assign(text, `${pureMark}${make}(${sentObject(dto, scope)})`)
  const sends = `export const sendJson${name}: ${scope.use('SendJson')}<${name}> =`
  writer.assign(sends, `${pureMark}${scope.use('jsonSender')}(stringify${name})`)
}

/** As {@link plainObject}, of a DTO: what headers or cookies alone bring is not sent. */
function sentObject(dto: ObjectType, scope: ModuleScope): string {
  const fields = sentFields(dto, 'json')
  const isPlain = fields.length === plainFields(dto).length
  return isPlain ? plainObject(dto, scope) : plainFunctionOf(dto, fields, `sent ${dto.name}`, scope)
}

/** The function that copies what an object declares, in the form that JSON has for it. */
function plainObject(object: ObjectType, scope: ModuleScope): string {
  const { from } = object
  if (from !== undefined && sharesPlain(object)) return scope.useShared(from, `plain${from.name}`)
  return plainFunctionOf(object, plainFields(object), `plain ${object.name}`, scope)
}

function plainFunctionOf(
  object: ObjectType,
  fields: readonly BoundField[],
  key: string,
  scope: ModuleScope,
): string {
  return scope.function([`plain${object.name}`, `plain${object.name}Object`], key, (name) => {
    const { writer } = scope
    scope.make(object)
    const isExported = scope.shares(object) && sharesPlain(object)
    const before = isExported ? scope.exported(name, `plain${object.name}`) : ''
    // An object of files only has nothing that JSON could hold.
    if (fields.length === 0) {
      return writer.block(`${before}function ${name}(_: ${object.name}): object {`, () =>
        writer.line('return {}'),
      )
    }
    const names = fields.map(({ field }) => field.name)
    const locals = localNames(names, (local) => scope.isTaken(local), noNames)
    const taken = [...locals].map(([property, local]) => memberText(property, local))
    const members = fields.map(({ field, binding }) => {
      const local = locals.get(field.name) ?? field.name
      const place = placeOf(object.name, field)
      return memberText(binding.key, plainMember(field.type, local, mayBeUndefined(field), place, scope))
    })
    writer.filled(`${before}function ${name}({`, taken, `}: ${object.name}): object {`, ' ')
    writer.indented(() => writer.filled('return {', members, '}', ' '))
    writer.line('}')
  })
}

const noNames: ReadonlySet<string> = new Set()

/** A member of an object literal or of a pattern: `name`, where that is its value also. */
function memberText(key: string, value: string): string {
  return key === value ? key : `${propertyKey(key)}: ${value}`
}

/** The expression for a value that may be absent, which JSON.stringify then leaves out. */
function plainMember(
  type: FieldType,
  value: string,
  optional: boolean,
  place: Place,
  scope: ModuleScope,
): string {
  if (isPlainJson(type)) return value
  const isNullable = type.kind === 'nullable'
  const target = nonNull(type)
  if (!optional && !isNullable) return plainValue(target, value, place, scope)
  if (!isNullable && isCalled(target)) return plainValue(target, `${value}?`, place, scope)
  const some = plainValue(target, value, place, scope)
  if (isTruthy(target)) return `${value} && ${some}`
  const tests = [optional ? `${value} === undefined` : '', isNullable ? `${value} === null` : '']
  return `${tests.filter((one) => one !== '').join(' || ')} ? ${value} : ${some}`
}

/** Whether JSON has what a method of the value gives. */
function isCalled(type: FieldType): boolean {
  return type.kind === 'list' || isDate(type)
}

/** Whether no value of the type is falsy. */
function isTruthy(type: FieldType): boolean {
  return isDate(type) || !['scalar', 'literals', 'anyOf'].includes(type.kind)
}

function plainValue(type: FieldType, value: string, place: Place, scope: ModuleScope): string {
  switch (type.kind) {
    case 'scalar':
      return isDate(type) ? `${value}.toISOString()` : `${scope.use('jsonInteger')}(${value})`
    case 'literals':
      return `${scope.use('jsonInteger')}(${value})`
    case 'bytes':
      return `${scope.use('jsonBase64')}(${value})`
    case 'class':
      return `${scope.use('plainInstance')}(${value})`
    case 'object':
      return `${plainObject(scope.object(type.name), scope)}(${value})`
    case 'list':
      return `${value}.map(${plainFunction(type.element, elementPlace(place), scope)})`
    case 'record':
      return `${scope.use('plainRecord')}(${value}, ${plainFunction(type.value, valuePlace(type, place), scope)})`
    case 'tuple':
    case 'union':
    case 'byMember':
    case 'anyOf':
      return `${plainFunction(type, place, scope)}(${value})`
    default:
      return value
  }
}

/** The function that makes the JSON form of one value. */
function plainFunction(type: FieldType, place: Place, scope: ModuleScope): string {
  switch (type.kind) {
    case 'object':
      return plainObject(scope.object(type.name), scope)
    case 'class':
      return scope.use('plainInstance')
    case 'bytes':
      return scope.use('jsonBase64')
    case 'tuple':
    case 'union':
    case 'byMember':
    case 'anyOf':
      return plainPartFunction(type, place, scope)
    case 'nullable':
    case 'list':
    case 'record':
      return `(value) => ${plainMember(type, 'value', false, place, scope)}`
    default:
      return isDate(type) ? '(value) => value.toISOString()' : scope.use('jsonInteger')
  }
}

/** The name of a function for one value that takes more than an expression. */
function plainPartFunction(
  type: FieldType & { kind: 'tuple' | 'union' | 'byMember' | 'anyOf' },
  place: Place,
  scope: ModuleScope,
): string {
  const key = `plain ${ownPlace(type, place)} ${describe(type)}`
  return scope.function(namesAt('plain', place), key, (name) => {
    scope.writer.block(`function ${name}(value: NonNullable<${place.access}>): unknown {`, () => {
      if (type.kind === 'union') emitUnion(type, scope)
      else if (type.kind === 'byMember') emitByMember(type, place, scope)
      else if (type.kind === 'anyOf') emitAnyOf(type, place, scope)
      else emitTuple(type, place, scope)
    })
  })
}

/** By the text of the discriminant, since an enum's members are no literals to the compiler. */
function emitUnion(type: FieldType & { kind: 'union' }, scope: ModuleScope): void {
  const { writer } = scope
  writer.block(`switch (String(${propertyAccess('value', type.discriminant)})) {`, () => {
    for (const { values, object } of type.branches) {
      for (const value of values.slice(0, -1)) writer.line(`case ${literal(String(value))}:`)
      const plain = plainObject(scope.object(object), scope)
      const last = literal(String(values.at(-1) ?? ''))
      writer.line(`case ${last}: return ${scope.use('plainBranch')}(value, ${plain})`)
    }
    writer.line('default: return value')
  })
}

function emitByMember(type: FieldType & { kind: 'byMember' }, place: Place, scope: ModuleScope): void {
  const asked = `${scope.use('onlyMember')}(value, ${memberArguments(type, place.field, 'own', scope)})`
  const plain = (object: string): string =>
    `${scope.use('plainBranch')}(value, ${plainObject(scope.object(object), scope)})`
  emitBranches(asked, type, 'own', plain, 'value', scope)
}

/** What is left when it is none of the others needs no test. */
function emitAnyOf(type: FieldType & { kind: 'anyOf' }, place: Place, scope: ModuleScope): void {
  const isLast = (member: PresentType): boolean => kindOf(member) === 'object' || member.kind === 'class'
  const last = type.members.find(isLast) ?? type.members.at(-1)
  for (const member of type.members.filter((one) => one !== last)) {
    const plain = plainMember(member, 'value', false, memberPlace(place, member), scope)
    scope.writer.line(`if (${conditionText(valueTest(member, [], 'value', scope))}) return ${plain}`)
  }
  if (last === undefined) return
  scope.writer.line(`return ${plainMember(last, 'value', false, memberPlace(place, last), scope)}`)
}

function emitTuple(type: FieldType & { kind: 'tuple' }, place: Place, scope: ModuleScope): void {
  const first = type.elements.length
  const items = type.elements.map((element, i) =>
    plainMember(element, `value[${i}]`, i >= type.required, itemPlace(place, i), scope),
  )
  if (type.rest !== undefined) {
    scope.writer.line(`const [${', '.repeat(first)}...rest] = value`)
    const plain = isPlainJson(type.rest)
      ? ''
      : `.map(${plainFunction(type.rest, itemPlace(place, first), scope)})`
    items.push(`...rest${plain}`)
  }
  // An element that is left out is no null.
  scope.writer.list('return [', items, type.required < first ? '].slice(0, value.length)' : ']')
}
