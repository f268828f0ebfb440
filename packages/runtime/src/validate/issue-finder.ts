import { attachedTo } from './attached.ts'
import type { FoundIssues } from './issues.ts'
import type { RuleContext } from './rule-context.ts'

/** Finds the issues of a filled object. */
export type FindIssues<T> = (value: T) => FoundIssues

/** {@link FindIssues} with asynchronous rules. */
export type FindIssuesAsync<T> = (value: T, context: RuleContext) => FoundIssues | Promise<FoundIssues>

/** The finder of a validator. A binder takes it from there, so that a page without rules bundles nothing of rules. */
export function finderOf<F>(validate: object | undefined): F | undefined {
  return validate && attachedTo<F>(validate)
}
