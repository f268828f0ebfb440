/** Whether a decoded value nests more than `most` lists and objects in one another. */
export function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (most === 0) return true
  const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  for (const one of values) if (isDeeper(one, most - 1)) return true
  return false
}
