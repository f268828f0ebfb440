import { invalid } from '../messages/invalid.ts'
import type { IssueRule, RuleText } from './rule-issue.ts'

/** A custom rule of the user. */
export function customRule(name: string): IssueRule {
  return { name, words: () => invalid, kind: 'number' }
}

/** A rule whose tag quotes the message. */
export function quotedRule(name: RuleText, message: string): IssueRule {
  return {
    name,
    words: (_, param) => (param === undefined ? message : message.replaceAll('{param}', () => param)),
    isOwn: true,
  }
}
