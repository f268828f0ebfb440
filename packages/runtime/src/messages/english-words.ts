import { en } from './en.ts'
import type { ByType } from './message-types.ts'
import { type Catalogue, type ToldRule, toldRules, wordsOf } from './rule-template.ts'

/** Values with a size: rules have a separate wording for each. */
export type SizedKind = Extract<keyof ByType, 'string' | 'list' | 'record' | 'bytes'>

const english: Catalogue = {
  messages: en,
  plurals: { select: (count) => (count === 1 ? 'one' : 'other') },
}

/** The English message for a broken rule or group of alternatives. */
export function englishWords(rule: string, param: string | undefined, kind: keyof ByType = 'number'): string {
  return englishSentence(toldRules(rule, param), kind) ?? en.invalid
}

/** `undefined` when one of the rules has no English message. */
export function englishSentence(rules: readonly ToldRule[], kind: keyof ByType): string | undefined {
  const texts = wordsOf(rules, kind, '', english)
  return texts === undefined ? undefined : joined(texts)
}

/** must be 5 or at least 10 */
function joined([first = '', ...rest]: readonly string[]): string {
  const shared = first.startsWith('must be ') ? /^must (?:be )?/ : /^must /
  return [first, ...rest.map((text) => text.replace(shared, ''))].join(en.or)
}
