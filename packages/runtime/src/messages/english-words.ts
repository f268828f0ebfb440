import type { EnglishRule } from './english-rule.ts'
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
  const { name, text, textFor, shown, list, example } = rule
  const template = templateFor(textFor?.(param ?? '') ?? text, { name, param }, kind)
  if (template === undefined) return invalid
  const values = {
    param: shown?.(param ?? '') ?? param ?? '',
    list: list?.(param ?? '') ?? '',
    example: example?.(param ?? '') ?? '',
  }
  return render(template, values, englishPlurals)
}

/** must be 5 or at least 10 */
export function joined([first = '', ...rest]: readonly string[]): string {
  const shared = first.startsWith('must be ') ? /^must (?:be )?/ : /^must /
  return [first, ...rest.map((text) => text.replace(shared, ''))].join(or)
}
