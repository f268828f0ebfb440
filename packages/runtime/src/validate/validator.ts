import type { ValidationIssue } from '../error/validation-error.ts'
import { propertyIssues } from './client-names.ts'
import { noRequest, type RuleContext } from './rule-context.ts'
import type { AsyncRules, Rules } from './rules.ts'

/**
 * Checks the rules of a value and returns the broken rules in order of declaration. All valid values share one frozen
 * empty list: copy it before adding to it.
 */
export type Validator<T> = (value: T) => ValidationIssue[]

/** An asynchronous {@link Validator}; `context` is passed to the asynchronous rules. */
export type AsyncValidator<T> = (value: T, context?: RuleContext) => Promise<ValidationIssue[]>

export function validator<T>(rules: Rules<T>): Validator<T> {
  return (value) => propertyIssues(rules.issues(value))
}

export function asyncValidator<T>(rules: AsyncRules<T>): AsyncValidator<T> {
  return async (value, context = noRequest) => propertyIssues(await rules.issues(value, context).settled())
}
