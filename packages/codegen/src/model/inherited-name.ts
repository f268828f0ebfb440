const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/**
 * Whether every object has a member of that name: only one of its own counts.
 *
 * A set is asked, as a name that is looked for in an object becomes a string of another kind in V8, and every text it is
 * joined into would take two bytes a character.
 */
export function isInherited(name: string): boolean {
  return inherited.has(name)
}
