import type { FieldType } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'
import { namesOf } from './emit-branches.ts'
import { literal } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import { type Member, objectText } from './rule-schema.ts'

/** What a schema says of each object of a union: one that a member tells from the others has none of theirs. */
export function branchMembers(
  type: FieldType & { kind: 'union' | 'byMember' },
  source: Source,
  scope: ModuleScope,
): readonly (readonly Member[])[] {
  const names = type.kind === 'byMember' ? namesOf(type, source, scope) : []
  return type.branches.map((_, i) => without(names.filter((_, at) => at !== i)))
}

function without(names: readonly (string | undefined)[]): readonly Member[] {
  const has = names
    .filter((name) => name !== undefined)
    .map((name) => objectText([['required', `[${literal(name)}]`]]))
  const [first] = has
  if (first === undefined) return []
  return [['not', has.length === 1 ? first : objectText([['anyOf', `[${has.join(', ')}]`]])]]
}
