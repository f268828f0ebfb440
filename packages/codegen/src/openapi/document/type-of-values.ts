import type { Schema } from './openapi-document.ts'

/** The type that values share, which client generators want beside `enum`. */
export function typeOfValues(values: readonly unknown[]): Schema {
  const types = new Set(values.map((value) => typeof value))
  const [type] = types
  if (types.size !== 1 || type === 'object') return {}
  return { type: type === 'number' && values.every(Number.isInteger) ? 'integer' : type }
}
