import type { ValidationIssue } from '../error/validation-error.ts'
import { failed, type Issues, within } from './issues.ts'

/**
 * What a check found, in order of declaration, while asynchronous rules have not answered yet. They run side by side:
 * those of one value one after the other, and none for a value that broke another rule already.
 */
export class PendingIssues {
  readonly #found: (Issues | Promise<Issues>)[] = []

  /** Adds a broken rule. */
  failed(path: string, rule: string, message: string, param?: string): void {
    this.#found.push(failed(undefined, path, rule, message, param))
  }

  /** Adds what was found in a nested value, whose paths begin there. */
  within(path: string, below: Issues | PendingIssues): void {
    if (below instanceof PendingIssues) {
      if (below.#found.length > 0)
        this.#add(below.settled().then((issues) => within(undefined, path, issues)))
    } else if (below !== undefined) {
      this.#found.push(within(undefined, path, below))
    }
  }

  /** Asks the asynchronous rules of a value; the first that fails gives its issue. */
  ask<V>(value: V, rules: (value: V) => Promise<Issues>): void {
    this.#add(rules(value))
  }

  /**
   * Every broken rule, once all have answered; `undefined` when there is none.
   *
   * Rejects with what a rule was rejected with, which says nothing about its value, or an `AggregateError` of several.
   */
  async settled(): Promise<Issues> {
    // Nothing of a request may still run when it is answered, so a rejection waits for the others.
    const answers = await Promise.allSettled(this.#found)
    const errors = answers.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} rules could not be checked`)
    const issues = answers.flatMap((one): readonly ValidationIssue[] =>
      one.status === 'fulfilled' ? (one.value ?? []) : [],
    )
    return issues.length === 0 ? undefined : issues
  }

  #add(answer: Promise<Issues>): void {
    // Whoever waits for the answers sees a rejection; until then it must not end the process.
    answer.catch(ignore)
    this.#found.push(answer)
  }
}

function ignore(): void {}
