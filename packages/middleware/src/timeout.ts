import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { awaitsBody, giveUp } from '@ctxgen/runtime/middleware'
import { checkDelay } from './chain/check-option.ts'

/** The options of {@link timeout}. */
export interface TimeoutOptions {
  /** Called at a time-out, before the answer: for metrics. */
  readonly onTimeout?: (c: Ctx) => void
}

/**
 * Limits the time of the handlers behind it: aborts `c.signal()` and answers 503, or 408 while the body of the request is
 * being read. A handler that ignores the signal runs on; its answer is dropped, and to read the Ctx throws. A handler that blocks the event loop is not interrupted, and a
 * stream may take longer to send.
 * @param ms milliseconds
 * @answer 503 HttpError
 * @answer POST,PUT,PATCH,DELETE 408 HttpError
 */
export function timeout(ms: number, { onTimeout }: TimeoutOptions = {}): Handler {
  checkDelay('timeout', ms)
  return (c) => {
    const rest = c.next()
    return rest === undefined ? undefined : race(c, rest, ms, onTimeout)
  }
}

function race(c: Ctx, rest: Promise<void>, ms: number, onTimeout?: (c: Ctx) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      const error = awaitsBody(c) ? new HttpError(408) : new HttpError(503, 'The request took too long')
      giveUp(c, error)
      try {
        onTimeout?.(c)
      } finally {
        reject(error)
      }
    }
    const timer = setTimeout(end, ms)
    rest.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
