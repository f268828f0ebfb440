import { detailsOf } from '../error/issue-details.ts'
import type { ValidationIssue } from '../error/validation-error.ts'
import { en } from './en.ts'
import { englishSentence } from './english-words.ts'
import type { ByType } from './messages.ts'
import { render } from './render.ts'
import { type Catalogue, isKnown, toldRules, wordsOf } from './rule-template.ts'

/** What an issue says to the client. */
interface ToldIssue {
  readonly path: string
  readonly message: string
  readonly rule: string
  readonly param: string | undefined
}

const kinds: readonly (keyof ByType)[] = ['string', 'list', 'record', 'bytes', 'number']

/**
 * What an issue says in the language of a catalogue; its own message where that has no words for it.
 *
 * An issue does not tell of what type its value is, and `min` has other words for a text than for a number. But its own
 * message does: it is the English one for just one of them. One that is none of these stands behind a rule in the source.
 */
export function ruleWords(broken: ValidationIssue, to: Catalogue): string {
  // Messages name other properties as the client knows them.
  const { rule = broken.rule, param = broken.param } = detailsOf(broken)
  const issue: ToldIssue = { path: broken.path, message: broken.message, rule, param }
  const rules = toldRules(rule, param)
  const kind = kinds.find((one) => englishSentence(rules, one) === issue.message)
  if (kind === undefined) return customWords(issue, to) ?? issue.message
  return wordsOf(rules, kind, issue.path, to)?.join(to.messages.or ?? en.or) ?? issue.message
}

/** By its text or key; a rule of your own has words of its own besides. */
function customWords({ path, rule, param, message }: ToldIssue, to: Catalogue): string | undefined {
  for (const [text, template] of Object.entries(to.messages.custom ?? {})) {
    if (text.replaceAll('{param}', param ?? '') === message)
      return render(template, { path, param: param ?? '' }, to.plurals)
  }
  if (isKnown(rule) || rule.includes('|')) return undefined
  return wordsOf([{ name: rule, param }], 'string', path, to)?.join()
}
