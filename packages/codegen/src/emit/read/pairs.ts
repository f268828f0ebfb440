import type { ObjectType } from '../../model/dto.ts'
import { isNothing, nonNull } from '../../model/field-type.ts'
import { isInherited } from '../../model/inherited-name.ts'
import type { FieldPlan, SourcePlan } from '../../plan/source-plan.ts'
import { type Code, code, eachName, type FunctionBody, type Name, type Statement } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { keysOf } from '../text/source-words.ts'
import { block } from '../text/statements.ts'
import { isSparse } from './object-members.ts'
import { finished, keysConstant, localType, maxCompared, type PairSource, takings } from './pair-values.ts'
import { type FieldRead, partResult, sparseResult } from './part.ts'
import { withBefore } from './result.ts'

/** The body of the reader for the pairs of a query string, a form or the cookies. */
export function pairsBody(plan: SourcePlan, source: PairSource['source'], scope: ModuleScope): FunctionBody {
  const { object: dto, fields, zero } = plan
  const from: PairSource = { source, zero }
  const names = fields.map(({ field }) => field.name)
  const locals = scope.locals(names)
  const some = code`some`
  const keys = fields.flatMap((one) => takings(one, some, dto, from, scope).map(({ key }) => key))
  const isWide = keys.length > maxCompared && !names.some(isInherited)
  const bound = fields.map((one): BoundPairs => {
    const { name } = one.field
    const isKept = isWide && isKeptAtOnce(one, dto, from, scope)
    return { ...one, isKept, target: isKept ? code.member(some, name) : (locals.get(name) ?? some) }
  })
  const before: Statement[] = bound
    .filter(({ isKept }) => !isKept)
    .map((one) => code`let ${one.target}: ${orUndefined(one, dto, scope)}`)
  if (isWide) {
    const all = fields.map(({ field }) => field)
    const draft = code`${scope.use('Draft')}<${scope.ownType(dto.name)}, ${keysOf(dto, all, scope)}>`
    before.push(code`const some: ${scope.use('Writable')}<${draft}> = {}`)
  }
  const table = keysConstant(`${source}${dto.name}Keys`, keys, bound, scope)
  before.push(pairLoop(bound, dto, from, isWide, table, scope))
  const reads = bound.map((one): FieldRead => {
    return { ...one, probe: one.target, ...finished(one, one.target, dto, from, scope) }
  })
  if (!isWide || !isSparse(dto)) return withBefore(before, partResult(plan, reads, scope))
  for (const [i, { field, probe, value }] of reads.entries()) {
    if (!bound[i]?.isKept)
      before.push(code`if (${probe} !== undefined) ${code.member(some, field.name)} = ${value}`)
  }
  const inSome = reads.map((one) => {
    const member = code.member(some, one.field.name)
    return { ...one, probe: member, value: member, isWhole: false }
  })
  return withBefore(before, sparseResult(plan, inSome, some, scope))
}

/** The type of a variable that is `undefined` at first, which some types include. */
function orUndefined(one: FieldPlan, dto: ObjectType, scope: ModuleScope): Code {
  const type = localType(one, dto, scope)
  const of = nonNull(one.field.type)
  const isAny = of.kind === 'unknown' && !of.isAlias && !of.isObject
  return isAny || isNothing(of) ? type : code`${type} | undefined`
}

/** A property with the target of its pairs: a variable, or with `isKept` a property of an object. */
interface BoundPairs extends FieldPlan {
  readonly target: Code
  readonly isKept: boolean
}

/**
 * Whether a single pair gives the whole value of a property, which is then stored in an object at once. With a variable
 * for each of 200 properties, every iteration carries 200 values, and V8 took 0.2 s to compile the loop.
 */
function isKeptAtOnce(one: FieldPlan, dto: ObjectType, from: PairSource, scope: ModuleScope): boolean {
  const before = code.word('before')
  let uses = 0
  const count = (used: Name): void => {
    if (used === before) uses++
  }
  eachName(
    takings(one, before, dto, from, scope).map(({ value }) => value),
    count,
  )
  return uses === 0 && finished(one, before, dto, from, scope).value === before
}

function pairLoop(
  bound: readonly BoundPairs[],
  dto: ObjectType,
  from: PairSource,
  isWide: boolean,
  table: Code,
  scope: ModuleScope,
): Statement {
  const takingsOf = bound.flatMap((one) =>
    takings(one, one.target, dto, from, scope).map(({ key, value }) => ({ key, value, target: one.target })),
  )
  const cases = takingsOf.map(({ key, value, target }, i): Statement => {
    const label = isWide ? code`case ${i} /* ${code.comment(key)} */:` : code`case ${key}:`
    return { kind: 'case', label, body: [code`${target} = ${value}`, code`break`] }
  })
  const cursor = code`${scope.use(`${from.source}Pairs`)}(at, ${table})`
  const of = isWide ? code`pairs.field` : code`pairs.key`
  return block(code`for (const pairs = ${cursor}; pairs.next(); ) {`, [
    block(code`switch (${of}) {`, [...cases, code`default: pairs.unknown()`]),
  ])
}
