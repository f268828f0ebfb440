import type { Problem } from './api.ts'

/** Properties by the names that requests have for them; `*` stands for an index: `{ 'lines.*.unit_price': 'unitPrice' }`. */
export type FieldNames = Readonly<Record<string, string>>

/**
 * The first message for each property of an input, dotted: `{ 'lines.0.unitPrice': 'must be …' }`. What concerns none of them is
 * at the empty name.
 *
 * @param names those of an operation that has some: `parkCarNames`
 */
export function fieldErrors(
  problem: Problem | undefined,
  names: FieldNames = {},
): Readonly<Record<string, string>> {
  const found = new Map<string, string>()
  for (const { source, path = '', message } of problem?.errors ?? []) {
    const keys = path === '' ? [] : path.split('.')
    const above = source === 'body' ? nameOf(names, '') : undefined
    const field = keys.map((key, i) => {
      const place = keys.slice(0, i + 1).map((one) => (/^\d+$/.test(one) ? '*' : one))
      return nameOf(names, place.join('.')) ?? key
    })
    const name = [...(above === undefined ? [] : [above]), ...field].join('.')
    if (!found.has(name)) found.set(name, message)
  }
  return Object.fromEntries(found)
}

export function nameOf(names: FieldNames, place: string): string | undefined {
  return Object.hasOwn(names, place) ? names[place] : undefined
}
