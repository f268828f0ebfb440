/** Up to this length, pairwise comparison is faster than a Set and allocates nothing. */
const fewValues = 16

/** Whether two values of a list are equal; dates are compared as instants. */
export function hasDuplicates(values: readonly unknown[]): boolean {
  if (values.length > fewValues) return new Set(values.map(comparable)).size < values.length
  for (let i = 1; i < values.length; i++) {
    const value = comparable(values[i])
    for (let j = 0; j < i; j++) if (comparable(values[j]) === value) return true
  }
  return false
}

/** Whether two objects of a list have an equal property; two absent properties are equal, as in Go. */
export function hasDuplicatesOf<T extends object>(list: readonly (T | null)[], key: keyof T): boolean {
  return hasDuplicates(list.map((one) => one?.[key] ?? undefined))
}

function comparable(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value
}
