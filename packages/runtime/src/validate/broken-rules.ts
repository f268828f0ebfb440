import type { Key } from '../error/issue-details.ts'
import { englishWords, type SizedKind } from '../messages/english-words.ts'
import type { Name, Names, Words } from './client-names.ts'
import type { BrokenRule } from './issues.ts'

/** A property, or the way from one to a value below it. */
export type Path = string | readonly Key[]

/** An object whose rules are asked: what clients call its properties, and where it stands. */
export interface Here {
  readonly names: Names | undefined
  readonly above: Above | undefined
}

/** An object around the one whose rules are asked, and the way there. */
interface Above extends Here {
  readonly path: Path
}

/** The rules of a nested type, for a collector of the type `B`. */
interface NestedRules<V, B> {
  readonly keeps?: (value: V) => boolean
  readonly broken: (value: V, no: B) => void
}

/** Stands for what tells that a value keeps its rules, where they are not asked twice. */
export function unasked(): boolean {
  return false
}

/** Most broken rules that are collected: a body has room for two million. */
export const mostIssues: number = 2 ** 15

/** Collects the rules that a value breaks, in order of declaration. */
export class BrokenRules {
  readonly found: BrokenRule[] = []
  #names: Names | undefined
  #above: Above | undefined
  /** Whether it is known that something is broken, in the object whose rules are asked or below it. */
  #isKnown: boolean

  constructor(isKnown: boolean) {
    this.#isKnown = isKnown
  }

  /** Says what clients call properties of the object whose rules are asked. */
  named(names: Names): void {
    this.#names = names
  }

  /** Adds a broken rule. @param kind what the rule counts the size of, where that is no number. */
  add(path: Path, rule: Words, param?: Words, kind?: SizedKind): void {
    this.#push(path, rule, param, (name, text) => englishWords(name, text, kind))
  }

  /** Adds a broken rule with a message of the user's own. */
  say(path: Path, rule: Words, message: string, param?: Words): void {
    this.#push(path, rule, param, (_, text) =>
      text === undefined ? message : message.replaceAll('{param}', () => text),
    )
  }

  /** Adds what breaks the rules of a nested value. */
  within<V>(path: Path, value: V, { keeps = unasked, broken }: NestedRules<V, this>): void {
    if (this.found.length === mostIssues) return
    const isKnown = this.#isKnown
    if (!isKnown && keeps(value)) return
    const outside = this.enter(path)
    this.#isKnown = keeps !== unasked
    broken(value, this)
    this.goTo(outside)
    this.#isKnown = isKnown
  }

  /** Adds what breaks the rules of each value of a list. */
  each<V>(path: Path, values: readonly V[], rules: NestedRules<V, this>): void {
    const parts = partsOf(path)
    for (const [i, value] of values.entries()) this.within([...parts, i], value, rules)
  }

  /** The object whose rules are asked now. */
  protected here(): Here {
    return { names: this.#names, above: this.#above }
  }

  /** Goes on with the value at `path`, up to {@link BrokenRules.goTo}. */
  protected enter(path: Path): Here {
    const outside = this.here()
    this.#above = { path, ...outside }
    this.#names = undefined
    return outside
  }

  /** Goes on with another object. */
  goTo({ names, above }: Here): void {
    this.#names = names
    this.#above = above
  }

  #push(path: Path, rule: Words, param: Words | undefined, message: BrokenRule['message']): void {
    if (this.found.length === mostIssues) return
    const own = partsOf(path)
    const parts = [...withName(own, this.#names)]
    for (let at = this.#above; at !== undefined; at = at.above) {
      parts.unshift(...withName(partsOf(at.path), at.names))
    }
    this.found.push({ path: parts, inside: own.length, rule, param, message })
  }
}

export function partsOf(path: Path): readonly Key[] {
  return typeof path === 'string' ? [path] : path
}

function withName(path: readonly Key[], names: Names | undefined): BrokenRule['path'] {
  const [property, ...rest] = path
  if (names === undefined || typeof property !== 'string' || !Object.hasOwn(names, property)) return path
  const sent = names[property]
  return sent === undefined ? path : [{ property, sent } satisfies Name, ...rest]
}
