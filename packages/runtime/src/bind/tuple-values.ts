import type { Faults } from './faults.ts'
import type { JsonReader } from './json-values.ts'
import type { Scalar } from './scalar.ts'
import { readText } from './text-values.ts'

/** Steps into the list at `key`, to be left by `faults.leave()`; `undefined` when it is absent, no list, or of a wrong length. */
export function enterTuple(
  value: unknown,
  key: string | number,
  least: number,
  most: number,
  faults: Faults,
): readonly unknown[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) return faults.wrong(key, 'must be a list')
  if (value.length < least || value.length > most) return faults.wrong(key, expectedLength(least, most))
  faults.enter(key)
  return value
}

/** An optional element of a tuple, to be spread: nothing when it is absent. */
export function optionalItem<T>(value: T | undefined): [] | [T] {
  return value === undefined ? [] : [value]
}

/** The elements of a tuple from `start` on. */
export function jsonRest<T>(
  list: readonly unknown[],
  start: number,
  faults: Faults,
  read: JsonReader<T>,
): T[] {
  const rest: T[] = []
  for (let i = start; i < list.length; i++) {
    const element = read(list[i], i, faults)
    if (element !== undefined) rest.push(element)
  }
  return rest
}

/** Makes a tuple of the texts of its elements; `undefined` when there are none, or they do not fit. */
export function textTuple<T extends readonly unknown[]>(
  texts: readonly string[] | undefined,
  key: string,
  faults: Faults,
  types: { readonly [I in keyof T]: Scalar<T[I]> },
): T | undefined
export function textTuple<T extends readonly unknown[], R>(
  texts: readonly string[] | undefined,
  key: string,
  faults: Faults,
  types: { readonly [I in keyof T]: Scalar<T[I]> },
  rest: Scalar<R>,
): [...T, ...R[]] | undefined
export function textTuple(
  texts: readonly string[] | undefined,
  key: string,
  faults: Faults,
  types: readonly Scalar<unknown>[],
  rest?: Scalar<unknown>,
): readonly unknown[] | undefined {
  if (texts === undefined) return undefined
  const most = rest === undefined ? types.length : Number.POSITIVE_INFINITY
  if (texts.length < types.length || texts.length > most) {
    return faults.wrong(key, expectedLength(types.length, most))
  }
  return texts.map((text, i) => readElement(text, key, types[i] ?? rest, faults))
}

/** An empty element is a value only where the type has one: a tuple has no gaps. */
function readElement(text: string, key: string, type: Scalar<unknown> | undefined, faults: Faults): unknown {
  if (type === undefined) return undefined
  const value = readText(text, key, type, faults)
  return value === undefined && text === '' ? faults.wrong(key, type.expected) : value
}

function expectedLength(least: number, most: number): string {
  if (least === most) return `must have ${least} elements`
  return most === Number.POSITIVE_INFINITY
    ? `must have ${least} or more elements`
    : `must have ${least} to ${most} elements`
}
