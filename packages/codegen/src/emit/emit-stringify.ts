import type { BoundField } from '../model/bound-fields.ts'
import { holdsBigints, typeHoldsBigints } from '../model/bound-fields.ts'
import { byKind } from '../model/by-kind.ts'
import { type BodyType, type Field, mayBeUndefined, type ObjectType } from '../model/dto.ts'
import {
  type BranchType,
  type FieldType,
  type FitUnion,
  isKindUnion,
  type KindUnion,
  kindTypes,
  type LiteralUnion,
  type MemberUnion,
  nonNull,
  type ObjectReference,
  type PresentType,
  type RecursiveType,
  type UnionType,
} from '../model/field-type.ts'
import {
  hasOwnNames,
  holdsConverted,
  otherFormatsOf,
  type SentFormat,
  sentFields,
  sentMembers,
  sentTypes,
} from '../model/sent-fields.ts'
import { isPlainJson } from '../model/type-parts.ts'
import { isDate, kindOf } from '../model/value-kind.ts'
import { sourceWords } from '../plan/words.ts'
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
import { sharesPlain } from './shared-types.ts'
import { namedDto, writeExported } from './text/exported.ts'
import { literal, propertyAccess, propertyKey } from './text/literal.ts'
import { localNames } from './text/local-names.ts'
import { type ModuleScope, pureMark } from './text/module-scope.ts'

/** A generated file, and the format that its functions copy values for. */
interface Sending {
  readonly scope: ModuleScope
  readonly format: SentFormat
}

/** Emits the functions that write a DTO as JSON and send it. */
export function emitStringify(dto: ObjectType, scope: ModuleScope): void {
  writeStringify(dto.name, holdsBigints(dto, scope.module), sentObject(dto, { scope, format: 'json' }), scope)
}

/** {@link emitStringify} for a whole body. */
export function emitStringifyBody(body: BodyType, scope: ModuleScope): void {
  const isExact = typeHoldsBigints(body.value.type, scope.module)
  writeStringify(body.name, isExact, sentValue(body, { scope, format: 'json' }), scope)
}

/** Emits the members of a DTO's object that send a value. */
export function emitSendingMembers(dto: ObjectType | BodyType, scope: ModuleScope): void {
  scope.writer.lines([`stringify: stringify${dto.name},`, ...otherPlains(dto, scope).map((one) => `${one},`)])
}

/** Emits the object of a DTO that is only sent. */
export function emitSentDto(dto: ObjectType | BodyType, shape: string, scope: ModuleScope): void {
  const others = otherPlains(dto, scope)
  const items = [namedDto(dto, scope), `stringify${dto.name}`, shape]
  if (others.length > 0) items.push(`{ ${others.join(', ')} }`)
  const declared = `${dto.name}: ${scope.use('SentDto')}<${dto.name}>`
  writeExported(declared, scope.use('sentDto'), items, scope)
}

/** The functions that copy a value for the formats with names of their own, as members of an object. */
function otherPlains(dto: ObjectType | BodyType, scope: ModuleScope): readonly string[] {
  return otherFormatsOf(dto, scope.module).map((format) => {
    const sending = { scope, format }
    const copy = 'value' in dto ? sentValue(dto, sending) : sentObject(dto, sending)
    return memberText(`plain${formatWord(format)}`, copy)
  })
}

function writeStringify(name: string, isExact: boolean, plain: string, scope: ModuleScope): void {
  const { writer } = scope
  const make = scope.use(isExact ? 'exactStringifier' : 'stringifier')
  const text = `export const stringify${name}: ${scope.use('Stringify')}<${name}> =`
  writer.assign(text, `${pureMark}${make}(${plain})`)
  const sends = `export const sendJson${name}: ${scope.use('SendJson')}<${name}> =`
  writer.assign(sends, `${pureMark}${scope.use('jsonSender')}(stringify${name})`)
}

function sentValue(body: BodyType, sending: Sending): string {
  const { type } = body.value
  // The object of the DTO gives the parameter no type.
  if (isSentAsIs(type)) return `(value: ${body.name}) => value`
  const place = bodyPlace(body)
  const isInline = type.kind === 'list' || type.kind === 'record' || type.kind === 'nullable'
  return isInline
    ? partFunction(type, namesIn(place, sending), place, sending)
    : namedFunction(type, place, sending)
}

/** Like {@link plainObject}, for a DTO: properties bound only to headers or cookies are not sent. */
function sentObject(dto: ObjectType, sending: Sending): string {
  const { format } = sending
  const fields = sentFields(dto, format)
  const isPlain = fields.length === sentMembers(dto, format).length
  return isPlain ? plainObject(dto, sending) : plainFunctionOf(dto, fields, `sent ${dto.name}`, sending)
}

/** The function that copies the declared properties of an object in the form of a format. */
function plainObject(object: ObjectType, sending: Sending): string {
  const { scope, format } = sending
  const { from } = object
  const { module } = scope
  const types = sentTypes(object, sentMembers(object, 'json'))
  const isSame = !hasOwnNames({ types, module }, (one) => sentMembers(object, one), format)
  if (isSame && from !== undefined && sharesPlain(object)) return scope.useShared(from, `plain${from.name}`)
  const own: Sending = isSame ? { scope, format: 'json' } : sending
  return plainFunctionOf(object, sentMembers(object, own.format), `plain ${object.name}`, own)
}

function plainFunctionOf(
  object: ObjectType,
  fields: readonly BoundField[],
  key: string,
  sending: Sending,
): string {
  const { scope, format } = sending
  const name = `plain${formatWord(format)}${object.name}`
  return scope.function([name, `${name}Object`], `${key} ${format}`, (name) => {
    const { writer } = scope
    scope.make(object)
    const isExported = format === 'json' && scope.shares(object) && sharesPlain(object)
    const before = isExported ? scope.exported(name, `plain${object.name}`) : ''
    // An object with only files has no JSON members.
    if (fields.length === 0 && object.index === undefined) {
      return writer.block(`${before}function ${name}(value: ${object.name}): object {`, () =>
        writer.lines([objectCheck(object, scope), 'return {}']),
      )
    }
    const isConverting = holdsConverted({ types: sentTypes(object, fields), module: scope.module }, format)
    // Properties that are not sent must not reappear among the others.
    const own = object.index === undefined ? fields.map(({ field }) => field) : object.fields
    const names = own.map(({ name }) => name)
    const reserved: ReadonlySet<string> = new Set(isConverting ? ['value', 'to'] : ['value'])
    const locals = localNames(names, (local) => scope.isTaken(local), reserved)
    const taken = [...locals].map(([property, local]) => memberText(property, local))
    const scalars = fields.filter(({ field }) => isScalar(field.type))
    const localOf = ({ name }: Field): string => locals.get(name) ?? name
    const members = fields.map(({ field, binding }) => {
      const local = localOf(field)
      const place = placeOf(object.name, field)
      return memberText(binding.key, plainMember(field.type, local, mayBeUndefined(field), place, sending))
    })
    const { index } = object
    if (index !== undefined) {
      let others = 'others'
      while ([...locals.values()].includes(others) || scope.isTaken(others)) others += '$'
      taken.push(`...${others}`)
      members.unshift(`...${plainOthers(index, others, object, sending)}`)
    }
    const form = isConverting ? `, to: ${scope.use('SentForm')}` : ''
    writer.block(`${before}function ${name}(value: ${object.name}${form}): object {`, () => {
      writer.filled('const {', taken, `} = ${objectCheck(object, scope)}`, ' ')
      emitScalarChecks(
        literal(object.name),
        scalars.map(({ field }) => localOf(field)),
        scope,
      )
      writer.filled('return {', members, '}', ' ')
    })
  })
}

/** The call that refuses anything but an object. */
function objectCheck({ name }: ObjectType, scope: ModuleScope): string {
  return `${scope.use('sentObject')}(value, ${literal(name)})`
}

/** As many scalars as one call checks. */
const scalarsAtOnce = 8

/** Refuses objects under declared scalars. @param of the literal of the type that declares them. */
function emitScalarChecks(of: string, scalars: readonly string[], scope: ModuleScope): void {
  for (let i = 0; i < scalars.length; i += scalarsAtOnce)
    scope.writer.filled(`${scope.use('sentScalars')}(`, [of, ...scalars.slice(i, i + scalarsAtOnce)], ')')
}

/** The values under undeclared keys. */
function plainOthers({ type }: Field, others: string, { name }: ObjectType, sending: Sending): string {
  const place = { field: `${name}Others`, access: `${name}[number]`, isPresent: false }
  return copyCall(recordCopy({ kind: 'record', value: type }, place, sending), others)
}

/** A copy of a record, whose prototype may have a `toJSON`. */
function recordCopy({ value, keys }: FieldType & { kind: 'record' }, place: Place, sending: Sending): Copy {
  const plain = elementFunction(value, place, false, sending)
  const name = sending.scope.use(keys === undefined ? 'plainRecord' : 'plainNumberRecord')
  return { name, others: plain === undefined ? [] : [plain] }
}

/** A member of an object literal or a pattern, with the shorthand `name` where key and value match. */
function memberText(key: string, value: string): string {
  return key === value ? key : `${propertyKey(key)}: ${value}`
}

/** The expression for an optional value; encoders drop `undefined`. */
function plainMember(
  type: FieldType,
  value: string,
  optional: boolean,
  place: Place,
  sending: Sending,
): string {
  if (isSentAsIs(type)) return value
  const isNullable = type.kind === 'nullable'
  const target = nonNull(type)
  const isDirect = (!optional && !isNullable) || target.kind === 'list' || isScalars(target)
  if (isDirect) return plainValue(target, value, place, sending)
  const some = plainValue(target, value, place, sending)
  if (isTruthy(target)) return `${value} && ${some}`
  const tests = [optional ? `${value} === undefined` : '', isNullable ? `${value} === null` : '']
  return `${tests.filter((one) => one !== '').join(' || ')} ? ${value} : ${some}`
}

/** Whether every format takes a value unchanged: a scalar, or anything. Lists and records are copied, without `toJSON`. */
function isSentAsIs(type: FieldType): boolean {
  if (type.kind === 'nullable') return isSentAsIs(type.of)
  return ['scalar', 'literals', 'template', 'unknown'].includes(type.kind) && isPlainJson(type)
}

/** Whether every value of the type is null or no object, and every format takes it unchanged. */
function isScalar(type: FieldType): boolean {
  return isSentAsIs(type) && nonNull(type).kind !== 'unknown'
}

/** `string | number` */
function isScalars(type: FieldType): type is KindUnion {
  return isKindUnion(type) && kindTypes(type).every(isScalar)
}

/** Whether every value of the type is truthy. */
function isTruthy(type: FieldType): boolean {
  return isDate(type) || !(isKindUnion(type) || type.kind === 'scalar' || type.kind === 'literals')
}

/** A function that copies a value. */
interface Copy {
  readonly name: string
  /** Its arguments after the value; without them it stands for itself where a function is wanted. */
  readonly others?: readonly string[]
}

const copyOf: (type: PresentType, place: Place, sending: Sending) => Copy = byKind({
  list: ({ element, hasHoles }, place, sending) => {
    const { scope } = sending
    if (isScalar(element)) return { name: scope.use('plainScalars') }
    const plain = elementFunction(element, elementPlace(place), hasHoles, sending)
    return { name: scope.use('plainList'), others: plain === undefined ? [] : [plain] }
  },
  record: (type, place, sending) => recordCopy(type, valuePlace(type, place), sending),
  scalar: (type) => ({ name: isDate(type) ? 'to.date' : 'to.integer' }),
  literals: { name: 'to.integer' },
  bytes: { name: 'to.bytes' },
  class: { name: 'to.instance' },
  object: namedCopy,
  tuple: namedCopy,
  recursive: namedCopy,
  union: (type, place, sending) =>
    isScalars(type)
      ? { name: sending.scope.use('sentScalar'), others: [typeText(place)] }
      : namedCopy(type, place, sending),
  template: notCopied,
  unknown: notCopied,
  file: notCopied,
})

function namedCopy(type: PresentType, place: Place, sending: Sending): Copy {
  const name = namedFunction(type, place, sending)
  return isConverted(type, sending) ? { name, others: ['to'] } : { name }
}

function notCopied({ kind }: PresentType): never {
  throw new Error(`${kind} is not copied`)
}

function copyCall({ name, others = [] }: Copy, value: string): string {
  return `${name}(${[value, ...others].join(', ')})`
}

function plainValue(type: PresentType, value: string, place: Place, sending: Sending): string {
  return copyCall(copyOf(type, place, sending), value)
}

/** The type of a union or a tuple for the log: `Order.items[number]`. */
function typeText({ shown, access }: Place): string {
  return literal((shown ?? access).replaceAll(/\['([\w$]+)'\]/g, '.$1'))
}

/** The function for the elements of a list that are copied; JSON.stringify writes `null` for `undefined`. */
function elementFunction(
  type: FieldType,
  place: Place,
  mayBeUndefined: boolean | undefined,
  sending: Sending,
): string | undefined {
  if (isScalar(type)) return sending.scope.use('plainScalar')
  if (isSentAsIs(type)) return undefined
  return mayBeUndefined
    ? `(value) => ${plainMember(type, 'value', true, place, sending)}`
    : plainFunction(type, place, sending)
}

/** The expression for a function of one value. */
function plainFunction(type: FieldType, place: Place, sending: Sending): string {
  if (type.kind === 'nullable') return `(value) => ${plainMember(type, 'value', false, place, sending)}`
  const copy = copyOf(type, place, sending)
  return copy.others === undefined ? copy.name : `(value) => ${copyCall(copy, 'value')}`
}

/** Whether the copy of a value depends on the form. */
function isConverted(type: FieldType, { scope, format }: Sending): boolean {
  return holdsConverted({ types: [type], module: scope.module }, format)
}

/** The name of the function for a type that has one. */
function namedFunction(type: FieldType, place: Place, sending: Sending): string {
  if (type.kind === 'object') return plainObject(sending.scope.object(type.name), sending)
  if (type.kind === 'recursive') return plainRecursive(type, place, sending)
  return partFunction(type, namesIn(place, sending), place, sending)
}

function plainRecursive(type: RecursiveType, place: Place, sending: Sending): string {
  const { scope } = sending
  const of = scope.recursive(type.name)
  const own = recursivePlace(type, place, scope)
  if (of.kind !== 'record' && of.kind !== 'list') return namedFunction(of, own, sending)
  return partFunction(of, namesIn(own, sending), own, sending)
}

/** The name of a function for a value that takes more than an expression. */
function partFunction(type: FieldType, names: readonly string[], place: Place, sending: Sending): string {
  const { scope, format } = sending
  const key = `plain ${format} ${ownPlace(type, place)} ${describe(type)}`
  return scope.function(names, key, (name) => {
    const form = isConverted(type, sending) ? `, to: ${scope.use('SentForm')}` : ''
    scope.writer.block(`function ${name}(value: ${presentAccess(place)}${form}): unknown {`, () => {
      if (type.kind === 'union') emitUnion(type, place, sending)
      else if (type.kind === 'tuple') emitTuple(type, place, sending)
      else scope.writer.line(`return ${plainMember(type, 'value', false, place, sending)}`)
    })
  })
}

function namesIn(place: Place, { format }: Sending, after = ''): readonly string[] {
  return namesAt(`plain${formatWord(format)}`, place, after)
}

function formatWord(format: SentFormat): string {
  return format === 'json' ? '' : sourceWords[format][0]
}

/** The call for a value whose type is known by its members. */
function branchCall(type: FieldType, plain: string, sending: Sending): string {
  return `${sending.scope.use('plainBranch')}(value, ${plain}${isConverted(type, sending) ? ', to' : ''})`
}

function objectCall(type: ObjectReference, sending: Sending): string {
  return branchCall(type, plainObject(sending.scope.object(type.name), sending), sending)
}

function emitUnion(type: UnionType, place: Place, sending: Sending): void {
  if (type.tag === 'literal') emitByLiteral(type, place, sending)
  else if (type.tag === 'member') emitByMember(type, place, sending)
  else if (type.tag === 'kind') emitByKind(type, place, sending)
  else emitByFit(type, place, sending)
}

/** Switches on the string form of the discriminant, since the compiler does not treat enum members as literals. */
function emitByLiteral(type: LiteralUnion, place: Place, sending: Sending): void {
  const { scope } = sending
  const { writer } = scope
  const others = furtherTags(type, scope)
  const refusal = unsentCall(place, [type.member, ...others], scope)
  writer.block(`switch (${scope.use('tagOf')}(${propertyAccess('value', type.member)})) {`, () => {
    for (const { values, type: of } of type.branches) {
      for (const value of values.slice(0, -1)) writer.line(`case ${literal(String(value))}:`)
      const last = literal(String(values.at(-1) ?? ''))
      const call = objectCall(of, sending)
      const tests = others.map((name) => tagTest(name, scope.object(of.name), scope))
      if (tests.length === 0) writer.line(`case ${last}: return ${call}`)
      else writer.line(`case ${last}: return ${tests.join(' && ')} ? ${call} : ${refusal}`)
    }
    writer.line(`default: return ${refusal}`)
  })
}

/** The further members by which the objects of a union differ in a literal. */
function furtherTags({ branches, member }: LiteralUnion, scope: ModuleScope): readonly string[] {
  const objects = branches.map(({ type }) => scope.object(type.name))
  const names = objects[0]?.fields.map(({ name }) => name) ?? []
  return names.filter((name) => {
    const texts = objects.flatMap((object) => [...new Set(tagTexts(name, object))])
    const isInAll = objects.every((object) => tagTexts(name, object).length > 0)
    return name !== member && isInAll && new Set(texts).size === texts.length
  })
}

/** The literals of a required member, as text; none for another type. */
function tagTexts(name: string, { fields }: ObjectType): readonly string[] {
  const field = fields.find((one) => one.name === name)
  if (field?.type.kind !== 'literals' || mayBeUndefined(field)) return []
  return field.type.values.map(String)
}

function tagTest(name: string, object: ObjectType, scope: ModuleScope): string {
  const tag = `${scope.use('tagOf')}(${propertyAccess('value', name)})`
  const tests = tagTexts(name, object).map((text) => `${tag} === ${literal(text)}`)
  return tests.length === 1 ? String(tests[0]) : `(${tests.join(' || ')})`
}

function emitByMember(type: MemberUnion, place: Place, sending: Sending): void {
  const { scope } = sending
  const members = memberArguments(type, place.field, 'own', scope)
  const asked = `${scope.use('sentMember')}(value, ${[members, ...openArguments(type, place, scope)].join(', ')})`
  const otherwise = unsentCall(place, [], scope)
  emitBranches(asked, type, 'own', (one) => objectCall(one, sending), otherwise, scope)
}

/** For the object without a distinguishing member: the members that any object declares, and whether it needs none. */
function openArguments({ branches }: MemberUnion, place: Place, scope: ModuleScope): readonly string[] {
  const open = branches.find(({ member }) => member === undefined)
  const objects = branches.map(({ type }) => scope.object(type.name))
  if (open === undefined || objects.some(({ index }) => index !== undefined)) return []
  const names = new Set(objects.flatMap(({ fields }) => fields.map(({ name }) => name)))
  const words = namesAt('declaredIn', place)
  const declared = scope.constant(words, { kind: 'list', items: [...names].map(literal) })
  return [declared, String(scope.object(open.type.name).fields.every(mayBeUndefined))]
}

function emitByFit(type: FitUnion, place: Place, sending: Sending): void {
  const { scope } = sending
  const { writer } = scope
  writer.block(
    `switch (${scope.use('sentBranch')}(value, ${valueChoice(type, place.field, scope)})) {`,
    () => {
      for (const [i, branch] of type.branches.entries()) {
        const plain = branchFunction(branch.type, branchPlace(branch, place, scope), sending)
        writer.line(`case ${i}: return ${branchCall(branch.type, plain, sending)}`)
      }
      writer.line(`default: return ${unsentCall(place, literalMembers(type, scope), scope)}`)
    },
  )
}

/** The members of a union's objects that are literals. */
function literalMembers({ branches }: FitUnion, scope: ModuleScope): readonly string[] {
  const fields = branches.flatMap(({ type }) =>
    type.kind === 'object' ? scope.object(type.name).fields : [],
  )
  const tags = fields.filter(({ type }) => nonNull(type).kind === 'literals')
  return [...new Set(tags.map(({ name }) => name))]
}

/** The call for a value that no branch of a union takes. */
function unsentCall(place: Place, tags: readonly string[], scope: ModuleScope): string {
  const items = ['value', typeText(place)]
  if (tags.length > 0) items.push(`[${tags.map(literal).join(', ')}]`)
  return `${scope.use('unsent')}(${items.join(', ')})`
}

function branchFunction(type: BranchType, place: Place, sending: Sending): string {
  if (type.kind === 'object' || type.kind === 'tuple') return namedFunction(type, place, sending)
  return partFunction(type, namesIn(place, sending, 'Branch'), place, sending)
}

/** The last member needs no narrowing, since all others are excluded. */
function emitByKind(type: KindUnion, place: Place, sending: Sending): void {
  const { scope } = sending
  const members = kindTypes(type)
  const isLast = (member: PresentType): boolean => kindOf(member) === 'object' || member.kind === 'class'
  const last = members.find(isLast) ?? members.at(-1)
  const plainOf = (member: PresentType): string =>
    plainMember(member, 'value', false, memberPlace(place, member), sending)
  for (const member of members.filter((one) => one !== last)) {
    scope.writer.line(
      `if (${conditionText(valueTest(member, [], 'value', scope))}) return ${plainOf(member)}`,
    )
  }
  if (last === undefined) return
  const test = lastTest(last, scope)
  scope.writer.line(`${test === undefined ? '' : `if (${test}) `}return ${plainOf(last)}`)
  if (test !== undefined) scope.writer.line(`return ${unsentCall(place, [], scope)}`)
}

/** The test that keeps an object from being sent as the last member; the form of a class has its own. */
function lastTest(last: PresentType, scope: ModuleScope): string | undefined {
  if (last.kind === 'class') return undefined
  if (kindOf(last) === 'array') return `${scope.use('isList')}(value)`
  const isInstance = last.kind === 'unknown' || last.kind === 'bytes' || isDate(last)
  if (kindOf(last) === 'object' && !isInstance)
    return `typeof value === 'object' && !${scope.use('isList')}(value)`
  return isInstance ? "typeof value === 'object'" : "typeof value !== 'object' && typeof value !== 'function'"
}

function emitTuple(type: FieldType & { kind: 'tuple' }, place: Place, sending: Sending): void {
  const { scope } = sending
  const of = typeText(place)
  scope.writer.line(`${scope.use('sentList')}(value, ${of})`)
  const scalars = type.elements.flatMap((element, i) => (isScalar(element) ? [`value[${i}]`] : []))
  emitScalarChecks(of, scalars, scope)
  const first = type.elements.length
  const mayBeUndefined = (i: number): boolean => i >= type.required || type.holes?.includes(i) === true
  const items = type.elements.map((element, i) =>
    plainMember(element, `value[${i}]`, mayBeUndefined(i), itemPlace(place, i), sending),
  )
  if (type.rest !== undefined) {
    scope.writer.line(`const [${', '.repeat(first)}...rest] = value`)
    const plain = elementFunction(type.rest, itemPlace(place, first), type.holes?.includes(first), sending)
    items.push(plain === undefined ? '...rest' : `...rest.map(${plain})`)
  }
  // Omitted elements must not become null.
  scope.writer.list('return [', items, type.required < first ? '].slice(0, value.length)' : ']')
}
