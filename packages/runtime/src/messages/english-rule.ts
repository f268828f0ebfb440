import type { ByType, Template } from './message-types.ts'

/** A rule with its English message. */
export interface EnglishRule {
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
