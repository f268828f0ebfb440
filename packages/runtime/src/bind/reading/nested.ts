import { tooDeep as isTooDeep } from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import { withValues } from '../../error/issue-text.ts'
import type { UnknownKeys } from './bind-input.ts'
import type { FoundIssue, Reading } from './reading.ts'

/**
 * Enters a value; {@link leave} undoes it.
 *
 * @throws BindError beyond `maxDepth`, so that a recursive type cannot exhaust the stack.
 */
export function enter(at: Reading): void {
  if (++at.level > at.maxDepth) tooDeep(at)
}

/** Whether another level is allowed. */
export function mayEnter(at: Reading): boolean {
  return at.level < at.maxDepth
}

/** @throws BindError for the whole source. */
export function tooDeep(at: Reading): never {
  return at.c.bindSettings().refuse(at.source, '', withValues(isTooDeep, { max: at.maxDepth }))
}

/** Leaves the value at `key`, and adds the key to the paths of issues found in it. */
export function leave<T>(at: Reading, key: Key, made: T): T {
  at.level--
  if (at.found !== undefined) place(at, at.found, key)
  return made
}

function place({ level }: Reading, found: readonly FoundIssue[], key: Key): void {
  for (let i = found.length - 1; i >= 0; i--) {
    const one = found[i]
    if (one === undefined || one.level <= level) return
    one.level = level
    // The whole body has no key.
    if (key !== '' || level > 0) one.keys.push(key)
  }
}

/** Reads a value under the setting of its own DTO, or of the app. */
export function under<T>(at: Reading, unknown: UnknownKeys | 'app', read: () => T): T {
  const { isStrict, refusesNull } = at
  at.setUnknown(unknown === 'app' ? undefined : unknown)
  const made = read()
  at.isStrict = isStrict
  at.refusesNull = refusesNull
  return made
}
