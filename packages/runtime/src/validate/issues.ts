import type { Key } from '../error/issue-details.ts'
import type { Name, Words } from './client-names.ts'

/** A rule that a value breaks, told in names of properties until it is known what the client calls these. */
export interface BrokenRule {
  /** From the value that was checked down to the one that breaks the rule. */
  readonly path: readonly (Key | Name)[]
  /** How many parts of the path lie within the object whose rule it is. */
  readonly inside: number
  readonly rule: Words
  readonly param: Words | undefined
  /** @param rule the rule, and its parameter, with other properties as the client knows them. */
  readonly message: (rule: string, param: string | undefined) => string
}

/** What a check found; `undefined`, and nothing allocated, when all is well. */
export type Issues = readonly BrokenRule[] | undefined
