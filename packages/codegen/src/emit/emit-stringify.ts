import { type BoundField, holdsBigints, sentFields, typeHoldsBigints } from '../model/bound-fields.ts'
import { type BodyType, type Field, mayBeUndefined, type ObjectType } from '../model/dto.ts'
import {
  type BranchType,
  type FieldType,
  isPlainJson,
  nonNull,
  type PresentType,
  type RecursiveType,
} from '../model/field-type.ts'
import { isDate, kindOf } from '../model/value-kind.ts'
import {
  bodyPlace,
  describe,
  elementPlace,
  itemPlace,
  namesAt,
  ownPlace,
  type Place,
  placeOf,
  presentAccess,
  recursivePlace,
  valuePlace,
} from './emit-types.ts'
import { emitBranches, memberArguments } from './read/branches.ts'
import { branchPlace, valueChoice } from './read/choice.ts'
import { memberPlace, valueTest } from './read/kind-test.ts'
import { conditionText } from './rules/condition.ts'
import { plainFields, sharesPlain } from './shared-types.ts'
import { literal, propertyAccess, propertyKey } from './text/literal.ts'
import { localNames } from './text/local-names.ts'
import { type ModuleScope, pureMark } from './text/module-scope.ts'

/** Emits the functions that write a DTO as JSON and send it. */
export function emitStringify(dto: ObjectType, scope: ModuleScope): void {
  const isExact = holdsBigints(dto, scope.module)
  writeStringify(dto.name, isExact, sentObject(dto, scope), scope)
}

/** {@link emitStringify} for a whole body. */
export function emitStringifyBody(body: BodyType, scope: ModuleScope): void {
  const { type } = body.value
  const plain = isPlainJson(type) ? '(value) => value' : plainFunction(type, bodyPlace(body), scope)
  writeStringify(body.name, typeHoldsBigints(type, scope.module), plain, scope)
}

function writeStringify(name: string, isExact: boolean, plain: string, scope: ModuleScope): void {
  const { writer } = scope
  const make = scope.use(isExact ? 'exactStringifier' : 'stringifier')
  const text = `export const stringify${name}: ${scope.use('Stringify')}<${name}> =`
  writer.assign(text, `${pureMark}${make}(${plain})`)
  const sends = `export const sendJson${name}: ${scope.use('SendJson')}<${name}> =`
  writer.assign(sends, `${pureMark}${scope.use('jsonSender')}(stringify${name})`)
}

/** Like {@link plainObject}, for a DTO: properties bound only to headers or cookies are not sent. */
function sentObject(dto: ObjectType, scope: ModuleScope): string {
  const fields = sentFields(dto, 'json')
  const isPlain = fields.length === plainFields(dto).length
  return isPlain ? plainObject(dto, scope) : plainFunctionOf(dto, fields, `sent ${dto.name}`, scope)
}

/** The function that copies the declared properties of an object in their JSON form. */
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
    // An object with only files has no JSON members.
    if (fields.length === 0 && object.index === undefined) {
      return writer.block(`${before}function ${name}(_: ${object.name}): object {`, () =>
        writer.line('return {}'),
      )
    }
    // Properties that are not sent must not reappear among the others.
    const own = object.index === undefined ? fields.map(({ field }) => field) : object.fields
    const names = own.map(({ name }) => name)
    const locals = localNames(names, (local) => scope.isTaken(local), noNames)
    const taken = [...locals].map(([property, local]) => memberText(property, local))
    const members = fields.map(({ field, binding }) => {
      const local = locals.get(field.name) ?? field.name
      const place = placeOf(object.name, field)
      return memberText(binding.key, plainMember(field.type, local, mayBeUndefined(field), place, scope))
    })
    const { index } = object
    if (index !== undefined) {
      let others = 'others'
      while ([...locals.values()].includes(others) || scope.isTaken(others)) others += '$'
      taken.push(`...${others}`)
      members.unshift(`...${plainOthers(index, others, object, scope)}`)
    }
    writer.filled(`${before}function ${name}({`, taken, `}: ${object.name}): object {`, ' ')
    writer.indented(() => writer.filled('return {', members, '}', ' '))
    writer.line('}')
  })
}

/** The JSON form of the values under undeclared keys. */
function plainOthers({ type }: Field, others: string, { name }: ObjectType, scope: ModuleScope): string {
  if (isPlainJson(type)) return others
  const plain = plainFunction(type, { field: `${name}Others`, access: `${name}[number]` }, scope)
  return `${scope.use('plainRecord')}(${others}, ${plain})`
}

const noNames: ReadonlySet<string> = new Set()

/** A member of an object literal or a pattern, with the shorthand `name` where key and value match. */
function memberText(key: string, value: string): string {
  return key === value ? key : `${propertyKey(key)}: ${value}`
}

/** The expression for an optional value; JSON.stringify drops `undefined`. */
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

/** Whether the JSON form is the result of a method call on the value. */
function isCalled(type: FieldType): boolean {
  return type.kind === 'list' || isDate(type)
}

/** Whether every value of the type is truthy. */
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
    case 'choice':
    case 'recursive':
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
    case 'recursive':
      return plainRecursive(type, place, scope)
    case 'tuple':
    case 'union':
    case 'byMember':
    case 'choice':
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

function plainRecursive(type: RecursiveType, place: Place, scope: ModuleScope): string {
  const of = scope.recursive(type.name)
  const own = recursivePlace(type, place, scope)
  if (of.kind !== 'record') return plainFunction(of, own, scope)
  return scope.function(namesAt('plain', own), `plain recursive ${type.name}`, (name) => {
    scope.writer.block(`function ${name}(value: ${own.access}): unknown {`, () =>
      scope.writer.line(`return ${plainValue(of, 'value', own, scope)}`),
    )
  })
}

/** The name of a function for a value whose JSON form takes more than an expression. */
function plainPartFunction(
  type: FieldType & { kind: 'tuple' | 'union' | 'byMember' | 'choice' | 'anyOf' },
  place: Place,
  scope: ModuleScope,
): string {
  const key = `plain ${ownPlace(type, place)} ${describe(type)}`
  return scope.function(namesAt('plain', place), key, (name) => {
    scope.writer.block(`function ${name}(value: ${presentAccess(place)}): unknown {`, () => {
      if (type.kind === 'union') emitUnion(type, scope)
      else if (type.kind === 'byMember') emitByMember(type, place, scope)
      else if (type.kind === 'choice') emitChoice(type, place, scope)
      else if (type.kind === 'anyOf') emitAnyOf(type, place, scope)
      else emitTuple(type, place, scope)
    })
  })
}

/** Switches on the string form of the discriminant, since the compiler does not treat enum members as literals. */
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

function emitChoice(type: FieldType & { kind: 'choice' }, place: Place, scope: ModuleScope): void {
  const { writer } = scope
  writer.block(`switch (${scope.use('chosen')}(value, ${valueChoice(type, place.field, scope)})) {`, () => {
    for (const [i, branch] of type.branches.entries()) {
      if (isPlainJson(branch)) continue
      const plain = plainBranchFunction(branch, branchPlace(branch, place, scope), scope)
      writer.line(`case ${i}: return ${scope.use('plainBranch')}(value, ${plain})`)
    }
    writer.line('default: return value')
  })
}

function plainBranchFunction(type: BranchType, place: Place, scope: ModuleScope): string {
  if (type.kind === 'object' || type.kind === 'tuple') return plainFunction(type, place, scope)
  return scope.function(
    namesAt('plain', place, 'Branch'),
    `branch ${place.access} ${describe(type)}`,
    (name) => {
      scope.writer.block(`function ${name}(value: ${place.access}): unknown {`, () =>
        scope.writer.line(`return ${plainMember(type, 'value', false, place, scope)}`),
      )
    },
  )
}

/** The last member needs no test, since all others are excluded. */
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
  // Omitted elements must not become null.
  scope.writer.list('return [', items, type.required < first ? '].slice(0, value.length)' : ']')
}
