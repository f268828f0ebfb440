import type { FixtureCase, Source } from './fixture-cases.ts'

/** A library that hands values to a Standard Schema. */
export interface Recipe {
  readonly name: string
  readonly source: Source
  /** The answer to a case, as `valueText` or `issueText`. */
  readonly answer: (one: FixtureCase) => Promise<string>
  readonly stop?: () => Promise<void>
  /** Whether the library itself changes the values of a case before a schema sees them. */
  readonly differs?: (one: FixtureCase) => boolean
}

/** Checks of one recipe as its page shows it. Rejects with what does not hold. */
export type Check = () => Promise<void>
