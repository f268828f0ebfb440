import { maxIssues } from '../error/max-issues.ts'
import type { ClientNames, IssueRule, Path, Placed, RuleIssue, RuleText, Translate } from './rule-issue.ts'

/** Adds an issue for each rule that a value breaks. */
export type RuleCheck<T> = (value: T, issues: Issues) => void

/** The issues of a value; `undefined` for none. */
export type FoundIssues = readonly RuleIssue[] | undefined

/**
 * The issues of a value, in order of declaration. Most values have none, so the list is made with the first issue, and
 * paths are built on the way out. Functions fill it, which come with rules: a page without rules bundles none of them.
 */
export interface Issues {
  found: RuleIssue[] | undefined
  /** The client names of the properties of the object under validation. */
  names: ClientNames | undefined
  /** Values whose asynchronous rules run later. */
  readonly lookups?: readonly Placed[]
}

/** Adds the issue of a rule. */
export function add(issues: Issues, path: Path, rule: IssueRule, param?: RuleText | number): void {
  const { names } = issues
  issues.found ??= []
  if (issues.found.length === maxIssues) return
  const own = openPath(path, names)
  const translate = translationOf(param) ?? translationOf(rule.name) ?? names?.translate
  issues.found.push({ path: own, inside: own.length, rule, param, translate })
}

/** A path as a list of its own. */
export function openPath(path: Path, names: ClientNames | undefined): Placed['path'] {
  const parts = typeof path === 'string' ? [path] : [...path]
  return names === undefined ? parts : names.replaceFirst(parts)
}

function translationOf(text: RuleText | number | undefined): Translate | undefined {
  return typeof text === 'object' ? text.translate : undefined
}

/** Finds the issues of a filled object. */
export type FindIssues<T> = (value: T) => FoundIssues

/** The issues of a value. Its type may lack optional properties that the check reads. */
export function issuesOf(check: RuleCheck<never>, value: unknown): FoundIssues {
  const issues: Issues = { found: undefined, names: undefined }
  check(value as never, issues)
  return issues.found
}
