const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/**
 * Whether every object inherits a member of that name, so only an own one counts.
 *
 * A set, because a property lookup makes V8 internalize the name, and every text joined from it would take two bytes a
 * character.
 */
export function isInherited(name: string): boolean {
  return inherited.has(name)
}
