import type { ValidationIssue } from '../../src/error/validation-error.ts'
import { add, issuesOf } from '../../src/validate/issues.ts'
import { propertyIssues } from '../../src/validate/validation-issues.ts'

/** The issue of one rule. */
export function ruleIssue(
  path: string,
  ...rule: Parameters<typeof add> extends [unknown, unknown, ...infer R] ? R : never
): ValidationIssue {
  const [issue] = propertyIssues(issuesOf((_, issues) => add(issues, path, ...rule), undefined))
  if (issue === undefined) throw new Error('there is no issue')
  return issue
}
