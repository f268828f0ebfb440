import { mayBeUndefined, type ObjectType } from '../../model/dto.ts'
import {
  type BranchType,
  type FitUnion,
  type KindUnion,
  kindTypes,
  type LiteralUnion,
  type MemberUnion,
  nonNull,
  type ObjectReference,
  type PresentType,
  type UnionType,
} from '../../model/field-type.ts'
import { isDate, kindOf } from '../../model/value-kind.ts'
import { branchSwitch, memberArguments, memberCases } from '../read/branches.ts'
import { branchPlace, valueChoice } from '../read/choice.ts'
import { memberPlace, valueTest } from '../read/kind-test.ts'
import { type Code, code, type Item, type Statement } from '../text/code.ts'
import { and, type Condition, or } from '../text/condition.ts'
import { listConstant } from '../text/exported.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { when } from '../text/statements.ts'
import { namesAt, type Place } from '../type-place.ts'

/** The copies of the branches of a union. */
export interface UnionCopies {
  /** The call that copies an object. */
  readonly object: (type: ObjectReference) => Code
  /** The call that copies a branch at a place. */
  readonly branch: (type: BranchType, place: Place) => Code
  /** The expression for a value of a kind. */
  readonly member: (type: PresentType, place: Place) => Code
}

/** The body of a function that copies a union. */
export function unionCopy(
  type: UnionType,
  place: Place,
  copies: UnionCopies,
  scope: ModuleScope,
): readonly Statement[] {
  if (type.tag === 'literal') return [literalSwitch(type, place, copies, scope)]
  if (type.tag === 'member') return [memberSwitch(type, place, copies, scope)]
  return type.tag === 'kind'
    ? kindStatements(type, place, copies, scope)
    : [fitSwitch(type, place, copies, scope)]
}

/** Switches on the string form of the discriminant, since the compiler does not treat enum members as literals. */
function literalSwitch(type: LiteralUnion, place: Place, copies: UnionCopies, scope: ModuleScope): Statement {
  const others = furtherTags(type, scope)
  const refusal = unsentCall(place, [type.member, ...others], scope)
  const cases = type.branches.map(({ values, type: of }) => {
    const call = copies.object(of)
    const isOfBranch = and(...others.map((name) => tagTest(name, scope.object(of.name), scope)))
    const result = typeof isOfBranch === 'boolean' ? call : code.either(code`${isOfBranch}`, call, refusal)
    return [values.map(String), result] as const
  })
  return branchSwitch(tagOf(type.member, scope), cases, refusal)
}

function tagOf(member: string, scope: ModuleScope): Code {
  return code`${scope.use('tagOf')}(${code.member(code`value`, member)})`
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

function tagTest(name: string, object: ObjectType, scope: ModuleScope): Condition {
  const tag = tagOf(name, scope)
  return or(...tagTexts(name, object).map((text) => code`${tag} === ${text}`))
}

function memberSwitch(type: MemberUnion, place: Place, copies: UnionCopies, scope: ModuleScope): Statement {
  const members = memberArguments(type, place.field, 'own', scope)
  const asked = [code`value`, ...members, ...openArguments(type, place, scope)]
  const otherwise = unsentCall(place, [], scope)
  const cases = memberCases(type, 'own', copies.object, scope)
  return branchSwitch(code`${scope.use('sentMember')}(${asked})`, cases, otherwise)
}

/** For the object without a distinguishing member: the members that any object declares, and whether it needs none. */
function openArguments({ branches }: MemberUnion, place: Place, scope: ModuleScope): readonly Item[] {
  const open = branches.find(({ member }) => member === undefined)
  const objects = branches.map(({ type }) => scope.object(type.name))
  if (open === undefined || objects.some(({ index }) => index !== undefined)) return []
  const names = new Set(objects.flatMap(({ fields }) => fields.map(({ name }) => name)))
  const declared = listConstant(namesAt('declaredIn', place), [...names], scope)
  return [declared, scope.object(open.type.name).fields.every(mayBeUndefined)]
}

function fitSwitch(type: FitUnion, place: Place, copies: UnionCopies, scope: ModuleScope): Statement {
  const asked = [code`value`, valueChoice(type, place.field, scope)]
  const cases = type.branches.map((branch, i) => {
    return [[i], copies.branch(branch.type, branchPlace(branch, place, scope))] as const
  })
  const refusal = unsentCall(place, literalMembers(type, scope), scope)
  return branchSwitch(code`${scope.use('sentBranch')}(${asked})`, cases, refusal)
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
function unsentCall({ shown }: Place, tags: readonly string[], scope: ModuleScope): Code {
  return code`${scope.use('unsent')}(${[code`value`, shown, ...(tags.length > 0 ? [code`[${tags}]`] : [])]})`
}

/** The last member needs no narrowing, since all others are excluded. */
function kindStatements(
  type: KindUnion,
  place: Place,
  copies: UnionCopies,
  scope: ModuleScope,
): readonly Statement[] {
  const members = kindTypes(type)
  const isLast = (member: PresentType): boolean => kindOf(member) === 'object' || member.kind === 'class'
  const last = members.find(isLast) ?? members.at(-1)
  const result = (member: PresentType): Code =>
    code`return ${copies.member(member, memberPlace(place, member))}`
  const others = members
    .filter((one) => one !== last)
    .flatMap((member) => when(valueTest(member, [], code`value`, scope), [result(member)]))
  if (last === undefined) return others
  const test = lastTest(last, scope)
  if (test === true) return [...others, result(last)]
  return [...others, ...when(test, [result(last)]), code`return ${unsentCall(place, [], scope)}`]
}

/** The test that keeps an object from being sent as the last member; the form of a class has its own. */
function lastTest(last: PresentType, scope: ModuleScope): Condition {
  if (last.kind === 'class') return true
  const isList = code`${scope.use('isList')}(value)`
  if (kindOf(last) === 'array') return isList
  const isObject = code`typeof value === 'object'`
  if (last.kind === 'unknown' || last.kind === 'bytes' || isDate(last)) return isObject
  if (kindOf(last) === 'object') return and(isObject, code`!${isList}`)
  return and(code`typeof value !== 'object'`, code`typeof value !== 'function'`)
}
