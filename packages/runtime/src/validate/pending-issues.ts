import { tooManyLookups } from '../error/english-issues.ts'
import { withValues } from '../error/issue-text.ts'
import { maxIssues } from '../error/max-issues.ts'
import { BrokenRules, type Here, type Path, partsOf } from './broken-rules.ts'
import type { BrokenRule, Issues } from './client-names.ts'
import type { RuleContext } from './rule-context.ts'
import { enter } from './rules-within.ts'

/** The maximum number of values with asynchronous rules: a body has room for a million, and each may ask a database. */
const mostQuestions = 10_000
/** The maximum number of values with asynchronous rules running at once. */
const mostAsked = 256

/** Runs the asynchronous rules of one value one by one, up to the first broken rule. */
type AskRules<V> = (value: V, no: BrokenRules, context: RuleContext) => Promise<void>

/** A value whose asynchronous rules are to run. */
interface Question {
  readonly value: unknown
  readonly rules: AskRules<never>
  readonly here: Here
}

/** The questions of a check, generated on demand. */
export type Questions = Generator<Question, void, undefined>

/** The rules of a nested type. */
interface NestedRules<V> {
  readonly broken: (value: V, no: PendingIssues) => Questions
}

/** The result of a question. */
interface Answer {
  readonly issues: readonly BrokenRule[]
  /** The position of the question among all questions. */
  readonly place: number
  /** The number of broken rules found before the question. */
  readonly at: number
}

/**
 * Collects broken rules in order of declaration, and runs asynchronous rules concurrently, but not for a value that
 * already broke another rule.
 */
export class PendingIssues extends BrokenRules {
  readonly #context: RuleContext
  readonly #questions: Questions

  constructor(context: RuleContext, check: (no: PendingIssues) => Questions) {
    super(false)
    this.#context = context
    this.#questions = check(this)
  }

  /** A question for the asynchronous rules of a value. */
  ask<V>(value: V, rules: AskRules<V>): Question {
    return { value, rules, here: { names: this.names, above: this.above } }
  }

  /** The questions of a nested value. */
  *inside<V>(path: Path, value: V, { broken }: NestedRules<V>): Questions {
    const outside = enter(this, path)
    yield* broken(value, this)
    this.goTo(outside)
  }

  /** The questions of each element of a list. */
  *insideEach<V>(path: Path, values: readonly V[], rules: NestedRules<V>): Questions {
    const parts = partsOf(path)
    for (const [i, value] of values.entries()) yield* this.inside([...parts, i], value, rules)
  }

  /**
   * Every broken rule, after all questions; `undefined` when there is none. Asks no further questions after a rejection
   * or {@link maxIssues} broken rules. More than {@link mostQuestions} are a broken rule themselves.
   *
   * Rejects with the rejection of a rule, or an `AggregateError` of several. A rejection is not a broken rule.
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
        while (!isOver && this.found.length + count < maxIssues) {
          const { value: question, done } = this.#questions.next()
          if (done) break
          if (places === mostQuestions) {
            this.goTo(question.here)
            this.exceed('lookups', withValues(tooManyLookups, { max: mostQuestions }))
            break
          }
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
    // A rejection waits for the others, because nothing may run after the response.
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
    return issues.slice(0, maxIssues)
  }
}
