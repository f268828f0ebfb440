import { listed, moreValues } from '../error/listed.ts'
import type { EnglishRule } from './english-rules.ts'
import type { ByType } from './message-types.ts'
import { type Plurals, render, templateFor } from './render.ts'

/** Values with a size: rules have a separate wording for each. */
export type SizedKind = Extract<keyof ByType, 'string' | 'list' | 'record' | 'bytes'>

/** The message of a rule without one of its own. */
export const invalid = 'must be valid'
/** The separator between alternatives. */
export const or = ' or '

export const englishPlurals: Plurals = { select: (count) => (count === 1 ? 'one' : 'other') }

/** The English message of a broken rule; a rule of the user's own is a name. */
export function englishWords(
  rule: EnglishRule | string,
  param: string | undefined,
  kind: keyof ByType = 'number',
): string {
  if (typeof rule === 'string') return invalid
  const { name, text, textFor, example } = rule
  const template = templateFor(textFor?.(param ?? '') ?? text, { name, param }, kind)
  if (template === undefined) return invalid
  const values = {
    param: shownParam(name, param ?? ''),
    list: listOf(param, or),
    example: example?.(param ?? '') ?? '',
  }
  return render(template, values, englishPlurals)
}

/** The words of a parameter as alternatives. */
export function listOf(
  param: string | undefined,
  separator: string,
  more?: (count: number) => string,
): string {
  return listed((param ?? '').trim().split(/\s+/), separator, more)
}

/** Rules whose parameter is a list of values. */
const listRules: ReadonlySet<string> = /* @__PURE__ */ new Set(['oneof', 'oneofci', 'noneof'])

/** A parameter in a message: a list of values ends after ten. */
export function shownParam(
  rule: string,
  param: string,
  more: (count: number) => string = moreValues,
): string {
  if (!listRules.has(rule)) return param
  return listed(param.match(/'[^']*'(?=\s|$)|\S+/g) ?? [], ' ', more)
}

/** must be 5 or at least 10 */
export function joined([first = '', ...rest]: readonly string[]): string {
  const shared = first.startsWith('must be ') ? /^must (?:be )?/ : /^must /
  return [first, ...rest.map((text) => text.replace(shared, ''))].join(or)
}
