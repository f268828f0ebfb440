import type { Key } from '../error/issue-details.ts'
import { maxIssues } from '../error/max-issues.ts'
import type { EnglishRule } from '../messages/english-rule.ts'
import type { IssueKind } from '../messages/english-words.ts'
import { invalid } from '../messages/invalid.ts'
import { issueInNames, type Name, type Names, type RuleIssue, type Words } from './client-names.ts'
import type { EitherRule } from './either-rule.ts'

/** A property, or the path from it to a nested value. */
export type Path = string | readonly Key[]

/** Adds an issue for each rule that a value breaks. */
export type RuleCheck<T> = (value: T, issues: Issues) => void

/** The issues of a value; `undefined` for none. */
export type FoundIssues = readonly RuleIssue[] | undefined

/** A path while its outer parts are added. */
type OpenPath = (Key | Name)[]

/**
 * Collects the issues of a value, in order of declaration. Most values have none, so the list is made with the first
 * issue, and paths are built on the way out.
 */
export class Issues {
  found: (RuleIssue & { readonly path: OpenPath })[] | undefined = undefined
  /** The client names of the properties of the object under validation. */
  protected names: Names | undefined = undefined

  /** Sets the client names of the properties of the object under validation. */
  named(names: Names | undefined): void {
    this.names = names
  }

  /**
   * Adds the issue of a rule; one of the user's own is a name.
   * @param kind the kind of value whose size the rule checks, unless a number
   */
  add(path: Path, rule: EnglishRule | EitherRule | string, param?: Words, kind: IssueKind = 'number'): void {
    const isOwn = typeof rule === 'string'
    const message: RuleIssue['message'] = (name, text) => (isOwn ? invalid : rule.words(name, text, kind))
    this.collect(path, { rule: isOwn ? rule : rule.name, param, message, kind })
  }

  /** Adds the issue of a rule whose tag quotes the message. */
  addOwn(path: Path, rule: Words, message: string, param?: Words): void {
    const own: RuleIssue['message'] = (_, text) =>
      text === undefined ? message : message.replaceAll('{param}', () => text)
    this.collect(path, { rule, param, message: own, isOwn: true })
  }

  /** Checks a nested value. */
  within<V>(path: Path, value: V, check: (value: V, issues: this) => void): void {
    const { names } = this
    const start = this.found?.length ?? 0
    this.names = undefined
    check(value, this)
    this.names = names
    if (this.found !== undefined) place(this.found, start, path, names)
  }

  /** Checks each element of a list, without a call of `within` for each. */
  each<V>(path: Path, values: readonly V[], check: (value: V, issues: this) => void): void {
    const { names } = this
    this.names = undefined
    for (let i = 0; i < values.length; i++) {
      const start = this.found?.length ?? 0
      check(values[i] as V, this)
      if (this.found !== undefined) place(this.found, start, path, names, i)
    }
    this.names = names
  }

  protected collect(path: Path, about: Omit<RuleIssue, 'path' | 'inside' | 'inNames'>): void {
    this.found ??= []
    if (this.found.length === maxIssues) return
    const own = withName(path, this.names)
    const inNames: RuleIssue['inNames'] = (originOf) => issueInNames(issue, originOf)
    const issue = { path: own, inside: own.length, ...about, inNames }
    this.found.push(issue)
  }
}

/** Adds the path to nested values to those from `start` on. */
export function place(
  nested: readonly { readonly path: OpenPath }[],
  start: number,
  path: Path,
  names: Names | undefined,
  index?: number,
): void {
  for (let i = start; i < nested.length; i++) {
    const outer = withName(path, names)
    if (index !== undefined) outer.push(index)
    nested[i]?.path.unshift(...outer)
  }
}

function withName(path: Path, names: Names | undefined): OpenPath {
  const parts: OpenPath = typeof path === 'string' ? [path] : [...path]
  const [property] = parts
  if (typeof property !== 'string' || names === undefined || !Object.hasOwn(names, property)) return parts
  const sent = names[property]
  if (sent !== undefined) parts[0] = { property, sent }
  return parts
}

/** The issues of a value. */
export function issuesOf<T>(check: RuleCheck<T>, value: T): FoundIssues {
  const issues = new Issues()
  check(value, issues)
  return issues.found
}
