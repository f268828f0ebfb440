import { messageKey } from '@ctxgen/core/rules/rule-names'
import { en } from './en.ts'
import { exampleOf, wordsOfFormat } from './example.ts'
import type { ByType, Messages, Template } from './message-types.ts'
import { listOf, shownValues } from './param-list.ts'
import { type Plurals, render, templateFor } from './render.ts'
import { type NamedRule, ruleAlternatives } from './rule-alternatives.ts'

/** A catalogue with the plural rules of its language. */
export interface Catalogue {
  readonly messages: Messages<string>
  readonly plurals: Plurals
}

/** The message of a rule or of alternatives in a catalogue; `undefined` when one is missing. */
export function rulesWords(
  rule: string,
  param: string | undefined,
  kind: keyof ByType,
  path: string,
  from: Catalogue,
): string | undefined {
  const rules = ruleAlternatives(rule, param)
  const texts = rules.flatMap((one) => ruleWords(one, kind, path, from) ?? [])
  return texts.length === rules.length ? texts.join(from.messages.or ?? en.or) : undefined
}

/** Rules whose parameter is a list of values. */
const listRules: ReadonlySet<string> = new Set(['oneof', 'oneofci', 'noneof'])

/** The note that values of a list were left out. */
export function moreIn({ messages, plurals }: Catalogue): (count: number) => string {
  return (count) => render(messages.moreValues ?? en.moreValues, { count: String(count) }, plurals)
}

export function isKnown(name: string): boolean {
  return Object.hasOwn(en.rules, keyOf(name))
}

/** The message of one rule in a catalogue. */
export function ruleWords(
  rule: NamedRule,
  kind: keyof ByType,
  path: string,
  from: Catalogue,
): string | undefined {
  const { messages, plurals } = from
  const { name, param = '' } = rule
  const { rules = {}, invalid, or = en.or } = messages
  const key = keyOf(name, param)
  const text =
    own(rules, key) ??
    (name === 'format' ? own(rules, name) : undefined) ??
    (isKnown(key) ? undefined : invalid)
  const template = text && templateFor(text, rule, kind)
  if (template === undefined) return undefined
  const more = moreIn(from)
  const values = {
    path,
    param: listRules.has(name) ? shownValues(param, more) : param,
    list: listOf(param, or, more),
    example: exampleOf(name, param),
  }
  return render(template, values, plurals)
}

function keyOf(name: string, param = ''): string {
  if (name === 'format') return wordsOfFormat(param)
  return messageKey(name)
}

export function own<T = Template | ByType>(
  templates: Readonly<Record<string, T | undefined>>,
  name: string,
): T | undefined {
  return Object.hasOwn(templates, name) ? templates[name] : undefined
}
