import type { FieldType } from '../model/field-type.ts'
import { namesOf } from './emit-branches.ts'
import { literal } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'
import { type Member, objectText } from './rule-schema.ts'

/** The schemas of the objects of a union; one that a member tells from the others has none of theirs. */
export function branchSchemas(
  type: FieldType & { kind: 'union' | 'byMember' },
  reference: (object: string) => Member,
  scope: ModuleScope,
): string {
  const names = type.kind === 'byMember' ? namesOf(type, 'json', scope) : []
  const schemas = type.branches.map(({ object }, i) =>
    objectText([reference(object), ...without(names.filter((_, at) => at !== i))]),
  )
  return `[${schemas.join(', ')}]`
}

function without(names: readonly (string | undefined)[]): readonly Member[] {
  const has = names
    .filter((name) => name !== undefined)
    .map((name) => objectText([['required', `[${literal(name)}]`]]))
  const [first] = has
  if (first === undefined) return []
  return [['not', has.length === 1 ? first : objectText([['anyOf', `[${has.join(', ')}]`]])]]
}
