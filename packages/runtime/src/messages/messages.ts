import type { FaultName } from './fault-name.ts'
import type { RuleName } from './rule-name.ts'

/**
 * Words with places for values: `{param}` is the rule's parameter, `{list}` its words joined by `or`, `{example}` a text of
 * the date layout or format that it is, `{path}` the path of what is wrong; a fault has the values that its English text names. A function is given all of them by name.
 */
export type Template = string | Plural | ((values: Readonly<Record<string, string>>) => string)

/** Words that depend on a count, by the categories of `Intl.PluralRules`. */
export interface Plural {
  readonly zero?: string
  readonly one?: string
  readonly two?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}

/** A rule that says another thing of another type. */
export interface ByType {
  readonly string?: Template
  readonly list?: Template
  readonly record?: Template
  readonly bytes?: Template
  /** Of numbers, and where nothing is counted. */
  readonly number?: Template
  /** Compared with now. */
  readonly date?: Template
  /** `unique=sku`: about a property of the elements. */
  readonly property?: Template
}

/**
 * What is said in one language: words that follow the name of a property. What is left out is said in English.
 *
 * `Own` are the names of rules of your own.
 */
export interface Messages<Own extends string = never> {
  /** The name of the status 400. */
  readonly title?: string
  /** `and {count} more` */
  readonly more?: Template
  /** Between alternatives, with its blanks. */
  readonly or?: string
  /** Of a value that breaks a rule of your own. */
  readonly invalid?: Template
  readonly rules?: { readonly [R in RuleName | Own]?: Template | ByType }
  /** What could not be read, by its English text. */
  readonly faults?: { readonly [F in FaultName]?: Template }
  /** Messages that stand behind rules in `@validate`, by their text or by a key that stands there in its place. */
  readonly custom?: Readonly<Record<string, Template>>
}

/** A catalogue that leaves nothing out. */
export interface FullMessages {
  readonly title: string
  readonly more: Template
  readonly or: string
  readonly invalid: Template
  readonly rules: { readonly [R in RuleName]: Template | ByType }
  readonly faults: { readonly [F in FaultName]: Template }
}
