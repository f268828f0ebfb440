import type { KnownKeys } from './known-keys.ts'

/**
 * The keys of a DTO in one source. A cursor compares them with the text in place, so that known keys need no new string
 * and unknown keys no search for their end.
 */
export class KeyTable {
  /** The keys; a trailing dot marks a key with nested keys. */
  readonly names: readonly string[]
  private indices: ReadonlyMap<string, number> | undefined = undefined
  private nested: readonly string[] | undefined = undefined
  /** The keys as `known-keys.ts` prepares them, on first use. */
  pathStarts: KnownKeys | undefined = undefined
  plainStarts: KnownKeys | undefined = undefined

  readonly areDotted = true
  /** The keys that no message names. */
  readonly hidden: readonly string[]

  constructor(names: readonly string[], hidden: readonly string[] = []) {
    this.names = names
    this.hidden = hidden
  }

  /** The index of a key, including its dot; -1 when it is not in the table. */
  indexOf(key: string): number {
    this.indices ??= new Map(this.names.map((name, i) => [name, i]))
    return this.indices.get(key) ?? -1
  }

  /** `a.` for `a`, if only the former is in the table. */
  nestedOnly(key: string): string | undefined {
    this.nested ??= this.names.filter((name) => name.endsWith('.') && !this.names.includes(name.slice(0, -1)))
    // These are few and differ in length, so a loop is faster than hashing each key.
    for (const name of this.nested) {
      if (name.length === key.length + 1 && name.startsWith(key)) return name
    }
    return undefined
  }
}

/** {@link keyTable} with keys that no message names. */
export function hidingTable(hidden: readonly string[], ...names: readonly string[]): KeyTable {
  return new KeyTable(names, hidden)
}

/** The keys of a DTO in a source of pairs. */
export function keyTable(...names: readonly string[]): KeyTable {
  return new KeyTable(names)
}
