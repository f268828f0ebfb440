/**
 * Whether a text has more than `most` brackets, and so may hold as many lists and objects, or nest them: for most bodies all
 * that has to be asked, at the speed of `indexOf`.
 */
export function hasMoreBrackets(text: string, most: number): boolean {
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

/**
 * Whether an object that has the members `keys`, or some of them, has another one that nests more than `most` lists and objects
 * in one another. Nobody else looks at those.
 */
export function hasDeepRest(
  object: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  most: number,
): boolean {
  // Most clients send the keys in their order, and then each takes one comparison.
  let at = 0
  for (const key in object) {
    if (key === keys[at]) {
      at++
      continue
    }
    const found = keys.indexOf(key)
    if (found === -1 && isDeeper(object[key], most)) return true
    at = found + 1
  }
  return false
}

/** Whether an object has more than so many members, those it inherits among them if they can be enumerated. */
export function hasMore(object: object, members: number): boolean {
  let count = 0
  for (const _ in object) count++
  return count > members
}
