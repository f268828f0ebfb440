import type { ts } from 'ts-morph'
import type { Flow } from './flow.ts'
import type { OperationFacts } from './operation-facts.ts'
import type { Value } from './value.ts'

/** The code that is being read. */
export interface Reading {
  readonly flow: Flow
  readonly facts: OperationFacts | undefined
  /** Evaluates the handlers that `c.next()` runs. */
  readonly next: (node: ts.Node) => Value
}
