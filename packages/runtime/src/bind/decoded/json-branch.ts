import { isRequired, mayHaveOne, mustBeObject, mustHaveOne } from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import { withList } from '../../error/issue-text.ts'
import { maxListed } from '../../error/listed.ts'
import { enter, leave } from '../reading/nested.ts'
import type { Reading } from '../reading/reading.ts'
import type { OneOf } from '../scalar/scalar.ts'
import { hasMembers, ownMember } from '../shape/json-object.ts'
import { jsonOneOf } from './json-values.ts'

/**
 * The member that identifies the type of an object in a union; `null` for the type without any of these members, and
 * `undefined` when the object is ambiguous or fits no type.
 *
 * @param isOpen whether one type of the union has none of the members. Otherwise a single `null` member counts if there
 * is no other.
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

/**
 * {@link onlyMember} of a value to send; `undefined` also for a value of which no type declares a member.
 *
 * @param declared the members of all types, for a union that is open.
 * @param mayBeEmpty whether its open type requires no member.
 */
export function sentMember<K extends string>(
  object: object,
  members: readonly K[],
  isOpen: boolean,
  declared?: readonly string[],
  mayBeEmpty = true,
): K | null | undefined {
  // For callers without type checks.
  if (typeof object !== 'object' || object === null) return undefined
  const found = onlyMember(object, members, isOpen)
  if (found !== null || declared === undefined) return found
  if (declared.some((member) => memberOf(object, member) !== undefined)) return null
  const names = Object.keys(object)
  const isOne = names.length === 0 ? mayBeEmpty : names.some((name) => declared.includes(name))
  return isOne ? null : undefined
}

/** {@link onlyMember} of a decoded value; `undefined` when it is absent, or wrong and reported. */
export function branchMember<K extends string>(
  value: unknown,
  key: Key,
  members: readonly K[],
  isOpen: boolean,
  at: Reading,
): K | null | undefined {
  if (value === undefined) return undefined
  if (!hasMembers(value, at)) return at.wrong(key, mustBeObject)
  const found = onlyMember(value, members, isOpen)
  if (found !== undefined) return found
  const names = members.map((member) => JSON.stringify(member))
  return at.wrong(key, withList(isOpen ? mayHaveOne : mustHaveOne, names, members.slice(0, maxListed)))
}

/**
 * The value that discriminates the types of a union; `undefined` for an absent or a wrong, reported object.
 *
 * @param otherwise a value of the type whose member has a default.
 */
export function discriminantOf<T>(
  value: unknown,
  key: Key,
  member: string,
  known: OneOf<T>,
  at: Reading,
  otherwise?: T,
): T | undefined {
  if (value === undefined) return undefined
  if (!hasMembers(value, at)) return at.wrong(key, mustBeObject)
  const found = ownMember(value, member)
  if (found === undefined && otherwise !== undefined) return otherwise
  enter(at)
  // The object itself exists. Reporting it as missing would lead to a second issue in the caller.
  if (found === undefined) return leave(at, key, at.wrong(member, isRequired))
  return leave(at, key, jsonOneOf(found, member, at, known))
}

/** Resolves a union without an object: the substitute for an absent value, or a reported issue. */
export function noBranch(value: unknown, key: Key, at: Reading): never {
  return value === undefined ? at.required(key) : (undefined as never)
}

/** Inherited names (`constructor`) count only as own properties; accessors of a class count too. */
function memberOf(object: object, member: string): unknown {
  return member in Object.prototype && !Object.hasOwn(object, member)
    ? undefined
    : Reflect.get(object, member)
}
