import type { Field } from '../../model/dto.ts'
import { type Code, code, eachName, type Name, type Statement } from '../text/code.ts'
import { localNames } from '../text/local-names.ts'
import type { ModuleScope } from '../text/module-scope.ts'

/** Variables of every check. */
export const checkVariables: ReadonlySet<string> = new Set(['value', 'issues', 'context', 'given'])

/** Names of nested loop variables; deeper loops number the first name. */
const loopVariables = {
  index: ['i', 'j', 'k', 'l'],
  item: ['item', 'inner', 'innermost', 'element'],
  key: ['key', 'innerKey', 'innermostKey'],
  rest: ['rest', 'innerRest', 'innermostRest'],
  branch: ['branch', 'innerBranch', 'innermostBranch'],
} as const

const ofLoops: ReadonlySet<string> = new Set(Object.values(loopVariables).flat())
const ofDeepLoops = /^(?:i|item|key|rest|branch)\d+$/

/** The variable of a loop at a nesting depth. */
export function loopVariable(of: keyof typeof loopVariables, depth: number, scope: ModuleScope): Name {
  const names: readonly string[] = loopVariables[of]
  let wanted = names[depth] ?? `${names[0]}${depth}`
  while (scope.isTaken(wanted)) wanted += '$'
  return code.word(wanted)
}

/** The variables for destructured properties, by property name. */
export function fieldVariables(fields: readonly Field[], scope: ModuleScope): ReadonlyMap<string, Name> {
  const isTaken = (word: string): boolean =>
    ofLoops.has(word) || ofDeepLoops.test(word) || scope.isTaken(word)
  return localNames(
    fields.map((field) => field.name),
    isTaken,
    checkVariables,
  )
}

/** How often each name stands in statements. */
export function usesIn(statements: readonly Statement[]): ReadonlyMap<Name, number> {
  const uses = new Map<Name, number>()
  eachName(statements, (one) => uses.set(one, (uses.get(one) ?? 0) + 1))
  return uses
}

/**
 * The destructuring pattern of the used variables: `login`, `'x-y': x_y`. It reads each property once: reading is most of
 * the cost of a rule where values have many hidden classes, as with optional properties.
 */
export function takenApart(
  locals: ReadonlyMap<string, Name>,
  statements: readonly Statement[],
): readonly Code[] {
  const used = usesIn(statements)
  return [...locals]
    .filter(([, local]) => used.has(local))
    .map(([property, local]) => (property === local.flat ? local : code`${code.key(property)}: ${local}`))
}
