import type { ResponseDraft } from '../response/response-draft.ts'

/** How the finished response leaves: one object per kind of server, shared by all requests. */
export interface Transport<Out = unknown> {
  /**
   * Sends the response. A client that is gone is no error.
   * @param out the server's own response object.
   * @param head whether the request was a HEAD: headers only.
   * @throws what the server refuses to write, the connection being cut by then.
   */
  send(out: Out, draft: ResponseDraft, head: boolean): void
  /** Closes the connection without a byte. Never throws. */
  drop(out: Out): void
  /** Calls back once when the exchange is over: `gone` when the client went before it had the whole response. */
  onClose(out: Out, listener: (gone: boolean) => void): void
  /** Sends an interim 103 response with these Link values, where the protocol has room for one. */
  sendEarlyHints(out: Out, links: readonly string[]): void
  /** Whether a handler has answered through `out` itself, where it can. */
  hasAnswered?(out: Out): boolean
}
