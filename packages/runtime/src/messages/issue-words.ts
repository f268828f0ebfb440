import type { BindIssue } from '../error/bind-error.ts'
import { detailsOf } from '../error/issue-details.ts'
import { alternatives, type IssueValues, shownValues } from '../error/issue-text.ts'
import type { ValidationIssue } from '../error/validation-error.ts'
import { en } from './en.ts'
import type { Messages, Template } from './message-types.ts'
import { render, type Values } from './render.ts'
import { type Catalogue, isKnown, moreIn, own, rulesWords, ruleWords } from './rule-template.ts'

/**
 * The message of an issue in the catalogue's language. The issue's own message when it is the user's, or when the
 * catalogue has no translation.
 */
export function issueWords(issue: BindIssue | ValidationIssue, to: Catalogue): string {
  const { path, message, values = {} } = issue
  const { text, kind, ...sent } = detailsOf(issue)
  if (text !== undefined) {
    const template = own<Template>(to.messages.issues ?? {}, text)
    return template === undefined ? message : render(template, { path, ...wordsOf(values, to) }, to.plurals)
  }
  const rule = sent.rule ?? ('rule' in issue ? issue.rule : undefined)
  const param = sent.param ?? ('param' in issue ? issue.param : undefined)
  const words = rule !== undefined && kind !== undefined && rulesWords(rule, param, kind, path, to)
  return words || (ownWords({ path, message, rule, param }, to) ?? message)
}

/** An issue with a message of the user's own. */
interface OwnMessage {
  readonly path: string
  readonly message: string
  readonly rule: string | undefined
  readonly param: string | undefined
}

/** By text or key; a custom rule may also have its own template. */
function ownWords({ path, message, rule, param = '' }: OwnMessage, to: Catalogue): string | undefined {
  for (const [text, template] of Object.entries(to.messages.custom ?? {})) {
    if (text.replaceAll('{param}', param) === message) return render(template, { path, param }, to.plurals)
  }
  const isOwnRule = rule !== undefined && !isKnown(rule) && own(to.messages.rules ?? {}, rule) !== undefined
  return isOwnRule ? ruleWords({ name: rule, param }, 'string', path, to) : undefined
}

/** The values of a message in the catalogue's language. */
function wordsOf({ kinds, ...values }: IssueValues, to: Catalogue): Values {
  const shown = shownValues(values, moreIn(to))
  if (typeof kinds !== 'object') return shown
  const kindWords = (kind: string): string => kindIn(to.messages.kinds, kind) ?? kind
  return { ...shown, kinds: alternatives(kinds, kindWords, to.messages.or ?? en.or) }
}

function kindIn(kinds: Messages['kinds'] = {}, kind: string): string | undefined {
  return own<string>(kinds, kind) ?? kinds.class?.replace('{name}', () => kind)
}
