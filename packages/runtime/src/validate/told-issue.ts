import type { Key } from '../error/issue-details.ts'
import type { NamesOf, RuleIssue, ToldIssue } from './rule-issue.ts'

/** @param namesOf returns the source whose names the client used for a property of the DTO. */
export function toldIssue(found: RuleIssue, namesOf: NamesOf): ToldIssue {
  if (found.telling !== undefined) return found.telling(found, namesOf)
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
