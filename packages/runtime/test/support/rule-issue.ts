import type { ValidationIssue } from '../../src/error/validation-error.ts'
import { BrokenRules } from '../../src/validate/broken-rules.ts'
import { propertyIssues } from '../../src/validate/client-names.ts'

/** The issue of one rule. */
export function ruleIssue(
  path: string,
  ...rule: Parameters<BrokenRules['add']> extends [unknown, ...infer R] ? R : never
): ValidationIssue {
  const no = new BrokenRules(false)
  no.add(path, ...rule)
  const [issue] = propertyIssues(no.found)
  if (issue === undefined) throw new Error('there is no issue')
  return issue
}
