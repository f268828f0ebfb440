import { maxIssues } from '../error/max-issues.ts'
import { type BrokenRules, type Here, type Path, partsOf, unasked } from './broken-rules.ts'

/** The rules of a nested type, for a collector of type `B`. */
interface NestedRules<V, B> {
  readonly keeps?: (value: V) => boolean
  readonly broken: (value: V, no: B) => void
}

/** Adds the broken rules of a nested value. */
export function within<V, B extends BrokenRules>(
  no: B,
  path: Path,
  value: V,
  { keeps = unasked, broken }: NestedRules<V, B>,
): void {
  if (no.found.length === maxIssues) return
  const { isKnown } = no
  if (!isKnown && keeps(value)) return
  const outside = enter(no, path)
  no.isKnown = keeps !== unasked
  broken(value, no)
  no.goTo(outside)
  no.isKnown = isKnown
}

/** Adds the broken rules of each element of a list. */
export function eachWithin<V, B extends BrokenRules>(
  no: B,
  path: Path,
  values: readonly V[],
  rules: NestedRules<V, B>,
): void {
  const parts = partsOf(path)
  for (const [i, value] of values.entries()) within(no, [...parts, i], value, rules)
}

/** Moves to the value at `path`, until {@link BrokenRules.goTo}. */
export function enter(no: BrokenRules, path: Path): Here {
  const outside: Here = { names: no.names, above: no.above }
  no.goTo({ names: undefined, above: { path, ...outside } })
  return outside
}
