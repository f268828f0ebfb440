import { expectedLength } from '../decoded/tuple-values.ts'
import type { Reading } from '../reading/reading.ts'
import type { Scalar } from '../scalar/scalar.ts'
import { readText } from './text-values.ts'

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
