import type { Key } from '../error/issue-details.ts'
import type { Name, Names, Words } from './client-names.ts'

/** A rule that a value breaks, told in names of properties until it is known what the client calls these. */
export interface BrokenRule {
  /** From the value that was checked down to the one that breaks the rule. */
  readonly path: readonly (Key | Name)[]
  /** How many parts of the path lie within the object whose rule it is. */
  readonly inside: number
  readonly rule: Words
  readonly message: Words
  readonly param: Words | undefined
}

/** What a check found; `undefined`, and nothing allocated, when all is well. */
export type Issues = BrokenRule[] | undefined

/** Most broken rules that are collected: a body has room for two million. */
export const mostIssues: number = 2 ** 15

/** Adds a broken rule to what was found so far. */
export function failed(
  issues: Issues,
  path: string | readonly Key[],
  rule: Words,
  message: Words,
  param?: Words,
): BrokenRule[] {
  const found = issues ?? []
  if (found.length === mostIssues) return found
  const parts = typeof path === 'string' ? [path] : path
  found.push({ path: parts, inside: parts.length, rule, message, param })
  return found
}

/** Adds what was found in a nested value, whose paths begin there. */
export function within(issues: Issues, path: string | readonly Key[], below: Issues): Issues {
  if (below === undefined) return issues
  const found = issues ?? []
  const above = typeof path === 'string' ? [path] : path
  for (const issue of below.slice(0, mostIssues - found.length)) {
    found.push({ ...issue, path: [...above, ...issue.path] })
  }
  return found
}

/** Says what clients call the properties with which the paths begin. */
export function withNames(issues: Issues, names: Names): Issues {
  return issues?.map((issue) => ({ ...issue, path: withName(issue.path, names) }))
}

function withName(path: BrokenRule['path'], names: Names): BrokenRule['path'] {
  const [property, ...rest] = path
  if (typeof property !== 'string' || !Object.hasOwn(names, property)) return path
  const sent = names[property]
  return sent === undefined ? path : [{ property, sent }, ...rest]
}
