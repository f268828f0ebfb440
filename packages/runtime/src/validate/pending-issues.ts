import { BrokenRules, mostIssues } from './broken-rules.ts'
import type { BrokenRule, Issues } from './issues.ts'
import type { RuleContext } from './rule-context.ts'

/** Rules of a value that have not answered yet. */
interface Asked {
  readonly answer: Promise<void>
  /** What they find. */
  readonly broken: BrokenRules
  /** How many broken rules were found before them. */
  readonly at: number
}

/**
 * What a check found, in order of declaration, while asynchronous rules have not answered yet. They run side by side:
 * those of one value one after the other, and none for a value that broke another rule already.
 */
export class PendingIssues extends BrokenRules {
  readonly #context: RuleContext
  readonly #asked: Asked[] = []

  constructor(context: RuleContext) {
    super(false)
    this.#context = context
  }

  /** Asks the asynchronous rules of a value; the first that fails gives its issue. */
  ask<V>(value: V, rules: (value: V, no: BrokenRules, context: RuleContext) => Promise<void>): void {
    const broken = this.beside()
    const answer = rules(value, broken, this.#context)
    // Whoever waits for the answers sees a rejection; until then it must not end the process.
    answer.catch(ignore)
    this.#asked.push({ answer, broken, at: this.found.length })
  }

  /**
   * Every broken rule, once all have answered; `undefined` when there is none.
   *
   * Rejects with what a rule was rejected with, which says nothing about its value, or an `AggregateError` of several.
   */
  async settled(): Promise<Issues> {
    // Nothing of a request may still run when it is answered, so a rejection waits for the others.
    const answers = await Promise.allSettled(this.#asked.map(({ answer }) => answer))
    const errors = answers.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} rules could not be checked`)
    const issues = this.#inOrder()
    return issues.length === 0 ? undefined : issues
  }

  #inOrder(): readonly BrokenRule[] {
    const issues: BrokenRule[] = []
    let start = 0
    for (const { broken, at } of this.#asked) {
      issues.push(...this.found.slice(start, at), ...broken.found)
      start = at
    }
    return [...issues, ...this.found.slice(start)].slice(0, mostIssues)
  }
}

function ignore(): void {}
