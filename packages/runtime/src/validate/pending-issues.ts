import type { Key } from '../error/issue-details.ts'
import type { Names, Words } from './client-names.ts'
import { type BrokenRule, failed, type Issues, mostIssues, within, withNames } from './issues.ts'

/**
 * What a check finds, in order of declaration. Asynchronous rules of a value are asked when their answer is taken, and none for a
 * value that broke another rule already.
 */
export type Answers = Generator<Issues | Promise<Issues>, void, undefined>

/** Makes the answers of a check. */
export class PendingIssues {
  readonly #names: Names | undefined

  /** @param names what clients call the properties with which the paths begin. */
  constructor(names?: Names) {
    this.#names = names
  }

  failed(path: string | readonly Key[], rule: Words, message: Words, param?: Words): Issues {
    return this.#named(failed(undefined, path, rule, message, param))
  }

  /** What is found in a nested value, whose paths begin there. */
  *within(path: string | readonly Key[], below: Answers | Issues): Answers {
    const above = (issues: Issues): Issues => this.#named(within(undefined, path, issues))
    if (below === undefined || Array.isArray(below)) yield above(below)
    else for (const answer of below) yield answer instanceof Promise ? answer.then(above) : above(answer)
  }

  /** Asks the asynchronous rules of a value, one after the other; the first that fails gives its issue. */
  ask<V>(value: V, rules: (value: V) => Promise<Issues>): Promise<Issues> {
    const asked = rules(value)
    return this.#names === undefined ? asked : asked.then((issues) => this.#named(issues))
  }

  #named(issues: Issues): Issues {
    return this.#names === undefined ? issues : withNames(issues, this.#names)
  }
}

/** Most values whose asynchronous rules are asked at the same time: a body has room for a million. */
const mostAsked = 256

/**
 * The broken rules, once all have answered; `undefined` when there is none. No more are asked when one was rejected, or enough
 * is found.
 *
 * Rejects with what a rule was rejected with, which says nothing about its value, or an `AggregateError` of several.
 */
export async function settled(answers: Answers): Promise<Issues> {
  const found: { readonly place: number; readonly issues: BrokenRule[] }[] = []
  const errors: unknown[] = []
  let places = 0
  let count = 0
  let isOver = false

  async function takeAnswers(): Promise<void> {
    try {
      while (!isOver) {
        const place = places++
        const { value, done } = answers.next()
        if (done) break
        const issues = value instanceof Promise ? await value : value
        if (issues === undefined) continue
        found.push({ place, issues })
        count += issues.length
        if (count >= mostIssues) break
      }
    } catch (error) {
      errors.push(error)
    }
    isOver = true
  }

  // Nothing of a request may still run when it is answered, so a rejection waits for the others.
  const takers: Promise<void>[] = []
  while (!isOver && takers.length < mostAsked) takers.push(takeAnswers())
  await Promise.all(takers)
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} rules could not be checked`)
  if (found.length === 0) return undefined
  return found
    .sort((a, b) => a.place - b.place)
    .flatMap(({ issues }) => issues)
    .slice(0, mostIssues)
}
