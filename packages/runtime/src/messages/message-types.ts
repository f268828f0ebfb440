import type * as english from '../error/english-issues.ts'
import type { RuleName, UntranslatedRule } from './rule-name.gen.ts'

/**
 * A message with placeholders: `{param}` is the rule's parameter, `{list}` its words joined by `or`, `{example}` an
 * example of the date layout or format, `{path}` the path of the value. A message of the binders has the placeholders of
 * its English text. A function receives all values by name.
 */
export type Template = string | Plural | ((values: Readonly<Record<string, string>>) => string)

/** A message that depends on a count, by the categories of `Intl.PluralRules`. */
export interface Plural {
  readonly zero?: string
  readonly one?: string
  readonly two?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}

/** The English text of an issue of the binders. */
export type IssueName = (typeof english)[keyof typeof english]['text']

/** A kind of value in a union. */
export type KindName = 'string' | 'number' | 'array' | 'object' | 'bytes' | 'date' | 'class'

/** A rule whose message depends on the type of the value. */
export interface ByType {
  readonly string?: Template
  readonly list?: Template
  readonly record?: Template
  readonly bytes?: Template
  /** For numbers, and for values without a size. */
  readonly number?: Template
  /** The value is compared with the current time. */
  readonly date?: Template
  /** `unique=sku`: the rule is about a property of the elements. */
  readonly property?: Template
}

/**
 * The messages of one language: each follows the name of a property. A missing message falls back to English.
 *
 * `Own` lists the names of custom rules.
 */
export interface Messages<Own extends string = never> {
  /** The title of a 400. */
  readonly title?: string
  /** `and {count} more`, of errors. */
  readonly more?: Template
  /** `and {count} more`, of a list of values, which ends after ten. */
  readonly moreValues?: Template
  /** The separator between alternatives, with its spaces. */
  readonly or?: string
  /** For a broken custom rule without a message. */
  readonly invalid?: Template
  readonly rules?: { readonly [R in RuleName | Own]?: Template | ByType }
  /** Issues of the binders, by their English text. */
  readonly issues?: { readonly [I in IssueName]?: Template }
  /** The kinds in `must be {kinds}`; `class` has the placeholder `{name}`. */
  readonly kinds?: { readonly [K in KindName]?: string }
  /** Messages given in `@validate` or to `ValidationError.of`, by their text or by a key written in its place. */
  readonly custom?: Readonly<Record<string, Template>>
}

/** A complete catalogue. */
export interface FullMessages {
  readonly title: string
  readonly more: Template
  readonly moreValues: Template
  readonly or: string
  readonly invalid: Template
  readonly rules: { readonly [R in Exclude<RuleName, UntranslatedRule>]: Template | ByType } & {
    readonly [R in UntranslatedRule]?: Template | ByType
  }
  readonly issues: { readonly [I in IssueName]: Template }
  readonly kinds: { readonly [K in KindName]: string }
}
