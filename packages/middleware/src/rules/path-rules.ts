import type { Ctx } from '@ctxgen/runtime'
import { matchedPath } from '@ctxgen/runtime/middleware'
import { checkOptions } from '../chain/check-option.ts'

/** Patterns with `*`, each with a target in which `$1` stands for the text of the first `*`. The first match counts. */
export type PathRules = Readonly<Record<string, string>>

interface Rule {
  /** The literals between the wildcards. */
  readonly literals: readonly string[]
  readonly target: string
}

/** @throws TypeError for a pattern without a leading slash, or a target with a `$n` that the pattern has not. */
export function readRules(where: string, rules: PathRules): readonly Rule[] {
  checkOptions(where, rules)
  return Object.entries(rules).map(([pattern, target]) => {
    if (typeof target !== 'string') throw new TypeError(`${where}: the target of ${pattern} is no text`)
    const literals = pattern.split('*')
    if (!pattern.startsWith('/')) throw new TypeError(`${where}: a pattern begins with a slash: ${pattern}`)
    for (const [, number] of target.matchAll(/\$(\d+)/g)) {
      if (Number(number) < 1 || Number(number) >= literals.length)
        throw new TypeError(`${where}: ${pattern} has no $${number}`)
    }
    return { literals, target }
  })
}

/** The target of the first rule that takes the path of a request, filled in; `undefined` for none. */
export function applyRules(
  c: Ctx,
  rules: readonly Rule[],
): { readonly rule: Rule; readonly url: string } | undefined {
  const { caseSensitive, strictRouting } = c.app().settings
  const path = matchedPath(c)
  const folded = caseSensitive ? path : path.toLowerCase()
  for (const rule of rules) {
    const texts = match(rule.literals, path, folded, caseSensitive, strictRouting)
    if (texts !== undefined) return { rule, url: fill(rule.target, texts) }
  }
  return undefined
}

function fill(target: string, texts: readonly string[]): string {
  return target.replace(/\$(\d+)/g, (_, number) => texts[Number(number) - 1] ?? '')
}

/**
 * The texts of the wildcards, each as short as possible but for the last one; `undefined` without a match. In linear
 * time for each wildcard, where a regular expression would try every division.
 */
function match(
  literals: readonly string[],
  path: string,
  folded: string,
  caseSensitive: boolean,
  strictRouting: boolean,
): readonly string[] | undefined {
  const [first = '', ...others] = caseSensitive ? literals : literals.map((text) => text.toLowerCase())
  const last = others.pop()
  if (last === undefined) {
    const isSame = folded === first || (!strictRouting && folded === `${first}/`)
    return isSame ? [] : undefined
  }
  if (!folded.startsWith(first)) return undefined
  const texts: string[] = []
  let at = first.length
  for (const literal of others) {
    const next = folded.indexOf(literal, at)
    if (next === -1) return undefined
    texts.push(path.slice(at, next))
    at = next + literal.length
  }
  const end = folded.length - last.length
  if (end < at || !folded.endsWith(last)) return undefined
  return [...texts, path.slice(at, end)]
}
