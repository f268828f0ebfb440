import type { Faults } from './faults.ts'
import { hasMembers } from './json-body.ts'

/**
 * Which of some members an object has, where each of them tells another type of a union: `null` when it has none of them, and
 * `undefined` when that, or several of them, says nothing.
 *
 * @param isOpen whether one type of the union has none of them. If not, a `null` counts where there is nothing else.
 */
export function onlyMember<K extends string>(
  object: object,
  members: readonly K[],
  isOpen: boolean,
): K | null | undefined {
  let found: K | undefined
  let empty: K | undefined
  let empties = 0
  for (const member of members) {
    const value = memberOf(object, member)
    if (value === undefined) continue
    if (value === null) {
      empty = member
      empties++
    } else if (found === undefined) found = member
    else return undefined
  }
  if (found !== undefined) return found
  if (isOpen) return null
  return empties === 1 ? empty : undefined
}

/** The same of a decoded value; `undefined` when that is absent, or wrong and reported. */
export function branchMember<K extends string>(
  value: unknown,
  key: string | number,
  members: readonly K[],
  isOpen: boolean,
  faults: Faults,
): K | null | undefined {
  if (value === undefined) return undefined
  if (!hasMembers(value, faults)) return faults.wrong(key, 'must be an object')
  const found = onlyMember(value, members, isOpen)
  if (found !== undefined) return found
  const names = members.map((member) => JSON.stringify(member)).join(', ')
  if (isOpen) return faults.wrong(key, `must have at most one of ${names}`)
  return faults.wrong(key, `must have exactly one of ${names}`)
}

/** What every object inherits (`constructor`) is there only where the object has it itself; an accessor of a class counts. */
function memberOf(object: object, member: string): unknown {
  return member in Object.prototype && !Object.hasOwn(object, member)
    ? undefined
    : Reflect.get(object, member)
}
