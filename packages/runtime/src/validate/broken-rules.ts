import type { Key } from '../error/issue-details.ts'
import type { IssueText } from '../error/issue-text.ts'
import { maxIssues } from '../error/max-issues.ts'
import type { EnglishRule } from '../messages/english-rule.ts'
import { englishWords, type SizedKind } from '../messages/english-words.ts'
import type { BrokenRule, Name, Names, Words } from './client-names.ts'
import type { EitherRule } from './either-rule.ts'

/** A property, or the path from it to a nested value. */
export type Path = string | readonly Key[]

/** The object under validation: its client names and the enclosing objects. */
export interface Here {
  readonly names: Names | undefined
  readonly above: Above | undefined
}

/** An enclosing object, and the path from it. */
interface Above extends Here {
  readonly path: Path
}

/** Replaces `keeps` where rules must not run twice. */
export function unasked(): boolean {
  return false
}

/** Collects the broken rules of a value, in order of declaration. */
export class BrokenRules {
  readonly found: BrokenRule[] = []
  names: Names | undefined = undefined
  above: Above | undefined = undefined
  /** The object under validation, or a value below it, is known to break a rule. */
  isKnown: boolean

  constructor(isKnown: boolean) {
    this.isKnown = isKnown
  }

  /** Sets the client names of the properties of the object under validation. */
  named(names: Names): void {
    this.names = names
  }

  /** Adds a broken rule; one of the user's own is a name. @param kind the kind of value whose size the rule checks, unless a number. */
  add(path: Path, rule: EnglishRule | EitherRule | string, param?: Words, kind?: SizedKind): void {
    const message: BrokenRule['message'] = (name, text) =>
      typeof rule === 'object' && 'words' in rule ? rule.words(name, kind) : englishWords(rule, text, kind)
    this.#push(path, typeof rule === 'string' ? rule : rule.name, param, message, { kind: kind ?? 'number' })
  }

  /** Adds a broken rule with the message that its tag quotes. */
  say(path: Path, rule: Words, message: string, param?: Words): void {
    const say: BrokenRule['message'] = (_, text) =>
      text === undefined ? message : message.replaceAll('{param}', () => text)
    this.#push(path, rule, param, say, { isOwn: true })
  }

  /** Adds a limit that the values below the object exceed. */
  exceed(limit: string, issue: IssueText): void {
    this.#push([], limit, undefined, () => issue.message ?? issue.text, { issue })
  }

  /** Moves to another object. */
  goTo({ names, above }: Here): void {
    this.names = names
    this.above = above
  }

  #push(
    path: Path,
    rule: Words,
    param: Words | undefined,
    message: BrokenRule['message'],
    about: Pick<BrokenRule, 'kind' | 'issue' | 'isOwn'>,
  ): void {
    if (this.found.length === maxIssues) return
    const own = partsOf(path)
    const parts = [...withName(own, this.names)]
    for (let at = this.above; at !== undefined; at = at.above) {
      parts.unshift(...withName(partsOf(at.path), at.names))
    }
    this.found.push({ path: parts, inside: own.length, rule, param, message, ...about })
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
