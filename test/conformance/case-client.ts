import type { CaseRequest } from './case-types.ts'
import type { ClientResponse } from './client-response.ts'

/** What sends the requests of one case to its App. */
export interface CaseClient {
  /** Settles when a request went away before its response was over, or the case is at its end. */
  readonly gone: Promise<void>
  send(request: CaseRequest, app: unknown): Promise<ClientResponse>
  /** Waits until every response has been handed over, at most a moment. */
  responsesOver(): Promise<void>
  close(): void
}
