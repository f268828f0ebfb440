import type { RuleStep } from '../../model/rule.ts'
import { type Code, code, type Statement } from '../text/code.ts'
import { and } from '../text/condition.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { block, when } from '../text/statements.ts'
import { breaks } from './rule-condition.ts'
import { pathText, type RuleValue } from './rule-value.ts'
import { ruleWords, type ToldStep } from './rule-words.ts'

/** The function that checks an object type. */
export interface Checker {
  readonly name: Code
  /** Its object, with the source where that decides its rules: `QueryPage`. */
  readonly of: string
  /** Whether some of the rules are asynchronous. */
  readonly isAsync: boolean
}

/** Shared context of the checks in a file. */
export interface RuleScope {
  readonly scope: ModuleScope
  /** The function that checks a nested object type; `undefined` without rules. */
  readonly checkerOf: (object: string) => Checker | undefined
}

/** `add(issues, 'name', minStringRule, 3)` */
export function issueStatement(step: ToldStep, value: RuleValue, { scope }: RuleScope): Statement {
  return code`${scope.use('add')}(${[code`issues`, pathText(value.path), ...ruleWords(step, value, scope)]})`
}

/** Checks a nested object, or each element of a list. */
export function nestedStatement(
  make: 'within' | 'each',
  { name }: Checker,
  access: Code,
  { path }: RuleValue,
  { scope }: RuleScope,
): Statement {
  return code`${scope.use(make)}(${[code`issues`, pathText(path), access, name]})`
}

/** Runs the asynchronous rules of a value in sequence, after all its other rules have passed. */
export function laterStatements(
  steps: readonly RuleStep[],
  value: RuleValue,
  of: RuleScope,
): readonly Statement[] {
  if (steps.length === 0) return []
  const given = { ...value, access: code`given` }
  const body = steps.reduceRight<readonly Statement[]>((rest, step) => {
    if (step.kind === 'omitempty') return rest
    const rules = step.kind === 'rule' ? [step.rule] : step.rules
    return when(
      and(...rules.map((rule) => breaks(rule, given, of.scope))),
      [issueStatement(step, value, of)],
      rest,
    )
  }, [])
  return [block(code`issues.later(${value.access}, async (given, issues, context) => {`, body, code`})`)]
}
