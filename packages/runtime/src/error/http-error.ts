import { statusText } from './status-text.ts'

/** Headers by name. A list is sent as one line per value. */
export type ErrorHeaders = Readonly<Record<string, string | readonly string[]>>

/**
 * An error with an HTTP status: thrown in a handler, it becomes a response of that status (Fiber's `web.Error`).
 *
 * Its message is sent to the client and must not contain anything internal.
 */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  /** The HTTP status, 400..999. */
  readonly status: number
  /** Headers of the response, set before the error handler runs: `{ 'WWW-Authenticate': 'Bearer' }`. */
  readonly headers: ErrorHeaders | undefined

  /** @param message Default: the standard text of the status (RFC 9110 section 15). */
  constructor(
    status: number,
    message?: string,
    options?: { readonly cause?: unknown; readonly headers?: ErrorHeaders },
  ) {
    super(message ?? statusText[status] ?? 'Error', options)
    this.status = status
    this.headers = options?.headers
  }
}
