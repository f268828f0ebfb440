import type { ValidationIssue } from '../error/validation-error.ts'

/** What a check found; `undefined`, and nothing allocated, when all is well. */
export type Issues = ValidationIssue[] | undefined

/** What `validateX` gives for every value that is right: one list for all, so frozen. */
export const noIssues: ValidationIssue[] = /* @__PURE__ */ frozen([])

function frozen<T>(list: T[]): T[] {
  Object.freeze(list)
  return list
}

/** Adds a broken rule to what was found so far. */
export function failed(
  issues: Issues,
  path: string,
  rule: string,
  message: string,
  param?: string,
): ValidationIssue[] {
  const found = issues ?? []
  found.push(param === undefined ? { path, rule, message } : { path, rule, param, message })
  return found
}

/** Adds what was found in a nested value, whose paths begin there. */
export function within(issues: Issues, path: string, below: Issues): Issues {
  if (below === undefined) return issues
  const found = issues ?? []
  for (const issue of below) found.push({ ...issue, path: `${path}.${issue.path}` })
  return found
}
