import { byKind } from '../../model/by-kind.ts'
import { type BodyType, type Field, mayBeUndefined, type ObjectType } from '../../model/dto.ts'
import {
  type BranchType,
  type FieldType,
  nonNull,
  type PresentType,
  type RecursiveType,
} from '../../model/field-type.ts'
import { isDate } from '../../model/value-kind.ts'
import { planSent, planSentDto, type SentPlan } from '../../plan/sent-plan.ts'
import { sharesPlain } from '../../plan/shared-types.ts'
import { type Code, code, type Item, type Statement } from '../text/code.ts'
import { or } from '../text/condition.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { block } from '../text/statements.ts'
import {
  bodyPlace,
  describe,
  elementPlace,
  itemPlace,
  othersPlace,
  ownPlace,
  type Place,
  placeOf,
  presentAccess,
  recursivePlace,
  valuePlace,
} from '../type-place.ts'
import { type UnionCopies, unionCopy } from './copy-union.ts'
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
} from './sending.ts'

/** The function that copies a whole body. */
export function sentValue(body: BodyType, sending: Sending): Code {
  const { type } = body.value
  // The object of the DTO gives the parameter no type.
  if (isSentAsIs(type)) return code`(value: ${sending.scope.type(body.name)}) => value`
  const place = bodyPlace(body, sending.scope)
  const isInline = type.kind === 'list' || type.kind === 'record' || type.kind === 'nullable'
  return isInline
    ? partFunction(type, namesIn(place, sending), place, sending)
    : namedFunction(type, place, sending)
}

/** The function that copies a DTO. */
export function sentObject(dto: ObjectType, { scope, format }: Sending): Code {
  return objectCopy(planSentDto(dto, format, scope), scope)
}

/** The function that copies the declared properties of a nested object. */
function plainObject(object: ObjectType, { scope, format }: Sending): Code {
  return objectCopy(planSent(object, format, scope), scope)
}

function objectCopy(plan: SentPlan, scope: ModuleScope): Code {
  const { object, format, fields, isWhole, isConverted: isConverting } = plan
  const { from } = object
  const sending = { scope, format }
  if (isWhole && format === 'json' && from !== undefined && sharesPlain(object))
    return scope.useShared(from, `plain${from.name}`)
  const key = `${isWhole ? 'plain' : 'sent'} ${object.name}`
  const name = `plain${formatWord(format)}${object.name}`
  return scope.function([name, `${name}Object`], `${key} ${format}`, (name) => {
    const isExported = format === 'json' && scope.shares(object) && sharesPlain(object)
    const before = isExported ? scope.exported(name, `plain${object.name}`) : code``
    const start = code`${before}function ${name}(value: ${scope.ownType(object.name)}`
    // An object with only files has no JSON members.
    if (fields.length === 0 && object.index === undefined)
      return [block(code`${start}): object {`, [objectCheck(object, scope), code`return {}`])]
    // Properties that are not sent must not reappear among the others.
    const own = object.index === undefined ? fields.map(({ field }) => field) : object.fields
    const names = own.map(({ name }) => name)
    const reserved: ReadonlySet<string> = new Set(isConverting ? ['value', 'to'] : ['value'])
    const locals = scope.locals(names, reserved)
    const taken = [...locals].map(([property, local]) => memberText(property, local))
    const scalars = fields.filter(({ field }) => isScalar(field.type))
    const localOf = ({ name }: Field): Code => locals.get(name) ?? code.word(name)
    const members = fields.map(({ field, binding }) => {
      const place = placeOf(object.name, field, scope)
      const value = plainMember(field.type, localOf(field), mayBeUndefined(field), place, sending)
      return memberText(binding.key, value)
    })
    const { index } = object
    if (index !== undefined) {
      const words = new Set([...locals.values()].map(({ flat }) => flat))
      let others = 'others'
      while (words.has(others) || scope.isTaken(others)) others += '$'
      taken.push(code`...${code.word(others)}`)
      members.unshift(code`...${plainOthers(index, code.word(others), object, sending)}`)
    }
    const form = isConverting ? code`, to: ${scope.use('SentForm')}` : code``
    // A pattern has no comma after its rest.
    const pattern = code.filled(taken, { isOpen: index !== undefined })
    return [
      block(code`${start}${form}): object {`, [
        code`const { ${pattern} } = ${objectCheck(object, scope)}`,
        ...scalarChecks(
          object.name,
          scalars.map(({ field }) => localOf(field)),
          scope,
        ),
        code`return { ${code.filled(members)} }`,
      ]),
    ]
  })
}

/** The call that refuses anything but an object. */
function objectCheck({ name }: ObjectType, scope: ModuleScope): Code {
  return code`${scope.use('sentObject')}(value, ${name})`
}

/** As many scalars as one call checks. */
const scalarsAtOnce = 8

/** Refuses objects under declared scalars. @param of the type that declares them. */
function scalarChecks(of: string, scalars: readonly Code[], scope: ModuleScope): readonly Statement[] {
  return scalars.flatMap((_, i) =>
    i % scalarsAtOnce === 0
      ? [code`${scope.use('sentScalars')}(${code.filled([of, ...scalars.slice(i, i + scalarsAtOnce)])})`]
      : [],
  )
}

/** The values under undeclared keys. */
function plainOthers({ type }: Field, others: Code, object: ObjectType, sending: Sending): Code {
  const place = othersPlace(object, sending.scope)
  return copyCall(recordCopy({ kind: 'record', value: type }, place, sending), others)
}

/** A copy of a record, whose prototype may have a `toJSON`. */
function recordCopy({ value, keys }: FieldType & { kind: 'record' }, place: Place, sending: Sending): Copy {
  const plain = elementFunction(value, place, false, sending)
  const name = sending.scope.use(keys === undefined ? 'plainRecord' : 'plainNumberRecord')
  return { name, others: plain === undefined ? [] : [plain] }
}

/** The expression for an optional value; encoders drop `undefined`. */
function plainMember(type: FieldType, value: Code, optional: boolean, place: Place, sending: Sending): Code {
  if (isSentAsIs(type)) return value
  const isNullable = type.kind === 'nullable'
  const target = nonNull(type)
  const some = plainValue(target, value, place, sending)
  const isDirect = (!optional && !isNullable) || target.kind === 'list' || isScalars(target)
  if (isDirect) return some
  if (isTruthy(target)) return code`${value} && ${some}`
  const isAbsent = or(optional && code`${value} === undefined`, isNullable && code`${value} === null`)
  return typeof isAbsent === 'boolean' ? some : code.either(code`${isAbsent}`, value, some)
}

/** A function that copies a value. */
interface Copy {
  readonly name: Code
  /** Its arguments after the value; without them it stands for itself where a function is wanted. */
  readonly others?: readonly Item[]
}

const copyOf: (type: PresentType, place: Place, sending: Sending) => Copy = byKind({
  list: ({ element, hasHoles }, place, sending) => {
    const { scope } = sending
    if (isScalar(element)) return { name: scope.use('plainScalars') }
    const plain = elementFunction(element, elementPlace(place), hasHoles, sending)
    return { name: scope.use('plainList'), others: plain === undefined ? [] : [plain] }
  },
  record: (type, place, sending) => recordCopy(type, valuePlace(type, place), sending),
  scalar: (type) => ({ name: isDate(type) ? code`to.date` : code`to.integer` }),
  literals: { name: code`to.integer` },
  bytes: { name: code`to.bytes` },
  class: { name: code`to.instance` },
  object: namedCopy,
  tuple: namedCopy,
  recursive: namedCopy,
  union: (type, place, sending) =>
    isScalars(type)
      ? { name: sending.scope.use('sentScalar'), others: [place.shown] }
      : namedCopy(type, place, sending),
  template: notCopied,
  unknown: notCopied,
  file: notCopied,
})

function namedCopy(type: PresentType, place: Place, sending: Sending): Copy {
  const name = namedFunction(type, place, sending)
  return isConverted(type, sending) ? { name, others: [code`to`] } : { name }
}

function notCopied({ kind }: PresentType): never {
  throw new Error(`${kind} is not copied`)
}

function copyCall({ name, others = [] }: Copy, value: Code): Code {
  return code`${name}(${[value, ...others]})`
}

function plainValue(type: PresentType, value: Code, place: Place, sending: Sending): Code {
  return copyCall(copyOf(type, place, sending), value)
}

/** The function for the elements of a list that are copied; JSON.stringify writes `null` for `undefined`. */
function elementFunction(
  type: FieldType,
  place: Place,
  mayBeUndefined: boolean | undefined,
  sending: Sending,
): Code | undefined {
  if (isScalar(type)) return sending.scope.use('plainScalar')
  if (isSentAsIs(type)) return undefined
  return mayBeUndefined
    ? code`(value) => ${plainMember(type, code`value`, true, place, sending)}`
    : plainFunction(type, place, sending)
}

/** The expression for a function of one value. */
function plainFunction(type: FieldType, place: Place, sending: Sending): Code {
  if (type.kind === 'nullable')
    return code`(value) => ${plainMember(type, code`value`, false, place, sending)}`
  const copy = copyOf(type, place, sending)
  return copy.others === undefined ? copy.name : code`(value) => ${copyCall(copy, code`value`)}`
}

/** The name of the function for a type that has one. */
function namedFunction(type: FieldType, place: Place, sending: Sending): Code {
  if (type.kind === 'object') return plainObject(sending.scope.object(type.name), sending)
  if (type.kind === 'recursive') return plainRecursive(type, place, sending)
  return partFunction(type, namesIn(place, sending), place, sending)
}

function plainRecursive(type: RecursiveType, place: Place, sending: Sending): Code {
  const { scope } = sending
  const of = scope.recursive(type.name)
  const own = recursivePlace(type, place, scope)
  if (of.kind !== 'record' && of.kind !== 'list') return namedFunction(of, own, sending)
  return partFunction(of, namesIn(own, sending), own, sending)
}

/** The name of a function for a value that takes more than an expression. */
function partFunction(type: FieldType, names: readonly string[], place: Place, sending: Sending): Code {
  const { scope, format } = sending
  const key = `plain ${format} ${ownPlace(type, place)} ${describe(type)}`
  return scope.function(names, key, (name) => {
    const form = isConverted(type, sending) ? [code`to: ${scope.use('SentForm')}`] : []
    const parameters = [code`value: ${presentAccess(place)}`, ...form]
    return [block(code`function ${name}(${parameters}): unknown {`, partCopy(type, place, sending))]
  })
}

function partCopy(type: FieldType, place: Place, sending: Sending): readonly Statement[] {
  if (type.kind === 'union') return unionCopy(type, place, unionCopies(sending), sending.scope)
  if (type.kind === 'tuple') return tupleCopy(type, place, sending)
  return [code`return ${plainMember(type, code`value`, false, place, sending)}`]
}

/** The call for a value whose type is known by its members. */
function branchCall(type: FieldType, plain: Code, sending: Sending): Code {
  const form = isConverted(type, sending) ? [code`to`] : []
  return code`${sending.scope.use('plainBranch')}(${[code`value`, plain, ...form]})`
}

function unionCopies(sending: Sending): UnionCopies {
  return {
    object: (type) => branchCall(type, plainObject(sending.scope.object(type.name), sending), sending),
    branch: (type, place) => branchCall(type, branchFunction(type, place, sending), sending),
    member: (type, place) => plainMember(type, code`value`, false, place, sending),
  }
}

function branchFunction(type: BranchType, place: Place, sending: Sending): Code {
  if (type.kind === 'object' || type.kind === 'tuple') return namedFunction(type, place, sending)
  return partFunction(type, namesIn(place, sending, 'Branch'), place, sending)
}

function tupleCopy(
  type: FieldType & { kind: 'tuple' },
  place: Place,
  sending: Sending,
): readonly Statement[] {
  const { scope } = sending
  const { shown } = place
  const scalars = type.elements.flatMap((element, i) => (isScalar(element) ? [code`value[${i}]`] : []))
  const statements: Statement[] = [
    code`${scope.use('sentList')}(${[code`value`, shown]})`,
    ...scalarChecks(shown, scalars, scope),
  ]
  const first = type.elements.length
  const mayBeUndefined = (i: number): boolean => i >= type.required || type.holes?.includes(i) === true
  const items = type.elements.map((element, i) =>
    plainMember(element, code`value[${i}]`, mayBeUndefined(i), itemPlace(place, i), sending),
  )
  if (type.rest !== undefined) {
    const skipped = Array.from({ length: first }, () => code``)
    statements.push(code`const [${code.joined([...skipped, code`...rest`])}] = value`)
    const plain = elementFunction(type.rest, itemPlace(place, first), type.holes?.includes(first), sending)
    items.push(plain === undefined ? code`...rest` : code`...rest.map(${[plain]})`)
  }
  // Omitted elements must not become null.
  const end = type.required < first ? code`.slice(0, value.length)` : code``
  return [...statements, code`return [${items}]${end}`]
}
