import type { BoundField } from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { holdsNull, nonNull } from '../../model/field-type.ts'
import type { Source } from '../../model/source.ts'
import { fallbackOf } from '../../plan/fallback.ts'
import { either, firstPresent } from '../text/item.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { keysOf, resultType } from '../text/source-words.ts'
import { absentText } from './absent-text.ts'
import { emitResult, type ResultMember } from './result.ts'

/** A property that is read from a source. */
export interface Asked extends BoundField {
  /** The expression for its value in the source; `undefined` when absent. */
  readonly held: string
  /** The expression for a present value. */
  readonly value: string
  /** Whether `value` reports an absent value itself. */
  readonly isWhole: boolean
}

/** The source of the properties, and whether absent ones become zero values. */
interface PartSource {
  readonly source: Source
  readonly zero: boolean
}

/** Emits the result of reading one source. */
export function emitPart(
  object: ObjectType,
  asked: readonly Asked[],
  absent: readonly Field[],
  from: PartSource,
  scope: ModuleScope,
): void {
  const type = resultType(object, [...asked.map(({ field }) => field), ...absent], scope)
  const rest = absent.flatMap((field): readonly ResultMember[] => {
    const of = fallbackOf(field, { zero: from.zero, sources: [from.source], required: false }, scope)
    if (of.kind === 'nothing') return []
    return [{ field, value: absentText(of, { field, owner: object.name, key: field.name }, scope) }]
  })
  emitResult([...asked.map((one) => memberOf(one, object, from, scope)), ...rest], type, scope)
}

/** Like {@link emitPart}, for an object `some` of present values in which most properties are optional. */
export function emitSparsePart(
  dto: ObjectType,
  asked: readonly Asked[],
  some: string,
  from: PartSource,
  scope: ModuleScope,
): void {
  const fields = asked.map(({ field }) => field)
  const needed = asked
    .map((one) => memberOf(one, dto, from, scope))
    .filter(({ onlyIf }) => onlyIf === undefined)
  const others = `${scope.use('dense')}<${dto.name}, ${keysOf(dto, fields, scope)}>(${some})`
  emitResult(needed, resultType(dto, fields, scope), scope, others)
}

function memberOf(
  one: Asked,
  { name: owner }: ObjectType,
  { source, zero }: PartSource,
  scope: ModuleScope,
): ResultMember {
  const { field, binding, held, value, isWhole } = one
  const of = fallbackOf(field, { zero, sources: [source], required: binding.required }, scope)
  if (of.kind === 'nothing') return { field, value, onlyIf: `${held} !== undefined` }
  const otherwise = absentText(of, { field, owner, key: binding.key, property: field.name }, scope)
  if (isWhole) {
    // The reader of a list takes an absent one for empty.
    const isList = nonNull(field.type).kind === 'list'
    const isReported = of.kind === 'issue' && of.below.length === 0 && field.name === binding.key && !isList
    return { field, value: isReported ? value : either(`${held} === undefined`, otherwise, value) }
  }
  // JSON in text may be `null` for a nullable type; `??` would replace it.
  const isNullRead = binding.format === 'json' && holdsNull(field.type)
  return {
    field,
    value: isNullRead ? either(`${held} !== undefined`, value, otherwise) : firstPresent([value, otherwise]),
  }
}
