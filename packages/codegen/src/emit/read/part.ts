import type { ObjectType } from '../../model/dto.ts'
import { holdsNull, nonNull } from '../../model/field-type.ts'
import type { FieldPlan, SourcePlan } from '../../plan/source-plan.ts'
import { type Code, code, type FunctionBody, type Statement } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { keysOf, resultType } from '../text/source-words.ts'
import { assign } from '../text/statements.ts'
import { absentMembers, absentText } from './absent-text.ts'
import { type ResultMember, resultOf, withBefore } from './result.ts'

/** A property that is read from a source. */
export interface FieldRead extends FieldPlan {
  /** The expression for its value in the source; `undefined` when absent. */
  readonly probe: Code
  /** The expression for a present value. */
  readonly value: Code
  /** Whether `value` reports an absent value itself. */
  readonly isWhole: boolean
}

/** The result of reading one source. */
export function partResult(
  { object, fields, absent }: SourcePlan,
  reads: readonly FieldRead[],
  scope: ModuleScope,
): FunctionBody {
  const all = [...fields, ...absent].map(({ field }) => field)
  const members = reads.map((one) => memberOf(one, object, scope))
  return resultOf(
    [...members, ...absentMembers(absent, object, scope)],
    resultType(object, all, scope),
    scope,
  )
}

/** The result of values that one expression each reads; one that is asked about first has a variable. */
export function readsResult(
  plan: SourcePlan,
  read: (one: FieldPlan) => Code,
  scope: ModuleScope,
): FunctionBody {
  const locals = scope.locals(plan.fields.map(({ field }) => field.name))
  const before: Statement[] = []
  const reads = plan.fields.map((one): FieldRead => {
    const { field, binding, fallback } = one
    const value = read(one)
    const isNullRead = binding.format === 'json' && holdsNull(field.type)
    if (!isNullRead && fallback.kind !== 'nothing') return { ...one, probe: value, value, isWhole: false }
    const local = locals.get(field.name) ?? value
    before.push(assign(code`const ${local} =`, value))
    return { ...one, probe: local, value: local, isWhole: false }
  })
  return withBefore(before, partResult(plan, reads, scope))
}

/** Like {@link partResult}, for an object `some` of present values in which most properties are optional. */
export function sparseResult(
  { object, fields: all }: SourcePlan,
  reads: readonly FieldRead[],
  some: Code,
  scope: ModuleScope,
): FunctionBody {
  const fields = all.map(({ field }) => field)
  const needed = reads.map((one) => memberOf(one, object, scope)).filter(({ onlyIf }) => onlyIf === undefined)
  const types = code`${scope.ownType(object.name)}, ${keysOf(object, fields, scope)}`
  const others = code`${scope.use('dense')}<${types}>(${some})`
  return resultOf(needed, resultType(object, fields, scope), scope, others)
}

function memberOf(
  { field, binding, probe, value, isWhole, fallback: of }: FieldRead,
  { name: owner }: ObjectType,
  scope: ModuleScope,
): ResultMember {
  if (of.kind === 'nothing') return { field, value, onlyIf: code`${probe} !== undefined` }
  const otherwise = absentText(of, { field, owner, key: binding.key, property: field.name }, scope)
  if (isWhole) {
    // The reader of a list takes an absent one for empty.
    const isList = nonNull(field.type).kind === 'list'
    const isReported = of.kind === 'issue' && of.below.length === 0 && field.name === binding.key && !isList
    return { field, value: isReported ? value : code.either(code`${probe} === undefined`, otherwise, value) }
  }
  // JSON in text may be `null` for a nullable type; `??` would replace it.
  const isNullRead = binding.format === 'json' && holdsNull(field.type)
  return {
    field,
    value: isNullRead
      ? code.either(code`${probe} !== undefined`, value, otherwise)
      : code.firstPresent([value, otherwise]),
  }
}
