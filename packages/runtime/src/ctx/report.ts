/** What of a failed request is told to the operator; its query may hold what no log should. */
export interface FailedRequest {
  readonly method: string
  readonly path: string
}

/** Told of errors that nobody expected: `onError` of the app's config. */
export type OnError = (error: unknown, request: FailedRequest) => unknown

export function logError(error: unknown, { method, path }: FailedRequest): void {
  console.error(`${method} ${path} failed:`, error)
}

/** Tells `onError` of an error. Never throws: who is told of errors and fails at it cannot be helped. */
export function tellOf(error: unknown, request: FailedRequest, onError: OnError): void {
  try {
    Promise.resolve(onError(error, request)).catch(ignore)
  } catch {
    // As above.
  }
}

function ignore(): void {}
