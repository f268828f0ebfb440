import { tooManyLookups } from '../error/english-issues.ts'
import type { Key } from '../error/issue-details.ts'
import { withValues } from '../error/issue-text.ts'
import { maxIssues } from '../error/max-issues.ts'
import type { Name, Names, RuleIssue } from './client-names.ts'
import { type FoundIssues, Issues, type Path, place } from './issues.ts'
import type { RuleContext } from './rule-context.ts'

/** The maximum number of values with asynchronous rules: a body can hold a million, and each may query a database. */
const maxLookups = 10_000
/** The maximum number of values with asynchronous rules running at once. */
const maxRunning = 256

/** {@link RuleCheck} with asynchronous rules. */
export type AsyncRuleCheck<T> = (value: T, issues: PendingIssues) => void

/** Runs the asynchronous rules of one value one by one, up to the first issue. */
type LookupRules<V> = (value: V, issues: Issues, context: RuleContext) => Promise<void>

/** A value with asynchronous rules. */
interface Lookup {
  /** The path to the object with the value. */
  readonly path: (Key | Name)[]
  readonly names: Names | undefined
  readonly run: (issues: Issues, context: RuleContext) => Promise<void>
  /** The number of issues found before it. */
  readonly at: number
  found?: FoundIssues
}

/**
 * Collects issues in order of declaration, and runs asynchronous rules concurrently after all others, but not for a value
 * that already broke a rule.
 */
export class PendingIssues extends Issues {
  readonly #lookups: Lookup[] = []
  #isExceeded = false

  /** Runs the asynchronous rules of a value later. More than {@link maxLookups} values are an issue themselves. */
  later<V>(value: V, rules: LookupRules<V>): void {
    const at = this.found?.length ?? 0
    if (this.#lookups.length < maxLookups) {
      const run: Lookup['run'] = (issues, context) => rules(value, issues, context)
      this.#lookups.push({ path: [], names: this.names, run, at })
    } else if (!this.#isExceeded) {
      this.#isExceeded = true
      const issue = withValues(tooManyLookups, { max: maxLookups })
      this.collect([], {
        rule: 'lookups',
        param: undefined,
        message: () => issue.message ?? issue.text,
        issue,
      })
    }
  }

  override within<V>(path: Path, value: V, check: (value: V, issues: this) => void): void {
    const { names } = this
    const start = this.#lookups.length
    super.within(path, value, check)
    place(this.#lookups, start, path, names)
  }

  override each<V>(path: Path, values: readonly V[], check: (value: V, issues: this) => void): void {
    const parts = typeof path === 'string' ? [path] : path
    for (const [i, value] of values.entries()) this.within([...parts, i], value, check)
  }

  /**
   * Every issue, after all lookups; `undefined` when there is none. Starts no more lookups after a rejection or
   * {@link maxIssues} issues.
   *
   * Rejects with the rejection of a rule, or an `AggregateError` of several. A rejection is not an issue.
   */
  async settled(context: RuleContext): Promise<FoundIssues> {
    const errors: unknown[] = []
    const waiting = this.#lookups.values()
    let count = this.found?.length ?? 0
    const runSome = async (): Promise<void> => {
      try {
        for (const lookup of waiting) {
          if (errors.length > 0 || count >= maxIssues) return
          lookup.found = await issuesOfLookup(lookup, context)
          count += lookup.found?.length ?? 0
        }
      } catch (error) {
        errors.push(error)
      }
    }
    // A rejection waits for the others, because nothing may run after the response.
    await Promise.all(Array.from({ length: Math.min(maxRunning, this.#lookups.length) }, runSome))
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} rules could not be checked`)
    return count === 0 ? undefined : this.#inOrder()
  }

  #inOrder(): readonly RuleIssue[] {
    const issues: RuleIssue[] = []
    const others = this.found ?? []
    let next = 0
    for (const { at, found = [] } of this.#lookups) {
      if (at > next) issues.push(...others.slice(next, at))
      issues.push(...found)
      next = at
    }
    return [...issues, ...others.slice(next)].slice(0, maxIssues)
  }
}

async function issuesOfLookup({ path, names, run }: Lookup, context: RuleContext): Promise<FoundIssues> {
  const issues = new Issues()
  issues.named(names)
  await run(issues, context)
  for (const issue of issues.found ?? []) issue.path.unshift(...path)
  return issues.found
}

/** The issues of a value, asynchronous rules included. */
export async function pendingIssuesOf<T>(
  check: AsyncRuleCheck<T>,
  value: T,
  context: RuleContext,
): Promise<FoundIssues> {
  const issues = new PendingIssues()
  check(value, issues)
  return issues.settled(context)
}
