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
  ownPlace,
  type Place,
  placeOf,
  valuePlace,
} from './emit-types.ts'
import { memberPlace, valueTest } from './kind-test.ts'
import { literal, nameComment, propertyAccess, propertyKey } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import { plainFields, sharesPlain } from './shared-types.ts'

/** Emits the function that writes a DTO as JSON text, and the one that sends it. */
export function emitStringify(dto: ObjectType, scope: ModuleScope): void {
  const { writer } = scope
  const exact = holdsBigints(dto, scope.module)
  const write = exact ? scope.use('exactJsonText') : 'JSON.stringify'
  writer.line(`/** The JSON text of a {@link ${dto.name}}: its declared properties and no others. */`)
  writer.block(`export function stringify${dto.name}(value: ${dto.name}): string {`, () => {
    writer.line(`return ${write}(${sentObject(dto, scope)}(value))`)
  })
  writer.blank()
  writer.line(`/** Sends the JSON text of a {@link ${dto.name}}. */`)
  const parameters = [`c: ${scope.use('TextOutput')}`, `value: ${dto.name}`]
  writer.list(`export function sendJson${dto.name}(`, parameters, '): void {')
  writer.indented(() => writer.line(`${scope.use('sendJsonText')}(c, stringify${dto.name}(value))`))
  writer.line('}')
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
  return scope.function(`plain${object.name}`, key, (name) => {
    const { writer } = scope
    scope.make(object)
    const isExported = scope.shares(object) && sharesPlain(object)
    const before = isExported ? scope.exported(name, `plain${object.name}`) : ''
    writer.line(`/** What JSON has of a {@link ${object.name}}. */`)
    // An object of files only has nothing that JSON could hold.
    const parameter = fields.length === 0 ? '_value' : 'value'
    writer.block(`${before}function ${name}(${parameter}: ${object.name}): object {`, () => {
      if (fields.length === 0) return writer.line('return {}')
      const members = fields.map(({ field, binding }) => {
        const access = propertyAccess('value', field.name)
        const place = placeOf(object.name, field)
        return `${propertyKey(binding.key)}: ${plainMember(field.type, access, mayBeUndefined(field), place, scope)}`
      })
      writer.block('return {', () => writer.lines(members.map((member) => `${member},`)))
    })
  })
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

/** The name of a function that makes the JSON form of one value. */
function plainFunction(type: FieldType, place: Place, scope: ModuleScope): string {
  if (type.kind === 'object') return plainObject(scope.object(type.name), scope)
  if (type.kind === 'class') return scope.use('plainInstance')
  const word = place.field.replace(/[^A-Za-z0-9_$]/g, '_')
  const wanted = `plain${word.charAt(0).toUpperCase()}${word.slice(1)}`
  return scope.function(wanted, `plain ${ownPlace(type, place)} ${describe(type)}`, (name) => {
    const { writer } = scope
    writer.line(`/** What JSON has of one value of \`${nameComment(place.field)}\`. */`)
    const takes = type.kind === 'nullable' ? place.access : `NonNullable<${place.access}>`
    writer.block(`function ${name}(value: ${takes}): unknown {`, () => {
      if (type.kind === 'union') emitUnion(type, scope)
      else if (type.kind === 'byMember') emitByMember(type, place, scope)
      else if (type.kind === 'anyOf') emitAnyOf(type, place, scope)
      else if (type.kind === 'tuple') emitTuple(type, place, scope)
      else writer.line(`return ${plainMember(type, 'value', false, place, scope)}`)
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
