import type { BoundField } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import type { Source } from '../model/source.ts'
import { absentText, fallback } from './emit-fallback.ts'
import { emitResult, type ResultMember } from './emit-result.ts'
import type { ModuleScope } from './module-scope.ts'
import { keysOf, resultType } from './source-words.ts'

/** A property that a source was asked for. */
export interface Asked extends BoundField {
  /** The expression for what the source has of it, `undefined` for nothing. */
  readonly held: string
  /** The expression for it where it is there. */
  readonly value: string
  /** Whether `value` says itself what is missing. */
  readonly isWhole: boolean
}

/** Where the properties are read from, and whether those that are absent become zero values. */
interface PartSource {
  readonly source: Source
  readonly zero: boolean
}

/** Emits the result of what a source was asked for. */
export function emitPart(
  object: ObjectType,
  asked: readonly Asked[],
  absent: readonly Field[],
  from: PartSource,
  scope: ModuleScope,
): void {
  const type = resultType(object, [...asked.map(({ field }) => field), ...absent], scope)
  const rest = absent.flatMap((field): readonly ResultMember[] => {
    const of = fallback(
      field,
      { owner: object.name, ...from, sources: [from.source], required: false },
      scope,
    )
    return of.kind === 'nothing' ? [] : [{ field, value: absentText(of, field.name, field.name) }]
  })
  emitResult([...asked.map((one) => memberOf(one, object, from, scope)), ...rest], type, scope)
}

/** As {@link emitPart}, of an object `some` of what is there, of which most may stay out. */
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
  const of = fallback(field, { owner, zero, sources: [source], required: binding.required }, scope)
  if (of.kind === 'nothing') return { field, value, onlyIf: `${held} !== undefined` }
  const otherwise = absentText(of, binding.key, field.name)
  if (isWhole) {
    const isReported = of.kind === 'fault' && of.below.length === 0 && field.name === binding.key
    return { field, value: isReported ? value : `${held} === undefined ? ${otherwise} : ${value}` }
  }
  // JSON in text may hold the `null` of a nullable type, which `??` would pass over.
  const isNullRead = binding.format === 'json' && field.type.kind === 'nullable'
  return {
    field,
    value: isNullRead ? `${held} !== undefined ? ${value} : ${otherwise}` : `${value} ?? ${otherwise}`,
  }
}
