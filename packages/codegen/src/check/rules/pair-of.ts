import type { Rule } from '../../model/rule.ts'

/** The first pair of mutually exclusive rules. */
export function pairOf(
  rules: readonly Rule[],
  exclude: (a: Rule, b: Rule) => boolean,
): readonly [Rule, Rule] | undefined {
  for (const [i, b] of rules.entries()) {
    const a = rules.slice(0, i).find((one) => exclude(one, b))
    if (a !== undefined) return [a, b]
  }
  return undefined
}
