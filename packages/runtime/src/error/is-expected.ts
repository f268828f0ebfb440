import { BindError, RouteError } from './bind-error.ts'
import { HttpError } from './http-error.ts'
import { ValidationError } from './validation-error.ts'

/** Whether an error determines its own response; any other error is a bug in the service. */
export function isExpected(err: unknown): boolean {
  try {
    if (err instanceof HttpError) return isErrorStatus(err.status)
    return err instanceof ValidationError || (err instanceof BindError && !(err instanceof RouteError))
  } catch {
    // A thrown proxy may refuse `instanceof`.
    return false
  }
}

/** The range of `c.status()`, which goes beyond HTTP's. */
function isErrorStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 999
}
