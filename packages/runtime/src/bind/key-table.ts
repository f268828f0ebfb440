/**
 * The keys that a DTO takes of one source. A cursor compares them with the text where a key stands, so that of the keys it
 * knows it makes no string, and of the others it need not look for the end first.
 */
export class KeyTable {
  /** The keys; one with a dot at its end has more below it. */
  readonly names: readonly string[]
  private indices: ReadonlyMap<string, number> | undefined = undefined
  private nested: readonly string[] | undefined = undefined
  private pathStarts: KnownKeys | undefined = undefined
  private plainStarts: KnownKeys | undefined = undefined

  constructor(names: readonly string[]) {
    this.names = names
  }

  /** The index of a key that is a string already, with its dot; -1 when it is none of these. */
  indexOf(key: string): number {
    this.indices ??= new Map(this.names.map((name, i) => [name, i]))
    return this.indices.get(key) ?? -1
  }

  /** `a.` for `a`, when only that is in the table. */
  nestedOnly(key: string): string | undefined {
    this.nested ??= this.names.filter((name) => name.endsWith('.') && !this.names.includes(name.slice(0, -1)))
    // They are few, and nearly every key is of another length: a map would take the hash of each.
    for (const name of this.nested) {
      if (name.length === key.length + 1 && name.startsWith(key)) return name
    }
    return undefined
  }

  /** The keys of a source where `a[b]`, `a.b` and `%5B` have a meaning. */
  get paths(): KnownKeys {
    this.pathStarts ??= knownKeys(this.names, true)
    return this.pathStarts
  }

  /** The keys of a source that takes each as it stands. */
  get plain(): KnownKeys {
    this.plainStarts ??= knownKeys(this.names, false)
    return this.plainStarts
  }
}

/** The keys of a DTO in a source of pairs. */
export function keyTable(...names: readonly string[]): KeyTable {
  return new KeyTable(names)
}

/** The keys of a table as they stand in a text. */
export interface KnownKeys {
  /** By the code of the first character: the first key, which leads to the next. */
  readonly starts: readonly (KnownKey | undefined)[]
  /** Those that `starts` has not, because too many begin like them, by their place in the table. */
  readonly crowded: readonly (KnownKey | undefined)[]
  /** Whether a key that is not among these is none of the table. */
  readonly isComplete: boolean
}

/** A key as it stands in a text. */
export interface KnownKey {
  readonly text: string
  readonly length: number
  /** The codes of its characters. */
  readonly codes: readonly number[]
  /** The index of the key itself; -1 when only what is below it is known. */
  readonly plain: number
  /** The index of the key that has more below it; -1 when there is none. */
  readonly nested: number
  /** That key, with its dot. */
  readonly path: string
  /** Another one with the same first character. */
  readonly next: KnownKey | undefined
}

/**
 * The first of the keys with that first character, or, where there are too many of these, the one behind the key at
 * `last`: often keys come as they are declared.
 */
export function knownFrom(keys: KnownKeys, first: number, last: number): KnownKey | undefined {
  const known = first < notAscii ? keys.starts[first] : undefined
  if (known !== undefined) return known
  const next = keys.crowded[last + 1]
  return next?.codes[0] === first ? next : undefined
}

/** Whether a key from {@link knownFrom} stands from `start` to `end`, which is as far as it would. */
export function isKnownAt({ text, codes }: KnownKey, whole: string, start: number, end: number): boolean {
  // To cut out and compare takes 17 ns, to look at a character 3; the first one is known.
  if (codes.length > 4) return whole.slice(start, end) === text
  for (let i = 1; i < codes.length; i++) {
    if (whole.charCodeAt(start + i) !== codes[i]) return false
  }
  return true
}

const notAscii = 128

/** Among more keys with one first character the map finds one sooner: each of another length costs 3 ns, the map 50. */
const mostAlike = 12
/** And so it does among more that are as long as each other, each of which is cut out and compared in 17 ns. */
const mostAlikeOfLength = 3

/** What a key may hold that is read as it stands; brackets, dots and escapes are not. */
const plainKey = /^[^%+[\].=&]+$/

function knownKeys(names: readonly string[], paths: boolean): KnownKeys {
  const starts = new Array<KnownKey | undefined>(notAscii).fill(undefined)
  const crowded = new Array<KnownKey | undefined>(names.length + 1).fill(undefined)
  let isComplete = true
  const known = (text: string, next?: KnownKey): KnownKey => {
    const plain = names.indexOf(text)
    const path = `${text}.`
    const nested = paths ? names.indexOf(path) : -1
    return {
      // The binder compares keys with literals, which is fastest with the literal itself.
      text: names[plain] ?? text,
      length: text.length,
      codes: codesOf(text),
      plain,
      nested,
      path: names[nested] ?? path,
      next,
    }
  }
  for (const [c, texts] of byFirstCharacter(names, paths)) {
    if (c < notAscii && !isCrowd(texts)) {
      starts[c] = texts.reduceRight<KnownKey | undefined>((next, text) => known(text, next), undefined)
      continue
    }
    isComplete = false
    if (c === notAscii) continue
    for (const text of texts) {
      const key = known(text)
      if (key.plain !== -1) crowded[key.plain] = key
    }
  }
  return { starts, crowded, isComplete }
}

/** The keys without dots, by the code of their first character; those that cannot be read as they stand under another. */
function byFirstCharacter(names: readonly string[], paths: boolean): Map<number, string[]> {
  const texts = new Set(names.map((name) => (paths && name.endsWith('.') ? name.slice(0, -1) : name)))
  const groups = new Map<number, string[]>()
  for (const text of texts) {
    const first = paths && !plainKey.test(text) ? notAscii : Math.min(text.charCodeAt(0), notAscii)
    const group = groups.get(first) ?? []
    groups.set(first, group)
    group.push(text)
  }
  return groups
}

function codesOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
}

function isCrowd(texts: readonly string[]): boolean {
  const ofLength = (length: number): number => texts.filter((text) => text.length === length).length
  return texts.length > mostAlike || texts.some(({ length }) => ofLength(length) > mostAlikeOfLength)
}
