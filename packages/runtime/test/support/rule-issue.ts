import type { ValidationIssue } from '../../src/error/validation-error.ts'
import { propertyIssues } from '../../src/validate/client-names.ts'
import { Issues } from '../../src/validate/issues.ts'

/** The issue of one rule. */
export function ruleIssue(
  path: string,
  ...rule: Parameters<Issues['add']> extends [unknown, ...infer R] ? R : never
): ValidationIssue {
  const issues = new Issues()
  issues.add(path, ...rule)
  const [issue] = propertyIssues(issues.found)
  if (issue === undefined) throw new Error('there is no issue')
  return issue
}
