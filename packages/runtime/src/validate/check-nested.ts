import { type Issues, openPath } from './issues.ts'
import type { ClientNames, Path, Placed } from './rule-issue.ts'

/** Checks a nested value. */
export function within<V, I extends Issues>(
  issues: I,
  path: Path,
  value: V,
  check: (value: V, issues: I) => void,
): void {
  const { names } = issues
  issues.names = undefined
  checkOne(issues, path, value, check, names)
  issues.names = names
}

/** Checks each element of a list. */
export function each<V, I extends Issues>(
  issues: I,
  path: Path,
  values: readonly V[],
  check: (value: V, issues: I) => void,
): void {
  const { names } = issues
  issues.names = undefined
  for (let i = 0; i < values.length; i++) checkOne(issues, path, values[i] as V, check, names, i)
  issues.names = names
}

function checkOne<V, I extends Issues>(
  issues: I,
  path: Path,
  value: V,
  check: (value: V, issues: I) => void,
  names: ClientNames | undefined,
  index?: number,
): void {
  const start = issues.found?.length ?? 0
  const firstLookup = issues.lookups?.length ?? 0
  check(value, issues)
  if (issues.found !== undefined) place(issues.found, start, path, names, index)
  if (issues.lookups !== undefined) place(issues.lookups, firstLookup, path, names, index)
}

/** Adds the path to nested values to those from `start` on. */
function place(
  nested: readonly Placed[],
  start: number,
  path: Path,
  names: ClientNames | undefined,
  index: number | undefined,
): void {
  for (let i = start; i < nested.length; i++) {
    const outer = openPath(path, names)
    if (index !== undefined) outer.push(index)
    const one = nested[i]
    one?.path.unshift(...outer)
    if (one !== undefined) one.translate ??= names?.translate
  }
}
