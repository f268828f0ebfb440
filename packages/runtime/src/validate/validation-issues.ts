import type { BindSourceName } from '../error/bind-error.ts'
import { withDetails } from '../error/issue-details.ts'
import type { ValidationIssue } from '../error/validation-error.ts'
import { namesOfIssue } from './issue-names.ts'
import type { FoundIssues } from './issues.ts'
import type { NamingSource, RuleIssue } from './rule-issue.ts'

/** The source of a property's value. */
export interface Origin {
  readonly source: BindSourceName
  /** The source whose names the client used; `undefined` when there are only property names. */
  readonly names: NamingSource | undefined
  /** Whether the path leads into a decoded body. */
  readonly isDecoded: boolean
}

/** The maximum number of characters in all paths: a body has room for thousands of keys below one of its own length. */
const maxPaths = 2 ** 18

/** The shared and therefore frozen result of `validateX` for every valid value. */
const noIssues: ValidationIssue[] = /* @__PURE__ */ frozen([])

/** The issues of a value without a request, in property names. */
export function propertyIssues(found: FoundIssues): ValidationIssue[] {
  return found === undefined ? noIssues : bounded(found)
}

/** The issues of a request, in client names. @param originOf returns the source of a property of the DTO. */
export function clientIssues(
  found: readonly RuleIssue[],
  originOf: (property: string) => Origin,
): ValidationIssue[] {
  return bounded(found, originOf)
}

/** As many issues as the limit on path characters allows, at least one. */
function bounded(found: readonly RuleIssue[], originOf?: (property: string) => Origin): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  let characters = 0
  for (const one of found) {
    const issue = validationIssue(one, originOf)
    characters += issue.path.length
    if (characters > maxPaths && issues.length > 0) break
    issues.push(issue)
  }
  return issues
}

/** An issue in client names, or property names without an origin. */
function validationIssue(found: RuleIssue, originOf?: (property: string) => Origin): ValidationIssue {
  const { path, rule, param } = found
  const origin = originOf?.(String(path[0] ?? ''))
  const names = namesOfIssue(found, (property) => originOf?.(property).names)
  const issue: ValidationIssue = {
    ...(origin && { source: origin.source }),
    path: names.keys.join('.'),
    message: rule.words(names.rule, names.param),
    code: rule.issue?.code ?? 'rule',
    ...(rule.issue?.values && { values: rule.issue.values }),
    rule: String(rule.name),
    ...(param !== undefined && { param: String(param) }),
    property: path.join('.'),
    ...(rule.isOwn && { isOwn: true }),
  }
  const { kind, issue: { text } = {} } = rule
  return withDetails(issue, { ...names, keys: origin?.isDecoded ? names.keys : undefined, kind, text })
}

function frozen<T>(list: T[]): T[] {
  Object.freeze(list)
  return list
}
