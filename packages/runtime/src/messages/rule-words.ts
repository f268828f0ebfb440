import { detailsOf } from '../error/issue-details.ts'
import type { ValidationIssue } from '../error/validation-error.ts'
import { en } from './en.ts'
import { englishPlurals, joined } from './english-words.ts'
import type { ByType } from './message-types.ts'
import { render } from './render.ts'
import { type Catalogue, isKnown, wordsOf } from './rule-template.ts'
import { type ToldRule, toldRules } from './told-rules.ts'

/** An issue as the client sees it. */
interface ToldIssue {
  readonly path: string
  readonly message: string
  readonly rule: string | undefined
  readonly param: string | undefined
}

const kinds: readonly (keyof ByType)[] = ['string', 'list', 'record', 'bytes', 'number']

/**
 * The message of an issue in the catalogue's language; its own message when the catalogue has no translation.
 *
 * An issue does not record the type of its value, on which the message of a rule such as `min` depends. The type
 * follows from the English message, which is unique per type. A message that matches none is the author's.
 */
export function ruleWords(broken: ValidationIssue, to: Catalogue): string {
  // Messages refer to other properties by their client names.
  const { rule = broken.rule, param = broken.param } = detailsOf(broken)
  const issue: ToldIssue = { path: broken.path, message: broken.message, rule, param }
  if (rule === undefined || broken.isOwn) return customWords(issue, to) ?? issue.message
  const rules = toldRules(rule, param)
  const kind = kinds.find((one) => englishSentence(rules, one) === issue.message)
  if (kind === undefined) return customWords(issue, to) ?? issue.message
  return wordsOf(rules, kind, issue.path, to)?.join(to.messages.or ?? en.or) ?? issue.message
}

const english: Catalogue = { messages: en, plurals: englishPlurals }

/** `undefined` when one of the rules has no English message. */
function englishSentence(rules: readonly ToldRule[], kind: keyof ByType): string | undefined {
  const texts = wordsOf(rules, kind, '', english)
  return texts === undefined ? undefined : joined(texts)
}

/** By text or key; a custom rule may also have its own template. */
function customWords({ path, rule, param = '', message }: ToldIssue, to: Catalogue): string | undefined {
  for (const [text, template] of Object.entries(to.messages.custom ?? {})) {
    if (text.replaceAll('{param}', param) === message) return render(template, { path, param }, to.plurals)
  }
  if (rule === undefined || isKnown(rule) || rule.includes('|')) return undefined
  return wordsOf([{ name: rule, param }], 'string', path, to)?.join()
}
