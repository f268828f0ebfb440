import type { FieldType } from '../../model/field-type.ts'
import type { Source } from '../../model/source.ts'
import { type Member, objectText } from '../schema/member.ts'
import { literal } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { namesOf } from './branches.ts'

/** The schema members for each object of a union: an object with a distinguishing member excludes those of the others. */
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
