import type { BindIssue } from './bind-error.ts'
import type { ValidationIssue } from './validation-error.ts'

/** What is said about a request in one language. */
export interface Words {
  /** The language tag, for Content-Language. */
  readonly language: string
  /** What a status of 400 is called; `undefined` where the English name stays. */
  readonly title: string | undefined
  /** What an issue says; its own message where the catalogue has no words for it. */
  ruleMessage(issue: ValidationIssue): string
  faultMessage(issue: BindIssue): string
  /** That there is more of the same. */
  more(count: number): string
}

/** Chooses the language that a client is answered in. Made by `catalogues` of `@ctxgen/runtime/messages`. */
export interface Translator {
  /** @param acceptLanguage the Accept-Language header, `""` when there is none. */
  choose(acceptLanguage: string): Words
}
