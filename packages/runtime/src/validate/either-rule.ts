import type { EnglishRule } from '../messages/english-rule.ts'
import { joined } from '../messages/english-words.ts'
import { invalid } from '../messages/invalid.ts'
import { ruleAlternatives } from '../messages/rule-alternatives.ts'
import type { Words } from './client-names.ts'

/** Alternatives with their English messages. */
export interface EitherRule extends Pick<EnglishRule, 'words'> {
  readonly name: Words
}

/** Alternatives. @param name their text: `hexcolor|eq=5`. */
export function eitherRule(name: Words, ...rules: readonly (EnglishRule | string)[]): EitherRule {
  const words: EitherRule['words'] = (text, _, kind) => {
    const told = ruleAlternatives(text, undefined).map(({ name, param }, i) => {
      const rule = rules[i]
      return typeof rule === 'object' ? rule.words(name, param, kind) : invalid
    })
    return joined(told)
  }
  return { name, words }
}
