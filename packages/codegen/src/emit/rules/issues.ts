import type { RuleStep } from '../../model/rule.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { type Statement, when } from '../text/statements.ts'
import { and, clause } from './condition.ts'
import { refusal } from './refusals.ts'
import { breaks } from './rule-condition.ts'
import { pathText, type RuleValue } from './rule-value.ts'
import { ruleWords, type ToldStep } from './rule-words.ts'

/** The constant with the rules of an object type. */
export interface Checker {
  readonly name: string
  /** Whether some of the rules are asynchronous. */
  readonly isAsync: boolean
}

/** Shared context of the checks in a file. */
export interface RuleScope {
  readonly scope: ModuleScope
  /** The constant with the rules of a nested object type; `undefined` without rules. */
  readonly rulesOf: (object: string) => Checker | undefined
  /** Whether the emitted function collects issues; `'nothing'` for a predicate. */
  readonly gathers: Gathered
}

export type Gathered = 'issues' | 'nothing'

/** `no.add('name', minRule, '3', 'string')` */
export function issueStatement(step: ToldStep, value: RuleValue, { scope, gathers }: RuleScope): Statement {
  if (gathers === 'nothing') return refusal
  const { method, items } = ruleWords(step, value, scope)
  return { kind: 'call', open: `no.${method}(`, items: [pathText(value.path), ...items] }
}

/** The statements that check a nested object. */
export function withinStatements(
  { name, isAsync }: Checker,
  access: string,
  { path }: RuleValue,
  { gathers, scope }: RuleScope,
): readonly Statement[] {
  if (gathers === 'nothing') return when(clause(`!${name}.keeps(${access})`), [refusal])
  const values = [pathText(path), access, name]
  if (isAsync) return [{ kind: 'call', open: insideOpen, items: values }]
  return [{ kind: 'call', open: `${scope.useIfWritten('within')}(`, items: ['no', ...values] }]
}

const insideOpen = 'yield* no.inside('

/** `eachWithin(no, 'items', items, itemRules)`, which replaces a loop with no other statement. */
export function eachStatement(
  body: readonly Statement[],
  list: string,
  item: string,
  { path }: RuleValue,
  scope: ModuleScope,
): Statement | undefined {
  const [only] = body
  if (body.length !== 1 || only?.kind !== 'call') return undefined
  const isAsync = only.open === insideOpen
  if (!isAsync && only.open !== `${scope.useIfWritten('within')}(`) return undefined
  const [rules = '', access] = only.items.toReversed()
  if (access !== item) return undefined
  const values = [pathText(path), list, rules]
  if (isAsync) return { kind: 'call', open: 'yield* no.insideEach(', items: values }
  return { kind: 'call', open: `${scope.useIfWritten('eachWithin')}(`, items: ['no', ...values] }
}

/** Runs the asynchronous rules of a value in sequence, after all its other rules have passed. */
export function askStatements(
  steps: readonly RuleStep[],
  value: RuleValue,
  of: RuleScope,
): readonly Statement[] {
  if (steps.length === 0) return []
  const given = { ...value, access: 'given' }
  const body = steps.reduceRight<readonly Statement[]>((rest, step) => {
    if (step.kind === 'omitempty') return rest
    const rules = step.kind === 'rule' ? [step.rule] : step.rules
    return when(
      and(...rules.map((rule) => breaks(rule, given, of.scope))),
      [issueStatement(step, value, of)],
      rest,
    )
  }, [])
  const open = `yield no.ask(${value.access}, async (given, no, context) => {`
  return [{ kind: 'block', open, body, close: '})' }]
}
