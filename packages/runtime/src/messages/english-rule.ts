import { type EnglishText, englishWords, type IssueKind } from './english-words.ts'

/** A rule with its English message. */
export interface EnglishRule extends EnglishText {
  /** The message for a parameter; the name of a rule is known. */
  readonly words: (name: string, param: string | undefined, kind?: IssueKind) => string
}

/** The functions of placeholders with more than the parameter. */
export type Fill = Omit<EnglishText, 'name' | 'text'>

/** The message comes with the rule, so that a page without rules bundles no templates. */
export function englishRule(own: Pick<EnglishText, 'name' | 'text'>, fill?: Fill): EnglishRule {
  const text = { ...own, ...fill }
  return { ...text, words: (_, param, kind) => englishWords(text, param, kind) }
}
