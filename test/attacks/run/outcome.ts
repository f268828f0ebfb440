import type { Attack } from './attack.ts'
import type { Answered } from './send-attack.ts'

/** What one attack came to, over one transport or on the generator. */
export interface Outcome {
  readonly attack: Attack
  /** `http`, `fetch`, `h2c`, `generator`; with the flags of node where there were any. */
  readonly over: string
  readonly faults: readonly string[]
  /** Why it was not made. */
  readonly skipped?: string | undefined
  readonly answered?: Answered | undefined
  /** What the generator printed. */
  readonly printed?: string | undefined
}

/** Takes outcomes as they come. */
export type Report = (outcome: Outcome) => void
