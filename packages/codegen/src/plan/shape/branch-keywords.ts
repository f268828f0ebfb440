import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import type { LiteralUnion, MemberUnion } from '../../model/field-type.ts'
import type { ModuleTypes } from '../../model/module-types.ts'
import type { Source } from '../../model/source.ts'
import { namesOf } from '../branch-names.ts'

/** The keywords for each object of a union: an object with a distinguishing member excludes those of the others. */
export function branchKeywords(
  type: LiteralUnion | MemberUnion,
  source: Source,
  types: ModuleTypes,
): readonly JsonSchema[] {
  const names = type.tag === 'member' ? namesOf(type, source, types) : []
  return type.branches.map((_, i) => without(names.filter((_, at) => at !== i)))
}

function without(names: readonly (string | undefined)[]): JsonSchema {
  const has = names.filter((name) => name !== undefined).map((name) => ({ required: [name] }))
  const [first] = has
  if (first === undefined) return {}
  return { not: has.length === 1 ? first : { anyOf: has } }
}
