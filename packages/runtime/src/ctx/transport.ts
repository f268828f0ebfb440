import type { ResponseDraft } from '../response/response-draft.ts'

/** How the finished response leaves: one object per kind of server, shared by all requests. */
export interface Transport<Out = unknown> {
  /**
   * Sends the response. Never throws: a client that is gone is no error.
   * @param out the server's own response object.
   * @param head whether the request was a HEAD: headers only.
   */
  send(out: Out, draft: ResponseDraft, head: boolean): void
  /** Closes the connection without an answer. Never throws. */
  drop(out: Out): void
}
