/** As Array.isArray, by which TypeScript does not know a `readonly` list, nor what is none. */
export function isList<T>(value: T): value is Extract<T, readonly unknown[]> {
  return Array.isArray(value)
}
