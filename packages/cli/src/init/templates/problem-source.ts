/** The answer to an error where a framework throws errors with a `statusCode` of its own. */
export const problemSource = `import { HttpError } from '@ctxgen/runtime'
import { type Problem, problemOf } from '@ctxgen/runtime/adapters'

/** The part of an error that a client may see. The framework's own errors have a \`statusCode\`. */
export function toProblem(error: unknown): Problem {
  const problem = problemOf(error)
  if (problem.status !== 500 || !(error instanceof Error)) return problem
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? problemOf(new HttpError(status, error.message)) : problem
}
`
