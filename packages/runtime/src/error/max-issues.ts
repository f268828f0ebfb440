/** The maximum number of issues of an error: a body has room for two million. */
export const maxIssues = 1000

/** The first issues, as many as an error has. */
export function firstIssues<T>(issues: readonly T[]): readonly T[] {
  return issues.length > maxIssues ? issues.slice(0, maxIssues) : issues
}
