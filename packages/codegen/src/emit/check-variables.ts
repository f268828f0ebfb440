import type { Field } from '../model/dto.ts'
import { codeWords, propertyKey } from './literal.ts'
import { localNames } from './local-names.ts'
import type { ModuleScope } from './module-scope.ts'
import { codeOf, type Statement } from './statements.ts'

/** Variables of every check. */
export const checkVariables: ReadonlySet<string> = new Set(['value', 'no', 'context', 'given'])

/** Variables of loops, one inside the other; beyond these the first with a number. */
const loopVariables = {
  index: ['i', 'j', 'k', 'l'],
  item: ['item', 'inner', 'innermost', 'element'],
  key: ['key', 'innerKey', 'innermostKey'],
  rest: ['rest', 'innerRest', 'innermostRest'],
} as const

const ofLoops: ReadonlySet<string> = new Set(Object.values(loopVariables).flat())
const ofDeepLoops = /^(?:i|item|key|rest)\d+$/

/** The variable of a loop, by how many loops are around it. */
export function loopVariable(of: keyof typeof loopVariables, depth: number, scope: ModuleScope): string {
  const names: readonly string[] = loopVariables[of]
  let name = names[depth] ?? `${names[0]}${depth}`
  while (scope.isTaken(name)) name += '$'
  return name
}

/** The variables that a check takes properties apart into, by the names of these. */
export function fieldVariables(fields: readonly Field[], scope: ModuleScope): ReadonlyMap<string, string> {
  const isTaken = (name: string): boolean =>
    checkVariables.has(name) || ofLoops.has(name) || ofDeepLoops.test(name) || scope.isTaken(name)
  return localNames(
    fields.map(({ name }) => name),
    isTaken,
  )
}

/** The names in statements. */
export function namesIn(statements: readonly Statement[]): ReadonlySet<string> {
  return new Set(statements.flatMap(codeOf).flatMap(codeWords))
}

/**
 * What takes the properties apart whose variables are used: `login`, `'x-y': x_y`. Each is read once: where values come in
 * many shapes, as those with optional properties do, to read a property is most of what a rule takes.
 */
export function takenApart(
  locals: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
): readonly string[] {
  return [...locals]
    .filter(([, local]) => used.has(local))
    .map(([name, local]) => (name === local ? name : `${propertyKey(name)}: ${local}`))
}
