import { mustBeSentObject, mustHaveMember } from '../../error/english-issues.ts'
import { withValues } from '../../error/issue-text.ts'
import { isKeyOf, wrongKey } from '../scalar/number-key.ts'
import type { Scalar } from '../scalar/scalar.ts'
import { bracketed, single } from './key-parts.ts'
import type { Elements, TextPairs } from './text-pairs.ts'

/** Reads an element of a list of objects: `posts[0][title]`. */
export function pairElement<T>(
  pairs: TextPairs,
  elements: Elements<T> | undefined,
  read: (pairs: TextPairs, held: T | undefined) => T | undefined,
): Elements<T> | undefined {
  const index = pairs.elementIndex()
  if (index === undefined) {
    refuseElement(pairs, read)
    return elements
  }
  const held = elements?.[index]
  const element = read(pairs, held)
  if (element === undefined) return elements
  const some = elements ?? []
  some[index] = element
  return some
}

/** Reads a member of a record: `filter[name]`. `keys` is the type of keys that are numbers. */
export function pairEntry<T>(
  pairs: TextPairs,
  record: Record<string, T> | undefined,
  type: Scalar<T>,
  keys?: Scalar<number>,
): Record<string, T> | undefined {
  const key = pairs.inner()
  if (key === '' || key.endsWith('.')) {
    refuseEntry(pairs, key)
    return record
  }
  if (keys !== undefined && !isKeyOf(keys, key)) {
    pairs.refuseKey(pairs.wholeKey(), wrongKey(keys))
    return record
  }
  const value = pairs.value(type)
  if (value === undefined) return withoutEntry(record, key)
  // Without a prototype, no key is special.
  const some: Record<string, T> = record ?? Object.create(null)
  some[key] = value
  return some
}

/** Reports a key without an index. The element's reader knows the members, for the example in the message. */
function refuseElement(pairs: TextPairs, read: (pairs: TextPairs, held: undefined) => unknown): void {
  pairs.unindexed = pairs.isPlain() ? pairs.wholeKey() : pairs.above()
  pairs.passParts()
  read(pairs, undefined)
  pairs.unindexed = undefined
}

function refuseEntry(pairs: TextPairs, key: string): void {
  const record = pairs.above()
  const example = `${bracketed(record)}[…]`
  if (pairs.isPlain()) pairs.refuseValue(record, withValues(mustBeSentObject, { key: example }))
  else if (key === '' || key === '.') pairs.refuseKey(record, withValues(mustHaveMember, { key: example }))
  // The key of a record entry comes from the request, so the message must not contain it.
  else pairs.refuseKey(pairs.here(), single(example))
}

/** The last value of a key wins: an empty one removes the previous one. */
function withoutEntry<T>(record: Record<string, T> | undefined, key: string): Record<string, T> | undefined {
  if (record === undefined) return undefined
  delete record[key]
  return Object.keys(record).length === 0 ? undefined : record
}
