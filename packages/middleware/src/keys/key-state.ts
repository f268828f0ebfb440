import type { RecordedAnswer } from '../answers/recorded-answer.ts'

/** The state of a key, as the store has it. */
export interface KeyState {
  /** The digest of the request. */
  readonly of: string
  /** Of the request that is being handled. */
  readonly by?: string
  /** `null` for one that could not be kept. */
  readonly answer?: RecordedAnswer | null
}
