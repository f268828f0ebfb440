import { forbiddenKey, isRequired, mustBeObjectOrList } from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import { enter, leave } from '../reading/nested.ts'
import type { Reading } from '../reading/reading.ts'
import { hasMembers } from '../shape/json-object.ts'
import { misfit } from './json-values.ts'

/** Returns a decoded value unchanged, after checking its depth and refusing `__proto__` keys. */
export function jsonUnknown(value: unknown, key: Key, at: Reading): unknown {
  if (value === undefined) return misfit(value, key, at, isRequired)
  return checked(value, key, at)
}

/** {@link jsonUnknown} for an object or a list. */
export function jsonObjectOrList(value: unknown, key: Key, at: Reading): object {
  const fits = Array.isArray(value) || hasMembers(value, at)
  if (!fits) return misfit(value, key, at, mustBeObjectOrList)
  check(value, key, at)
  return value
}

function checked(value: unknown, key: Key, at: Reading): unknown {
  if (typeof value === 'object' && value !== null) check(value, key, at)
  return isRounded(value, at) ? Number(value) : value
}

/** Visits every nested value once; `maxDepth` also limits the recursion. */
function check(value: object, key: Key, at: Reading): void {
  if (Array.isArray(value)) {
    enter(at)
    for (let i = 0; i < value.length && !at.isFull; i++) checkMember(value, i, value[i], at)
    leave(at, key, undefined)
  } else if (hasMembers(value, at)) {
    enter(at)
    for (const name of Object.keys(value)) {
      if (at.isFull) break
      if (name === '__proto__') at.wrong(name, forbiddenKey)
      else checkMember(value, name, value[name], at)
    }
    leave(at, key, undefined)
  }
}

function checkMember(owner: object, key: Key, member: unknown, at: Reading): void {
  if (typeof member === 'object') {
    if (member !== null) check(member, key, at)
  } else if (isRounded(member, at)) Reflect.set(owner, key, Number(member))
}

/** Whether a number was kept exact for other members; here it becomes the number that JSON.parse gives. */
function isRounded(value: unknown, { ownsBody, isBinary }: Reading): boolean {
  return typeof value === 'bigint' && ownsBody && !isBinary
}
