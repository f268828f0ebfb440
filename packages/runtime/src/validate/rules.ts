import { BrokenRules, unasked } from './broken-rules.ts'
import type { Issues } from './client-names.ts'
import { PendingIssues, type Questions } from './pending-issues.ts'
import type { RuleContext } from './rule-context.ts'

/** The rules of a type as the generator writes them. */
interface RuleParts<T> {
  /** Absent when there are custom rules, which must run only once. */
  readonly keeps?: (value: T) => boolean
  readonly broken: (value: T, no: BrokenRules) => void
}

/** The rules of a type. */
export interface Rules<T> {
  /** Whether a value satisfies all rules. As most values do, it collects no issues. */
  readonly keeps: (value: T) => boolean
  readonly broken: (value: T, no: BrokenRules) => void
  readonly issues: (value: T) => Issues
}

/** {@link Rules} with asynchronous ones among them. */
export interface AsyncRules<T> {
  readonly broken: (value: T, no: PendingIssues) => Questions
  readonly issues: (value: T, context: RuleContext) => Pick<PendingIssues, 'settled'>
}

export function rulesOf<T>({ keeps = unasked, broken }: RuleParts<T>): Rules<T> {
  const found = (value: T): Issues => {
    const no = new BrokenRules(keeps !== unasked)
    broken(value, no)
    return no.found.length === 0 ? undefined : no.found
  }
  return { keeps, broken, issues: (value) => (keeps(value) ? undefined : found(value)) }
}

export function asyncRulesOf<T>({ broken }: Pick<AsyncRules<T>, 'broken'>): AsyncRules<T> {
  return { broken, issues: (value, context) => new PendingIssues(context, (no) => broken(value, no)) }
}
