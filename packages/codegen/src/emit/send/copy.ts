import type { BoundField } from '../../model/bound-fields.ts'
import { byKind } from '../../model/by-kind.ts'
import { type BodyType, type Field, mayBeUndefined, type ObjectType } from '../../model/dto.ts'
import {
  type BranchType,
  type FieldType,
  nonNull,
  type PresentType,
  type RecursiveType,
} from '../../model/field-type.ts'
import { hasOwnNames, holdsConverted, sentFields, sentMembers, sentTypes } from '../../model/sent-fields.ts'
import { isDate } from '../../model/value-kind.ts'
import {
  bodyPlace,
  describe,
  elementPlace,
  itemPlace,
  ownPlace,
  type Place,
  placeOf,
  presentAccess,
  recursivePlace,
  valuePlace,
} from '../emit-types.ts'
import { sharesPlain } from '../shared-types.ts'
import { literal } from '../text/literal.ts'
import { localNames } from '../text/local-names.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { emitUnionCopy, type UnionCopies } from './copy-union.ts'
import {
  formatWord,
  isConverted,
  isScalar,
  isScalars,
  isSentAsIs,
  isTruthy,
  memberText,
  namesIn,
  type Sending,
  typeText,
} from './sending.ts'

/** The function that copies a whole body. */
export function sentValue(body: BodyType, sending: Sending): string {
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
export function sentObject(dto: ObjectType, sending: Sending): string {
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
    const { writer } = scope
    const form = isConverted(type, sending) ? [`to: ${scope.use('SentForm')}`] : []
    writer.list(`function ${name}(`, [`value: ${presentAccess(place)}`, ...form], '): unknown {')
    writer.indented(() => {
      if (type.kind === 'union') emitUnionCopy(type, place, unionCopies(sending), scope)
      else if (type.kind === 'tuple') emitTuple(type, place, sending)
      else writer.line(`return ${plainMember(type, 'value', false, place, sending)}`)
    })
    writer.line('}')
  })
}

/** The call for a value whose type is known by its members. */
function branchCall(type: FieldType, plain: string, sending: Sending): string {
  return `${sending.scope.use('plainBranch')}(value, ${plain}${isConverted(type, sending) ? ', to' : ''})`
}

function unionCopies(sending: Sending): UnionCopies {
  return {
    object: (type) => branchCall(type, plainObject(sending.scope.object(type.name), sending), sending),
    branch: (type, place) => branchCall(type, branchFunction(type, place, sending), sending),
    member: (type, place) => plainMember(type, 'value', false, place, sending),
  }
}

function branchFunction(type: BranchType, place: Place, sending: Sending): string {
  if (type.kind === 'object' || type.kind === 'tuple') return namedFunction(type, place, sending)
  return partFunction(type, namesIn(place, sending, 'Branch'), place, sending)
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
