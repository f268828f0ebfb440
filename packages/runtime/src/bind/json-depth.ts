/**
 * Whether a text may nest more than `most` lists and objects in one another: for most bodies all that has to be asked, at
 * the speed of `indexOf`.
 */
export function mayBeDeeper(text: string, most: number): boolean {
  if (text.length <= 2 * most) return false
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (++count > most) return true
    }
  }
  return false
}

/**
 * Whether a decoded value nests more than `most` lists and objects in one another. What no property takes counts too:
 * nobody else looks at it before the application does. Its text would take several times as long to walk over.
 */
export function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (most === 0) return true
  const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  for (const one of values) if (isDeeper(one, most - 1)) return true
  return false
}
