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
import { namesAt, type Place } from '../emit-types.ts'
import { emitBranches, memberArguments } from '../read/branches.ts'
import { branchPlace, valueChoice } from '../read/choice.ts'
import { memberPlace, valueTest } from '../read/kind-test.ts'
import { conditionText } from '../rules/condition.ts'
import { literal, propertyAccess } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { typeText } from './sending.ts'

/** The copies of the branches of a union. */
export interface UnionCopies {
  /** The call that copies an object. */
  readonly object: (type: ObjectReference) => string
  /** The call that copies a branch at a place. */
  readonly branch: (type: BranchType, place: Place) => string
  /** The expression for a value of a kind. */
  readonly member: (type: PresentType, place: Place) => string
}

/** Emits the body of a function that copies a union. */
export function emitUnionCopy(type: UnionType, place: Place, copies: UnionCopies, scope: ModuleScope): void {
  if (type.tag === 'literal') emitByLiteral(type, place, copies, scope)
  else if (type.tag === 'member') emitByMember(type, place, copies, scope)
  else if (type.tag === 'kind') emitByKind(type, place, copies, scope)
  else emitByFit(type, place, copies, scope)
}

/** Switches on the string form of the discriminant, since the compiler does not treat enum members as literals. */
function emitByLiteral(type: LiteralUnion, place: Place, copies: UnionCopies, scope: ModuleScope): void {
  const { writer } = scope
  const others = furtherTags(type, scope)
  const refusal = unsentCall(place, [type.member, ...others], scope)
  writer.block(`switch (${scope.use('tagOf')}(${propertyAccess('value', type.member)})) {`, () => {
    for (const { values, type: of } of type.branches) {
      for (const value of values.slice(0, -1)) writer.line(`case ${literal(String(value))}:`)
      const last = literal(String(values.at(-1) ?? ''))
      const call = copies.object(of)
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

function emitByMember(type: MemberUnion, place: Place, copies: UnionCopies, scope: ModuleScope): void {
  const members = memberArguments(type, place.field, 'own', scope)
  const asked = `${scope.use('sentMember')}(value, ${[members, ...openArguments(type, place, scope)].join(', ')})`
  const otherwise = unsentCall(place, [], scope)
  emitBranches(asked, type, 'own', copies.object, otherwise, scope)
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

function emitByFit(type: FitUnion, place: Place, copies: UnionCopies, scope: ModuleScope): void {
  const { writer } = scope
  writer.block(
    `switch (${scope.use('sentBranch')}(value, ${valueChoice(type, place.field, scope)})) {`,
    () => {
      for (const [i, branch] of type.branches.entries()) {
        writer.line(`case ${i}: return ${copies.branch(branch.type, branchPlace(branch, place, scope))}`)
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

/** The last member needs no narrowing, since all others are excluded. */
function emitByKind(type: KindUnion, place: Place, copies: UnionCopies, scope: ModuleScope): void {
  const members = kindTypes(type)
  const isLast = (member: PresentType): boolean => kindOf(member) === 'object' || member.kind === 'class'
  const last = members.find(isLast) ?? members.at(-1)
  const plainOf = (member: PresentType): string => copies.member(member, memberPlace(place, member))
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
