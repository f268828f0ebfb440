import type { BoundField } from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { holdsNull, nonNull } from '../../model/field-type.ts'
import type { Source } from '../../model/source.ts'
import { fallbackOf } from '../../plan/fallback.ts'
import { type Code, code, either, type FunctionBody, firstPresent } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { keysOf, resultType } from '../text/source-words.ts'
import { absentText } from './absent-text.ts'
import { type ResultMember, resultOf } from './result.ts'

/** A property that is read from a source. */
export interface Asked extends BoundField {
  /** The expression for its value in the source; `undefined` when absent. */
  readonly held: Code
  /** The expression for a present value. */
  readonly value: Code
  /** Whether `value` reports an absent value itself. */
  readonly isWhole: boolean
}

/** The source of the properties, and whether absent ones become zero values. */
interface PartSource {
  readonly source: Source
  readonly zero: boolean
}

/** The result of reading one source. */
export function partResult(
  object: ObjectType,
  asked: readonly Asked[],
  absent: readonly Field[],
  from: PartSource,
  scope: ModuleScope,
): FunctionBody {
  const type = resultType(object, [...asked.map(({ field }) => field), ...absent], scope)
  const rest = absent.flatMap((field): readonly ResultMember[] => {
    const of = fallbackOf(field, { zero: from.zero, sources: [from.source], required: false }, scope)
    if (of.kind === 'nothing') return []
    return [{ field, value: absentText(of, { field, owner: object.name, key: field.name }, scope) }]
  })
  return resultOf([...asked.map((one) => memberOf(one, object, from, scope)), ...rest], type, scope)
}

/** Like {@link partResult}, for an object `some` of present values in which most properties are optional. */
export function sparseResult(
  dto: ObjectType,
  asked: readonly Asked[],
  some: Code,
  from: PartSource,
  scope: ModuleScope,
): FunctionBody {
  const fields = asked.map(({ field }) => field)
  const needed = asked
    .map((one) => memberOf(one, dto, from, scope))
    .filter(({ onlyIf }) => onlyIf === undefined)
  const others = code`${scope.use('dense')}<${scope.ownType(dto.name)}, ${keysOf(dto, fields, scope)}>(${some})`
  return resultOf(needed, resultType(dto, fields, scope), scope, others)
}

function memberOf(
  one: Asked,
  { name: owner }: ObjectType,
  { source, zero }: PartSource,
  scope: ModuleScope,
): ResultMember {
  const { field, binding, held, value, isWhole } = one
  const of = fallbackOf(field, { zero, sources: [source], required: binding.required }, scope)
  if (of.kind === 'nothing') return { field, value, onlyIf: code`${held} !== undefined` }
  const otherwise = absentText(of, { field, owner, key: binding.key, property: field.name }, scope)
  if (isWhole) {
    // The reader of a list takes an absent one for empty.
    const isList = nonNull(field.type).kind === 'list'
    const isReported = of.kind === 'issue' && of.below.length === 0 && field.name === binding.key && !isList
    return { field, value: isReported ? value : either(code`${held} === undefined`, otherwise, value) }
  }
  // JSON in text may be `null` for a nullable type; `??` would replace it.
  const isNullRead = binding.format === 'json' && holdsNull(field.type)
  return {
    field,
    value: isNullRead
      ? either(code`${held} !== undefined`, value, otherwise)
      : firstPresent([value, otherwise]),
  }
}
