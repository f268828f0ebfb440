import { mustBeList, mustHaveBetween, mustHaveElements, mustHaveMore } from '../../error/english-issues.ts'
import type { Key } from '../../error/issue-details.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'
import type { Reading } from '../reading.ts'
import type { Scalar } from '../scalar.ts'
import { readText } from '../text/text-values.ts'
import { type JsonReader, misfit } from './json-values.ts'

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
  at.enter()
  return at.leave(key, read(value, at))
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

/** Builds a tuple from the texts of its elements; `undefined` when there are none. */
export function textTuple<T extends readonly unknown[]>(
  texts: readonly string[],
  key: string,
  at: Reading,
  types: { readonly [I in keyof T]: Scalar<T[I]> },
): T
export function textTuple<T extends readonly unknown[]>(
  texts: readonly string[] | undefined,
  key: string,
  at: Reading,
  types: { readonly [I in keyof T]: Scalar<T[I]> },
): T | undefined
export function textTuple<T extends readonly unknown[], R>(
  texts: readonly string[],
  key: string,
  at: Reading,
  types: { readonly [I in keyof T]: Scalar<T[I]> },
  rest: Scalar<R>,
): [...T, ...R[]]
export function textTuple<T extends readonly unknown[], R>(
  texts: readonly string[] | undefined,
  key: string,
  at: Reading,
  types: { readonly [I in keyof T]: Scalar<T[I]> },
  rest: Scalar<R>,
): [...T, ...R[]] | undefined
export function textTuple(
  texts: readonly string[] | undefined,
  key: string,
  at: Reading,
  types: readonly Scalar<unknown>[],
  rest?: Scalar<unknown>,
): readonly unknown[] | undefined {
  if (texts === undefined) return undefined
  const most = rest === undefined ? types.length : Number.POSITIVE_INFINITY
  if (texts.length < types.length || texts.length > most) {
    return at.wrong(key, expectedLength(types.length, most))
  }
  return texts.map((text, i) => readElement(text, key, types[i] ?? rest, at))
}

/** An empty element counts only if its type accepts it, because a tuple has no gaps. */
function readElement(text: string, key: string, type: Scalar<unknown> | undefined, at: Reading): unknown {
  if (type === undefined) return undefined
  const value = readText(text, key, type, at)
  return value === undefined && text === '' ? at.wrong(key, type.issue) : value
}

export function expectedLength(min: number, max: number): IssueText {
  if (min === max) return withValues(mustHaveElements, { count: min })
  return max === Number.POSITIVE_INFINITY
    ? withValues(mustHaveMore, { min })
    : withValues(mustHaveBetween, { min, max })
}
