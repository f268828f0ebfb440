import type { RuleKind } from '../error/issue-details.ts'
import type { Template } from './message-types.ts'

/**
 * A rule with its English message for a kind of value. It comes with the rule, so that a page bundles the messages of its
 * own rules alone.
 */
export interface EnglishRule {
  readonly name: string
  readonly kind: RuleKind
  /** The message as catalogues have it. */
  readonly text: Template
  readonly words: (name: string, param: string | undefined) => string
}

/** A message with the parameter in it, or none. */
export function englishRule(name: string, text: string, kind: RuleKind = 'number'): EnglishRule {
  return { name, kind, text, words: (_, param) => withParam(text, param) }
}

/** A message about a count. */
export function countRule(name: string, one: string, other: string, kind?: RuleKind): EnglishRule {
  const words: EnglishRule['words'] = (_, param) => withParam(Number(param) === 1 ? one : other, param)
  return { ...englishRule(name, other, kind), text: { one, other }, words }
}

/** A message with more than the parameter. */
export function filledRule(
  name: string,
  text: string,
  fill: (text: string, param: string) => string,
): EnglishRule {
  return { ...englishRule(name, text), words: (_, param = '') => fill(text, param) }
}

function withParam(text: string, param = ''): string {
  return text.replace('{param}', () => param)
}
