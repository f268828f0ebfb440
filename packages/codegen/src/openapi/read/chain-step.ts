import type { Segments } from './route-cover.ts'
import type { RouteEntry, Value } from './value.ts'

/** A step of a request's way: a handler, or the error handler of a mounted app. */
export interface ChainStep {
  readonly handler: Value
  /** The registration; `undefined` for an error handler. */
  readonly entry: RouteEntry | undefined
  /** With all prefixes. */
  readonly pattern: string
  readonly segments: Segments
  /** The number of steps of the registration from here on, for the first one; else 0. */
  readonly steps: number
}

export interface OperationPlace {
  readonly method: string
  readonly pattern: string
  readonly segments: Segments
  readonly entry: RouteEntry
  readonly isConditional: boolean
  readonly chain: readonly ChainStep[]
  readonly errorHandler: Value | undefined
  /** The default error handler answers with JSON alone. */
  readonly errorsAreJson: boolean
}
