import type { CaseRequest } from './case-types.ts'
import type { ClientResponse } from './client-response.ts'

/** Sends the requests of one case to its App. */
export interface CaseClient {
  /** Settles when a request disconnects before its response is complete, or when the case ends. */
  readonly gone: Promise<void>
  send(request: CaseRequest, app: unknown): Promise<ClientResponse>
  /** Waits briefly until every response has been delivered. */
  responsesOver(): Promise<void>
  close(): void
}
