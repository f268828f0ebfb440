import type { EnglishRule } from '../messages/english-rule.ts'
import { englishWords, joined, type SizedKind } from '../messages/english-words.ts'
import { ruleAlternatives } from '../messages/rule-alternatives.ts'
import type { Words } from './client-names.ts'

/** Alternatives with their English messages. */
export interface EitherRule {
  readonly name: Words
  /** @param rule the alternatives as the client sees them. */
  readonly words: (rule: string, kind: SizedKind | undefined) => string
}

/** Alternatives. @param name their text: `hexcolor|eq=5`. */
export function eitherRule(name: Words, ...rules: readonly (EnglishRule | string)[]): EitherRule {
  const words = (text: string, kind: SizedKind | undefined): string =>
    joined(ruleAlternatives(text, undefined).map(({ param }, i) => englishWords(rules[i] ?? '', param, kind)))
  return { name, words }
}
