import { BrokenRules, type Here, mostIssues } from './broken-rules.ts'
import type { BrokenRule, Issues } from './issues.ts'
import type { RuleContext } from './rule-context.ts'

/** Most values whose asynchronous rules are asked at the same time: a body has room for a million. */
const mostAsked = 256

/** The asynchronous rules of one value, one after the other up to the first that fails. */
type AskRules<V> = (value: V, no: BrokenRules, context: RuleContext) => Promise<void>

/** A value whose asynchronous rules are still to be asked. */
interface Question {
  readonly value: unknown
  readonly rules: AskRules<never>
  readonly here: Here
  /** How many broken rules were found before them. */
  readonly at: number
}

/**
 * What a check found, in order of declaration, with the asynchronous rules that are still to be asked: none for a value that broke
 * another rule already.
 */
export class PendingIssues extends BrokenRules {
  readonly #context: RuleContext
  readonly #questions: Question[] = []

  constructor(context: RuleContext) {
    super(false)
    this.#context = context
  }

  /** Adds the asynchronous rules of a value. */
  ask<V>(value: V, rules: AskRules<V>): void {
    this.#questions.push({ value, rules, here: this.here(), at: this.found.length })
  }

  /**
   * Every broken rule, once all have answered; `undefined` when there is none. No more are asked when one was rejected, or enough is
   * found.
   *
   * Rejects with what a rule was rejected with, which says nothing about its value, or an `AggregateError` of several.
   */
  async settled(): Promise<Issues> {
    const answers = new Map<Question, readonly BrokenRule[]>()
    const errors: unknown[] = []
    let next = 0
    let count = this.found.length
    const askSome = async (): Promise<void> => {
      for (let one = this.#questions[next++]; one !== undefined; one = this.#questions[next++]) {
        if (errors.length > 0 || count >= mostIssues) return
        const broken = this.at(one.here)
        try {
          await one.rules(one.value as never, broken, this.#context)
        } catch (error) {
          errors.push(error)
        }
        if (broken.found.length === 0) continue
        answers.set(one, broken.found)
        count += broken.found.length
      }
    }
    // Nothing of a request may still run when it is answered, so a rejection waits for the others.
    await Promise.all(this.#questions.slice(0, mostAsked).map(askSome))
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} rules could not be checked`)
    const issues = this.#inOrder(answers)
    return issues.length === 0 ? undefined : issues
  }

  #inOrder(answers: ReadonlyMap<Question, readonly BrokenRule[]>): readonly BrokenRule[] {
    const issues: BrokenRule[] = []
    let start = 0
    for (const [{ at }, broken] of [...answers].sort(([a], [b]) => a.at - b.at)) {
      issues.push(...this.found.slice(start, at), ...broken)
      start = at
    }
    return [...issues, ...this.found.slice(start)].slice(0, mostIssues)
  }
}
