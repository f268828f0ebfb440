import type { Key } from '../error/issue-details.ts'
import type { IssueNames, NamesOf, RuleIssue } from './rule-issue.ts'

/** @param namesOf returns the source whose names the client used for a property of the DTO. */
export function namesOfIssue(found: RuleIssue, namesOf: NamesOf): IssueNames {
  if (found.translate !== undefined) return found.translate(found, namesOf)
  const { path, rule, param } = found
  return {
    keys: path.map(keyOf),
    rule: String(rule.name),
    param: param === undefined ? undefined : String(param),
  }
}

function keyOf(part: RuleIssue['path'][number]): Key {
  return typeof part === 'object' ? part.property : part
}
