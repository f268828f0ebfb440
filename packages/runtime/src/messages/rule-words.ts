import { detailsOf } from '../error/issue-details.ts'
import type { ValidationIssue } from '../error/validation-error.ts'
import { en } from './en.ts'
import { exampleOf, wordsOfFormat } from './example.ts'
import type { ByType, Messages, Template } from './messages.ts'
import { isByType, render } from './render.ts'

/** A catalogue, and how its language counts. */
export interface Catalogue {
  readonly messages: Messages<string>
  readonly plurals: Intl.PluralRules
}

/** What an issue says to the client. */
interface ToldIssue {
  readonly path: string
  readonly message: string
  readonly rule: string
  readonly param: string | undefined
}

/** A rule as an issue tells it. */
interface ToldRule {
  readonly name: string
  readonly param: string | undefined
}

const english: Catalogue = { messages: en, plurals: new Intl.PluralRules('en') }

const types: readonly (keyof ByType)[] = ['string', 'list', 'record', 'bytes', 'number', 'date', 'property']

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
  const rules = rulesOf(issue)
  const type = types.find((one) => sentence(rules, one, issue, english, joinEnglish) === issue.message)
  const { or = en.or } = to.messages
  const found =
    type === undefined
      ? customWords(issue, to)
      : sentence(rules, type, issue, to, (first, rest) => [first, ...rest].join(or))
  return found ?? issue.message
}

/** By its text or key; a rule of your own has words of its own besides. */
function customWords({ path, rule, param = '', message }: ToldIssue, to: Catalogue): string | undefined {
  for (const [text, template] of Object.entries(to.messages.custom ?? {})) {
    if (text.replaceAll('{param}', param) === message) return render(template, { path, param }, to.plurals)
  }
  return isKnown(rule) || rule.includes('|') ? undefined : wordsOf({ name: rule, param }, 'string', path, to)
}

/** `hexcolor|eq=5` are two rules; one that is alone has its parameter beside it. */
function rulesOf({ rule, param }: ToldIssue): readonly ToldRule[] {
  if (!rule.includes('|')) return [{ name: rule, param }]
  const words = rule.match(/pattern=\/(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*|[^|]+/g) ?? []
  return words.map((word) => {
    const [name = ''] = word.split('=', 1)
    if (name === word) return { name, param: undefined }
    const text = word.slice(name.length + 1)
    return { name, param: text.replaceAll('0x2C', ',').replaceAll('0x7C', '|') }
  })
}

/** `undefined` when there are no words for one of the rules. */
function sentence(
  rules: readonly ToldRule[],
  type: keyof ByType,
  { path }: ToldIssue,
  from: Catalogue,
  join: (first: string, rest: readonly string[]) => string,
): string | undefined {
  const all = rules.map((rule) => wordsOf(rule, type, path, from))
  const [first, ...rest] = all.filter((one) => one !== undefined)
  return first === undefined || rest.length < all.length - 1 ? undefined : join(first, rest)
}

/** As the generator does it: must be 5 or at least 10. */
function joinEnglish(first: string, rest: readonly string[]): string {
  const shared = first.startsWith('must be ') ? /^must (?:be )?/ : /^must /
  return [first, ...rest.map((text) => text.replace(shared, ''))].join(en.or)
}

function wordsOf(
  { name, param = '' }: ToldRule,
  type: keyof ByType,
  path: string,
  { messages, plurals }: Catalogue,
): string | undefined {
  const { rules = {}, invalid, or = en.or } = messages
  const key = keyOf(name, param)
  const text = own(rules, key) ?? (isKnown(key) ? undefined : invalid)
  const template = text !== undefined && isByType(text) ? ofType(text, type) : text
  if (template === undefined) return undefined
  const list = param.trim().split(/\s+/).join(or)
  return render(template, { path, param, list, example: exampleOf(name, param) }, plurals)
}

/** Texts that are not counted are compared, as numbers are. */
function ofType(text: ByType, type: keyof ByType): Template | undefined {
  return text[type] ?? (type === 'string' ? text.number : undefined)
}

function keyOf(name: string, param = ''): string {
  if (name === 'format') return wordsOfFormat(param)
  const [, about] = /^(required|excluded)_/.exec(name) ?? []
  return about ?? name
}

function isKnown(name: string): boolean {
  return Object.hasOwn(en.rules, keyOf(name))
}

function own(
  rules: Readonly<Record<string, Template | ByType | undefined>>,
  name: string,
): Template | ByType | undefined {
  return Object.hasOwn(rules, name) ? rules[name] : undefined
}
