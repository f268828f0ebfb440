import type { BindIssue } from './bind-error.ts'
import type { ValidationIssue } from './validation-error.ts'

/** The messages of one language. */
export interface Words {
  /** The language tag, for Content-Language. */
  readonly language: string
  /** The title of a 400; `undefined` for the English title. */
  readonly title: string | undefined
  /**
   * The message of an issue, made from its code and values. The issue's own message when the catalogue has no
   * translation, or when the message is the user's and has no entry of its own.
   */
  messageOf(issue: BindIssue | ValidationIssue): string
  /** The note that more issues were left out. */
  more(count: number): string
}

/** Chooses the language of a response. Made by `catalogues` of `@ctxgen/runtime/messages`. */
export interface Translator {
  /** @param acceptLanguage the Accept-Language header; `""` when absent. */
  choose(acceptLanguage: string): Words
}
