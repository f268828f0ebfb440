import type { Field } from '../../model/dto.ts'
import { codeWords, propertyKey } from '../text/literal.ts'
import { localNames } from '../text/local-names.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { codeOf, type Statement } from '../text/statements.ts'

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
export function loopVariable(of: keyof typeof loopVariables, depth: number, scope: ModuleScope): string {
  const names: readonly string[] = loopVariables[of]
  let name = names[depth] ?? `${names[0]}${depth}`
  while (scope.isTaken(name)) name += '$'
  return name
}

/** The variables for destructured properties, by property name. */
export function fieldVariables(fields: readonly Field[], scope: ModuleScope): ReadonlyMap<string, string> {
  const isTaken = (name: string): boolean =>
    ofLoops.has(name) || ofDeepLoops.test(name) || scope.isTaken(name)
  return localNames(
    fields.map(({ name }) => name),
    isTaken,
    checkVariables,
  )
}

/** The names in statements. */
export function namesIn(statements: readonly Statement[]): ReadonlySet<string> {
  return new Set(statements.flatMap(codeOf).flatMap(codeWords))
}

/**
 * The destructuring pattern of the used variables: `login`, `'x-y': x_y`. It reads each property once: reading is most of
 * the cost of a rule where values have many hidden classes, as with optional properties.
 */
export function takenApart(
  locals: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
): readonly string[] {
  return [...locals]
    .filter(([, local]) => used.has(local))
    .map(([name, local]) => (name === local ? name : `${propertyKey(name)}: ${local}`))
}
