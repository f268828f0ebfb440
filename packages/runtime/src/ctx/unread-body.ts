import type { Pieces } from '../request/pieces.ts'
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
  /** The number of the handler whose promise `handedOn` is, as long as nobody follows it; -1 for none. */
  wantedBy = -1
  /** The calls of middleware that have not returned. */
  calls = 0
  /** The edits of the draft when `next()` had returned, by the number of the handler that it called: for hints. */
  edits: number[] | undefined = undefined

  /** `pieces()` was called. */
  isStreamed = false

  /** Other code has read from the server's own request, or the body was taken as a stream. */
  abstract readonly isTaken: boolean

  /**
   * Begins to read; called once.
   * @param done is called once, also for a body that is refused or breaks off.
   */
  abstract read(limit: number, done: (body: ReceivedBody) => void): void

  /**
   * The body in pieces, decoded; called once, in place of `read`.
   * @param limit in bytes, as sent and decoded: past it, and when the body breaks off, reads reject with an HttpError.
   */
  abstract pieces(limit: number): Pieces

  /** Counts bytes of a stream that are held until the answer. @throws HttpError when there is no room for them. */
  abstract hold(bytes: number): void
}
