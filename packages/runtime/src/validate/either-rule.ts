import { joined } from '../messages/english-words.ts'
import { ruleAlternatives } from '../messages/rule-alternatives.ts'
import type { IssueRule, RuleText } from './rule-issue.ts'

/** Alternatives. @param name their text: `hexcolor|eq=5`. */
export function eitherRule(name: RuleText, ...rules: readonly IssueRule[]): IssueRule {
  const words: IssueRule['words'] = (text) =>
    joined(ruleAlternatives(text, undefined).map((one, i) => rules[i]?.words(one.name, one.param) ?? ''))
  const kind = rules.find((rule) => rule.kind !== 'number')?.kind ?? 'number'
  return { name, words, kind }
}
