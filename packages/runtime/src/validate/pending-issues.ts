import { tooManyLookups } from '../error/english-issues.ts'
import { withValues } from '../error/issue-text.ts'
import { maxIssues } from '../error/max-issues.ts'
import { add, type FoundIssues, type Issues } from './issues.ts'
import type { RuleContext } from './rule-context.ts'
import type { ClientNames, IssueRule, Placed, RuleIssue } from './rule-issue.ts'

/** The maximum number of values with asynchronous rules: a body can hold a million, and each may query a database. */
const maxLookups = 10_000
/** The maximum number of values with asynchronous rules running at once. */
const maxRunning = 256

const tooMany = /* @__PURE__ */ withValues(tooManyLookups, { max: maxLookups })
const lookupsRule: IssueRule = {
  name: 'lookups',
  words: () => tooMany.message ?? tooMany.text,
  issue: tooMany,
}

/** {@link RuleCheck} with asynchronous rules. */
export type AsyncRuleCheck<T> = (value: T, issues: PendingIssues) => void

/** {@link FindIssues} with asynchronous rules. */
export type FindIssuesAsync<T> = (value: T, context: RuleContext) => FoundIssues | Promise<FoundIssues>

/** Runs the asynchronous rules of one value one by one, up to the first issue. */
type LookupRules<V> = (value: V, issues: Issues, context: RuleContext) => Promise<void>

/** A value with asynchronous rules; the path leads to the object with the value. */
interface Lookup extends Placed {
  readonly names: ClientNames | undefined
  readonly run: (issues: Issues, context: RuleContext) => Promise<void>
  /** The number of issues found before it. */
  readonly at: number
  found?: FoundIssues
}

/**
 * Collects issues in order of declaration, and runs asynchronous rules concurrently after all others, but not for a value
 * that already broke a rule.
 */
export class PendingIssues implements Issues {
  found: RuleIssue[] | undefined = undefined
  names: ClientNames | undefined = undefined
  readonly lookups: Lookup[] = []
  #isExceeded = false

  /** Runs the asynchronous rules of a value later. More than {@link maxLookups} values are an issue themselves. */
  later<V>(value: V, rules: LookupRules<V>): void {
    const at = this.found?.length ?? 0
    if (this.lookups.length < maxLookups) {
      const run: Lookup['run'] = (issues, context) => rules(value, issues, context)
      this.lookups.push({ path: [], translate: undefined, names: this.names, run, at })
    } else if (!this.#isExceeded) {
      this.#isExceeded = true
      add(this, [], lookupsRule)
    }
  }

  /**
   * Every issue, after all lookups; `undefined` when there is none. Starts no more lookups after a rejection or
   * {@link maxIssues} issues.
   *
   * Rejects with the rejection of a rule, or an `AggregateError` of several. A rejection is not an issue.
   */
  async settled(context: RuleContext): Promise<FoundIssues> {
    const errors: unknown[] = []
    const waiting = this.lookups.values()
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
    await Promise.all(Array.from({ length: Math.min(maxRunning, this.lookups.length) }, runSome))
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} rules could not be checked`)
    return count === 0 ? undefined : this.#inOrder()
  }

  #inOrder(): readonly RuleIssue[] {
    const issues: RuleIssue[] = []
    const others = this.found ?? []
    let next = 0
    for (const { at, found = [] } of this.lookups) {
      if (at > next) issues.push(...others.slice(next, at))
      issues.push(...found)
      next = at
    }
    return [...issues, ...others.slice(next)].slice(0, maxIssues)
  }
}

async function issuesOfLookup(
  { path, names, translate, run }: Lookup,
  context: RuleContext,
): Promise<FoundIssues> {
  const issues: Issues = { found: undefined, names }
  await run(issues, context)
  for (const issue of issues.found ?? []) {
    issue.path.unshift(...path)
    issue.translate ??= translate
  }
  return issues.found
}

/** The issues of a value, asynchronous rules included. */
export function pendingIssuesOf(
  check: AsyncRuleCheck<never>,
  value: unknown,
  context: RuleContext,
): Promise<FoundIssues> {
  const issues = new PendingIssues()
  check(value as never, issues)
  return issues.settled(context)
}
