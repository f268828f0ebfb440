import type { IssueCode } from '@ctxgen/core/issue-code'
import { mustBeOfKind } from './english-issues.ts'
import { listed, maxListed } from './listed.ts'

/** The kind of value that a place takes (`integer`, `array`, an alias such as `int8`), or the values of a choice. */
export type IssueExpected = string | readonly (string | number | boolean | null)[]

/** The values of a message's placeholders. A list has its first ten values, and `more` the number of the others. */
export type IssueValues = Readonly<Record<string, string | number | readonly string[]>>

/** An issue without its place. */
export interface IssueText {
  readonly code: IssueCode
  readonly expected?: IssueExpected | undefined
  /** The English message with placeholders: its key in catalogues; empty for a message of the user's own. */
  readonly text: string
  readonly values?: IssueValues | undefined
  /** `text` with its values. */
  readonly message?: string | undefined
  readonly cause?: unknown
}

/** An issue with the values of its message. */
export function withValues(
  issue: IssueText,
  values: Readonly<Record<string, string | number>>,
  expected?: IssueExpected,
): IssueText {
  const { code, text } = issue
  let message = text
  for (const name of Object.keys(values)) message = filled(message, `{${name}}`, String(values[name]))
  // Spreads made answers with many issues a third slower.
  return { code, expected: expected ?? issue.expected, text, values, message }
}

function filled(text: string, place: string, value: string): string {
  const at = text.indexOf(place)
  return text.slice(0, at) + value + text.slice(at + place.length)
}

/** An issue whose message lists values. */
export function withList(issue: IssueText, list: readonly string[], expected?: IssueExpected): IssueText {
  const more = list.length - maxListed
  const values = { values: list.slice(0, maxListed), ...(more > 0 && { more }) }
  const message = issue.text.replace('{values}', () => listed(list))
  return { ...issue, expected: expected ?? issue.expected, values, message }
}

/** Values as text. @param more the note that values of a list were left out */
export function shownValues(values: IssueValues, more: (count: number) => string): Record<string, string> {
  const { more: others } = values
  const end = typeof others === 'number' ? ` ${more(others)}` : ''
  const entries = Object.entries(values)
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === 'object' ? value.join(', ') + end : String(value),
    ]),
  )
}

/** The issue of a value that has the right kind, but is out of its range. */
export function outOfRange(issue: IssueText): IssueText {
  return { ...issue, code: 'range', expected: undefined }
}

/** The issue of a value that has the kind of no union member: literals as JSON, kinds, and names of classes. */
export function noneOf(...kinds: readonly string[]): IssueText {
  const message = `must be ${alternatives(kinds, englishKind, ' or ')}`
  const expected = new Set(kinds.map((kind) => (isLiteral(kind) ? kindOfLiteral(kind) : kind)))
  return { ...mustBeOfKind, expected: [...expected], values: { kinds }, message }
}

/** `a, b or c` */
export function alternatives(
  kinds: readonly string[],
  words: (kind: string) => string,
  separator: string,
): string {
  const all = kinds.map((kind) => (isLiteral(kind) ? kind : words(kind)))
  const last = all.pop() ?? ''
  return all.length === 0 ? last : `${all.join(', ')}${separator}${last}`
}

function isLiteral(kind: string): boolean {
  return /^(?:["\d-]|true$|false$|null$)/.test(kind)
}

function kindOfLiteral(text: string): string {
  if (text.startsWith('"')) return 'string'
  if (text === 'null') return text
  return text === 'true' || text === 'false' ? 'boolean' : 'number'
}

function englishKind(kind: string): string {
  switch (kind) {
    case 'bytes':
      return kind
    case 'date':
      return 'a date and time (RFC 3339)'
    case 'array':
      return 'a list'
    case 'object':
      return 'an object'
    case 'string':
    case 'number':
      return `a ${kind}`
    default:
      return `a valid ${kind}`
  }
}
