export type Pair = readonly [name: string, value: unknown]

/** All values with a name; `undefined` when there are none. */
export function textsOf(value: unknown, name: string): string[] | undefined {
  const texts: string[] = []
  for (const [key, held] of entriesOf(value)) {
    if (key === name) for (const [, one] of flat(key, held)) texts.push(textOf(one))
  }
  return texts.length === 0 ? undefined : texts
}

/** Header lines: name, value, name, value, … */
export function linesOf(value: unknown): string[] {
  const lines: string[] = []
  for (const [name, held] of entriesOf(value)) {
    for (const [, one] of flat(name, held)) lines.push(name, textOf(one))
  }
  return lines
}

/** Whether a value is a list of pairs itself: URLSearchParams, FormData, Headers, a Map. */
export function isPairs(value: unknown): value is Iterable<Pair> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !Array.isArray(value)
}

/** The names and values of a record or of pairs. */
export function entriesOf(value: unknown): Iterable<Pair> {
  return isPairs(value) ? value : Object.entries(value ?? {})
}

/** The values under a name: a list is its elements. */
export function* flat(name: string, value: unknown): Generator<Pair> {
  if (Array.isArray(value) && !value.some(isPlain)) {
    for (const one of value) yield* flat(name, one)
  } else if (value !== undefined && value !== null) yield [name, value]
}

/** Whether a value is an object without a class. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/** A value as a text source would send it. */
export function textOf(value: unknown): string {
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString()
  return isPlain(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
}
