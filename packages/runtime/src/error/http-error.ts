import { statusText } from './status-text.ts'

/**
 * An answer in the shape of an error: thrown in a handler it becomes a response of that status (Fiber's `web.Error`).
 *
 * Its message is sent to the client, so it must not hold what the client should not see.
 */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  /** The HTTP status, 400..999. */
  readonly status: number

  /** @param message the standard text of the status when left out (RFC 9110 section 15). */
  constructor(status: number, message?: string, options?: { readonly cause?: unknown }) {
    super(message ?? statusText[status] ?? 'Error', options)
    this.status = status
  }
}
