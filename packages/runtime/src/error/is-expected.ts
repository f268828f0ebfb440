import { BindError } from './bind-error.ts'
import { HttpError } from './http-error.ts'
import { RouteError } from './route-error.ts'
import { ValidationError } from './validation-error.ts'

/** Whether an error says itself how it is to be answered; any other is a mistake of the service. */
export function isExpected(err: unknown): boolean {
  try {
    if (err instanceof HttpError) return isErrorStatus(err.status)
    return err instanceof ValidationError || (err instanceof BindError && !(err instanceof RouteError))
  } catch {
    // A proxy may be thrown, too, and refuse to say what it is.
    return false
  }
}

/** Up to 999, as `c.status()` takes them: not all are HTTP's. */
function isErrorStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 999
}
