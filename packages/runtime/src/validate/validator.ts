import type { ValidationIssue } from '../error/validation-error.ts'
import { issuesOf, type RuleCheck } from './issues.ts'
import { type AsyncRuleCheck, pendingIssuesOf } from './pending-issues.ts'
import { noRequest, type RuleContext } from './rule-context.ts'
import { propertyIssues } from './validation-issues.ts'

/**
 * Checks the rules of a value and returns its issues in order of declaration. All valid values share one frozen empty
 * list: copy it before adding to it.
 */
export type Validator<T> = (value: T) => ValidationIssue[]

/** An asynchronous {@link Validator}; `context` is passed to the asynchronous rules. */
export type AsyncValidator<T> = (value: T, context?: RuleContext) => Promise<ValidationIssue[]>

export function validator<T>(check: RuleCheck<T>): Validator<T> {
  return (value) => propertyIssues(issuesOf(check, value))
}

export function asyncValidator<T>(check: AsyncRuleCheck<T>): AsyncValidator<T> {
  return async (value, context = noRequest) => propertyIssues(await pendingIssuesOf(check, value, context))
}
