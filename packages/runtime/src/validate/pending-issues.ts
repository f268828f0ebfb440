import type { Key } from '../error/issue-details.ts'
import type { Names, Words } from './client-names.ts'
import { type BrokenRule, failed, type Issues, within, withNames } from './issues.ts'

/**
 * What a check found, in order of declaration, while asynchronous rules have not answered yet. They run side by side:
 * those of one value one after the other, and none for a value that broke another rule already.
 */
export class PendingIssues {
  readonly #found: (Issues | Promise<Issues>)[] = []
  readonly #names: Names | undefined

  /** @param names what clients call the properties with which the paths begin. */
  constructor(names?: Names) {
    this.#names = names
  }

  /** Adds a broken rule. */
  failed(path: string | readonly Key[], rule: Words, message: Words, param?: Words): void {
    this.#found.push(failed(undefined, path, rule, message, param))
  }

  /** Adds what was found in a nested value, whose paths begin there. */
  within(path: string | readonly Key[], below: Issues | PendingIssues): void {
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
    const issues = answers.flatMap((one): readonly BrokenRule[] =>
      one.status === 'fulfilled' ? (one.value ?? []) : [],
    )
    if (issues.length === 0) return undefined
    return this.#names === undefined ? issues : withNames(issues, this.#names)
  }

  #add(answer: Promise<Issues>): void {
    // Whoever waits for the answers sees a rejection; until then it must not end the process.
    answer.catch(ignore)
    this.#found.push(answer)
  }
}

function ignore(): void {}
