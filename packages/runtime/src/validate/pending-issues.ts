import { BrokenRules, type Here, mostIssues, type Path, partsOf } from './broken-rules.ts'
import type { BrokenRule, Issues } from './issues.ts'
import type { RuleContext } from './rule-context.ts'

/** Most values whose asynchronous rules are asked at the same time: a body has room for a million. */
const mostAsked = 256

/** The asynchronous rules of one value, one after the other up to the first that fails. */
type AskRules<V> = (value: V, no: BrokenRules, context: RuleContext) => Promise<void>

/** A value whose asynchronous rules are to be asked. */
interface Question {
  readonly value: unknown
  readonly rules: AskRules<never>
  readonly here: Here
}

/** The questions of a check, made one by one as they are asked. */
export type Questions = Generator<Question, void, undefined>

/** The rules of a nested type. */
interface NestedRules<V> {
  readonly broken: (value: V, no: PendingIssues) => Questions
}

/** What the rules of a value found. */
interface Answer {
  readonly issues: readonly BrokenRule[]
  /** The place of the question among others. */
  readonly place: number
  /** How many broken rules were found before it was asked. */
  readonly at: number
}

/**
 * What a check finds, in order of declaration, with asynchronous rules that are asked side by side: none for a value that broke another
 * rule already.
 */
export class PendingIssues extends BrokenRules {
  readonly #context: RuleContext
  readonly #questions: Questions

  constructor(context: RuleContext, check: (no: PendingIssues) => Questions) {
    super(false)
    this.#context = context
    this.#questions = check(this)
  }

  /** The question for the asynchronous rules of a value. */
  ask<V>(value: V, rules: AskRules<V>): Question {
    return { value, rules, here: this.here() }
  }

  /** The questions of a nested value. */
  *inside<V>(path: Path, value: V, { broken }: NestedRules<V>): Questions {
    const outside = this.enter(path)
    yield* broken(value, this)
    this.goTo(outside)
  }

  /** The questions of each value of a list. */
  *insideEach<V>(path: Path, values: readonly V[], rules: NestedRules<V>): Questions {
    const parts = partsOf(path)
    for (const [i, value] of values.entries()) yield* this.inside([...parts, i], value, rules)
  }

  /**
   * Every broken rule, once all have answered; `undefined` when there is none. No more are asked when one was rejected, or enough is
   * found.
   *
   * Rejects with what a rule was rejected with, which says nothing about its value, or an `AggregateError` of several.
   */
  async settled(): Promise<Issues> {
    const answers: Answer[] = []
    const errors: unknown[] = []
    let places = 0
    let count = 0
    let isOver = false
    const askSome = async (): Promise<void> => {
      let broken = new BrokenRules(true)
      try {
        while (!isOver && this.found.length + count < mostIssues) {
          const { value: question, done } = this.#questions.next()
          if (done) break
          const [place, at] = [places++, this.found.length]
          broken.goTo(question.here)
          await question.rules(question.value as never, broken, this.#context)
          if (broken.found.length === 0) continue
          answers.push({ issues: broken.found, place, at })
          count += broken.found.length
          broken = new BrokenRules(true)
        }
      } catch (error) {
        errors.push(error)
      }
      isOver = true
    }
    // Nothing of a request may still run when it is answered, so a rejection waits for the others.
    const asking: Promise<void>[] = []
    while (!isOver && asking.length < mostAsked) asking.push(askSome())
    await Promise.all(asking)
    if (errors.length === 1) throw errors[0]
    if (errors.length > 1) throw new AggregateError(errors, `${errors.length} rules could not be checked`)
    const issues = this.#inOrder(answers.sort((a, b) => a.place - b.place))
    return issues.length === 0 ? undefined : issues
  }

  #inOrder(answers: readonly Answer[]): readonly BrokenRule[] {
    const issues: BrokenRule[] = []
    let start = 0
    for (const { issues: found, at } of answers) {
      for (const issue of this.found.slice(start, at)) issues.push(issue)
      issues.push(...found)
      start = at
    }
    for (const issue of this.found.slice(start)) issues.push(issue)
    return issues.slice(0, mostIssues)
  }
}
