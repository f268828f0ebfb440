import type { ChangeList } from './breaking-change.ts'
import type { DocumentValue } from './document-value.ts'

/** An operation that both documents have. */
export interface OperationPair {
  readonly changes: ChangeList
  /** `GET /cars/{id}` */
  readonly name: string
  readonly before: PlacedOperation
  readonly after: PlacedOperation
}

export interface PlacedOperation {
  readonly path: string
  readonly item: DocumentValue
  readonly operation: DocumentValue
}
