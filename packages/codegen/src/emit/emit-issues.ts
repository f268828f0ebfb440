import type { RuleStep } from '../model/rule.ts'
import { and, clause } from './condition.ts'
import type { ModuleScope } from './module-scope.ts'
import { refusal } from './refusals.ts'
import { breaks } from './rule-condition.ts'
import { pathText, type RuleValue } from './rule-value.ts'
import { ruleWords, type ToldStep } from './rule-words.ts'
import { type Statement, when } from './statements.ts'

/** A function that checks an object type. */
export interface Checker {
  readonly name: string
  /** Whether it has asynchronous rules to ask: it takes a context, and gives `Answers`. */
  readonly isAsync: boolean
}

/** What the checks of a file need of one another. */
export interface RuleScope {
  readonly scope: ModuleScope
  /** What checks an object type in the same way; `undefined` when it has no rules. */
  readonly checker: (object: string) => Checker | undefined
  /** What the function being emitted gathers; `'nothing'` when it only tells whether the rules are kept. */
  readonly gathers: Gathered
}

export type Gathered = 'Issues' | 'PendingIssues' | 'nothing'

/** `issues = failed(issues, 'name', 'min', 'must have at least 3 characters', '3')` */
export function issueStatement(step: ToldStep, value: RuleValue, { scope, gathers }: RuleScope): Statement {
  if (gathers === 'nothing') return refusal
  const items = issueItems(step, value, scope)
  if (gathers === 'PendingIssues') return { kind: 'call', open: 'yield issues.failed(', items, close: ')' }
  return { kind: 'call', open: `issues = ${scope.use('failed')}(`, items: ['issues', ...items], close: ')' }
}

/** What is found below a value: added to what was found so far, its paths made longer. */
export function withinStatements(
  check: Checker,
  access: string,
  { path }: RuleValue,
  { scope, gathers }: RuleScope,
): readonly Statement[] {
  const call = `${check.name}(${access}${check.isAsync ? ', context' : ''})`
  if (gathers === 'nothing') return when(clause(`!${call}`), [refusal])
  const add = (below: string): string => {
    if (gathers === 'PendingIssues') return `yield* issues.within(${pathText(path)}, ${below})`
    return `issues = ${scope.use('within')}(issues, ${pathText(path)}, ${below})`
  }
  if (check.isAsync || path.every((part) => 'name' in part)) return [{ kind: 'line', text: add(call) }]
  // The path is made only when there is something to say.
  return [
    { kind: 'line', text: `const below = ${call}` },
    { kind: 'line', text: `if (below !== undefined) ${add('below')}` },
  ]
}

/** Asks the asynchronous rules of a value that passed the others, one after the other. */
export function askStatements(
  steps: readonly RuleStep[],
  value: RuleValue,
  { scope }: RuleScope,
): readonly Statement[] {
  if (steps.length === 0) return []
  const given = 'given'
  const failed = scope.use('failed')
  const body = steps.flatMap((step): readonly Statement[] => {
    if (step.kind === 'omitempty') return []
    const rules = step.kind === 'rule' ? [step.rule] : step.rules
    const broken = and(...rules.map((rule) => breaks(rule, { ...value, access: given }, scope)))
    const items = ['undefined', ...issueItems(step, value, scope)]
    return when(broken, [{ kind: 'call', open: `return ${failed}(`, items, close: ')' }])
  })
  const passed: Statement = { kind: 'line', text: 'return undefined' }
  const open = `yield issues.ask(${value.access}, async (${given}) => {`
  return [{ kind: 'block', open, body: [...body, passed], close: '})' }]
}

function issueItems(step: ToldStep, value: RuleValue, scope: ModuleScope): string[] {
  const { rule, message, param } = ruleWords(step, value, scope)
  const items = [pathText(value.path), rule, message]
  return param === undefined ? items : [...items, param]
}
