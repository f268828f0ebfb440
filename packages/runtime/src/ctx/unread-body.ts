import type { ReceivedBody } from './received-body.ts'

/**
 * The unread body of a request, from an adapter. The Ctx keeps its notes about it here, so that a request without a
 * body has no fields for them.
 */
export abstract class UnreadBody {
  /** Settles when the body was read, or refused. */
  reading: Promise<void> | undefined = undefined
  /** The result of the last `next()`. */
  handedOn: Promise<void> | undefined = undefined
  /** The edits of the draft when `next()` had returned, by the number of the handler that it called: for hints. */
  edits: number[] | undefined = undefined

  /** Other code has read from the server's own request. */
  abstract readonly isTaken: boolean

  /**
   * Begins to read; called once.
   * @param done is called once, also for a body that is refused or breaks off.
   */
  abstract read(limit: number, done: (body: ReceivedBody) => void): void
}
