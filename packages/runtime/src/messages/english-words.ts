import { invalid } from './invalid.ts'
import type { ByType, Template } from './message-types.ts'
import { type Plurals, render, templateFor } from './render.ts'

/** The kind of a value: rules about sizes have a wording for each. */
export type IssueKind = Extract<keyof ByType, 'string' | 'list' | 'record' | 'bytes' | 'number'>

/** The English message of a rule as data. */
export interface EnglishText {
  readonly name: string
  readonly text: Template | ByType
  /** The message for a parameter, where it is another one. */
  readonly textFor?: (param: string) => Template | ByType | undefined
  /** The value of `{param}`, where it is not the parameter as written. */
  readonly shown?: (param: string) => string
  /** The value of `{list}`. */
  readonly list?: (param: string) => string
  /** The value of `{example}`. */
  readonly example?: (param: string) => string
}

/** The separator between alternatives. */
export const or = ' or '

const englishPlurals: Plurals = { select: (count) => (count === 1 ? 'one' : 'other') }

/** The English message of a rule. */
export function englishWords(
  { name, text, textFor, shown, list, example }: EnglishText,
  param: string | undefined,
  kind: keyof ByType = 'number',
): string {
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
