import { mustBeList, mustHaveBetween, mustHaveElements, mustHaveMore } from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import { enter, leave } from '../reading/nested.ts'
import type { Reading } from '../reading/reading.ts'
import type { JsonReader } from '../shape/json-object.ts'
import { misfit } from './json-values.ts'

/** Reads the elements of a tuple from a list of an allowed length. */
export type TupleReader<T> = (list: readonly unknown[], at: Reading) => T

/** Reads a list of `least` to `most` elements; `read` checks them. */
export function jsonTuple<T>(
  value: unknown,
  key: Key,
  at: Reading,
  least: number,
  most: number,
  read: TupleReader<T>,
): T {
  if (!Array.isArray(value)) return misfit(value, key, at, mustBeList)
  if (value.length < least || value.length > most) return misfit(value, key, at, expectedLength(least, most))
  enter(at)
  return leave(at, key, read(value, at))
}

/** Reads the elements of a tuple from `start` up to `end`. */
export function jsonRest<T>(
  list: readonly unknown[],
  start: number,
  at: Reading,
  read: JsonReader<T>,
  end: number = list.length,
): T[] {
  const rest: T[] = []
  for (let i = start; i < Math.min(end, list.length) && !at.isFull; i++) rest.push(read(list[i], i, at))
  return rest
}

/** The issue of a list of another length. */
export function expectedLength(min: number, max: number): IssueText {
  if (min === max) return withValues(mustHaveElements, { count: min })
  return max === Number.POSITIVE_INFINITY
    ? withValues(mustHaveMore, { min })
    : withValues(mustHaveBetween, { min, max })
}
