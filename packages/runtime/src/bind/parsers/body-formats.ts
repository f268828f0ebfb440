import type { Reading } from '../reading/reading.ts'
import type { WholeShape } from '../shape/value-shape.ts'

/** The readers of a DTO's body by format: a shape for decoded formats, a function for others. */
export interface BodyFormats<R> {
  readonly json?: WholeShape<R>
  readonly msgpack?: WholeShape<R>
  readonly cbor?: WholeShape<R>
  readonly form?: (at: Reading) => R
  readonly xml?: (at: Reading) => R
  /** Optional properties that only a custom binder fills, as no decoded format has them. Must be the last member. */
  readonly optional?: readonly string[]
}

/** The body formats. */
export type BodyFormat = 'json' | 'form' | 'xml' | 'msgpack' | 'cbor'
