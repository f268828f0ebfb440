import type { Attack } from './attack.ts'
import type { Answered } from './send-attack.ts'

/** The result of one attack over one transport or on the generator. */
export interface Outcome {
  readonly attack: Attack
  /** `http`, `fetch`, `h2c` or `generator`, with node's flags if any. */
  readonly over: string
  readonly failures: readonly string[]
  /** Why it was not run. */
  readonly skipped?: string | undefined
  readonly answered?: Answered | undefined
  /** The generator's output. */
  readonly printed?: string | undefined
}

/** Receives outcomes as they arrive. */
export type Report = (outcome: Outcome) => void
