import type { Key } from '../error/issue-details.ts'
import { hasMembers, ownMember } from './json-object.ts'
import { jsonOneOf } from './json-values.ts'
import type { Reading } from './reading.ts'
import type { OneOf } from './scalar.ts'

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
  key: Key,
  members: readonly K[],
  isOpen: boolean,
  at: Reading,
): K | null | undefined {
  if (value === undefined) return undefined
  if (!hasMembers(value, at)) return at.wrong(key, 'must be an object')
  const found = onlyMember(value, members, isOpen)
  if (found !== undefined) return found
  const names = members.map((member) => JSON.stringify(member)).join(', ')
  if (isOpen) return at.wrong(key, `must have at most one of ${names}`)
  return at.wrong(key, `must have exactly one of ${names}`)
}

/** The member that tells the objects of a union apart; `undefined` when the object is absent, or none of them, which is reported. */
export function discriminantOf<T>(
  value: unknown,
  key: Key,
  member: string,
  known: OneOf<T>,
  at: Reading,
): T | undefined {
  if (value === undefined) return undefined
  if (!hasMembers(value, at)) return at.wrong(key, 'must be an object')
  const found = ownMember(value, member)
  at.enter()
  // The object is there and wrong: reported as missing, it would be missed a second time by whoever asked for it.
  if (found === undefined) return at.leave(key, at.wrong(member, 'is required'))
  return at.leave(key, jsonOneOf(found, member, at, known))
}

/** What a union becomes of which no object came: what stands in for an absent one, or a fault that is reported. */
export function noBranch(value: unknown, key: Key, at: Reading): never {
  return value === undefined ? at.required(key) : (undefined as never)
}

/** What every object inherits (`constructor`) is there only where the object has it itself; an accessor of a class counts. */
function memberOf(object: object, member: string): unknown {
  return member in Object.prototype && !Object.hasOwn(object, member)
    ? undefined
    : Reflect.get(object, member)
}
