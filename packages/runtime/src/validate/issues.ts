import type { Key } from '../error/issue-details.ts'
import { maxIssues } from '../error/max-issues.ts'
import type { EnglishRule } from '../messages/english-rule.ts'
import type { SizedKind } from '../messages/english-words.ts'
import { invalid } from '../messages/invalid.ts'
import type { Name, Names, RuleIssue, Words } from './client-names.ts'
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
  add(path: Path, rule: EnglishRule | EitherRule | string, param?: Words, kind?: SizedKind): void {
    const message: RuleIssue['message'] = (name, text) =>
      typeof rule === 'string' ? invalid : rule.words(name, text, kind)
    this.collect(path, typeof rule === 'string' ? rule : rule.name, param, message, {
      kind: kind ?? 'number',
    })
  }

  /** Adds the issue of a rule whose tag quotes the message. */
  addOwn(path: Path, rule: Words, message: string, param?: Words): void {
    const own: RuleIssue['message'] = (_, text) =>
      text === undefined ? message : message.replaceAll('{param}', () => text)
    this.collect(path, rule, param, own, { isOwn: true })
  }

  /** Checks a nested value. */
  within<V>(path: Path, value: V, check: (value: V, issues: this) => void): void {
    const { names } = this
    const start = this.found === undefined ? 0 : this.found.length
    this.names = undefined
    check(value, this)
    this.names = names
    if (this.found !== undefined) place(this.found, start, path, names)
  }

  /** Checks each element of a list. */
  each<V>(path: Path, values: readonly V[], check: (value: V, issues: this) => void): void {
    const { names } = this
    this.names = undefined
    for (let i = 0; i < values.length; i++) {
      const start = this.found === undefined ? 0 : this.found.length
      check(values[i] as V, this)
      if (this.found !== undefined) place(this.found, start, path, names, i)
    }
    this.names = names
  }

  protected collect(
    path: Path,
    rule: Words,
    param: Words | undefined,
    message: RuleIssue['message'],
    about: Pick<RuleIssue, 'kind' | 'issue' | 'isOwn'>,
  ): void {
    this.found ??= []
    if (this.found.length === maxIssues) return
    const own = withName(path, this.names)
    this.found.push({ path: own, inside: own.length, rule, param, message, ...about })
  }
}

/** Adds the path to nested values to those from `start` on. @param index of an element of the list at `path` */
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
  const [property, ...rest] = typeof path === 'string' ? [path] : path
  if (property === undefined) return []
  if (names === undefined || typeof property !== 'string' || !Object.hasOwn(names, property))
    return [property, ...rest]
  const sent = names[property]
  return [sent === undefined ? property : { property, sent }, ...rest]
}

/** The issues of a value. */
export function issuesOf<T>(check: RuleCheck<T>, value: T): FoundIssues {
  const issues = new Issues()
  check(value, issues)
  return issues.found
}
