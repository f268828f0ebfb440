import type { ValidationIssue } from '../error/validation-error.ts'
import { propertyIssues } from './client-names.ts'
import { noRequest, type RuleContext } from './rule-context.ts'
import type { AsyncRules, Rules } from './rules.ts'

/**
 * Checks the rules of a value, whoever made it: what breaks them, in order of declaration. All values that are right get
 * the same empty list. It is frozen: copy it before you add to it.
 */
export type Validator<T> = (value: T) => ValidationIssue[]

/** As {@link Validator}, with asynchronous rules; `context` is what these may ask for. */
export type AsyncValidator<T> = (value: T, context?: RuleContext) => Promise<ValidationIssue[]>

export function validator<T>(rules: Rules<T>): Validator<T> {
  return (value) => propertyIssues(rules.issues(value))
}

export function asyncValidator<T>(rules: AsyncRules<T>): AsyncValidator<T> {
  return async (value, context = noRequest) => propertyIssues(await rules.issues(value, context).settled())
}
