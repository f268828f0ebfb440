/** The names of a table, with what is prepared of them on first use. */
interface PreparedNames {
  readonly names: readonly string[]
  pathStarts: KnownKeys | undefined
  plainStarts: KnownKeys | undefined
}

/** The keys of a table, prepared for comparison in place. */
export interface KnownKeys {
  /** By the code of the first character: a linked list of keys. */
  readonly starts: readonly (KnownKey | undefined)[]
  /** By index in the table: keys that are not in `starts` because too many share a first character. */
  readonly crowded: readonly (KnownKey | undefined)[]
  /** Whether the table has no other keys. */
  readonly isComplete: boolean
}

/** The keys for a source in which `a[b]`, `a.b` and `%5B` are syntax. */
export function pathKeys(table: PreparedNames): KnownKeys {
  table.pathStarts ??= knownKeys(table.names, true)
  return table.pathStarts
}

/** The keys for a source that uses each key literally. */
export function plainKeys(table: PreparedNames): KnownKeys {
  table.plainStarts ??= knownKeys(table.names, false)
  return table.plainStarts
}

/** A key, prepared for comparison in place. */
export interface KnownKey {
  readonly text: string
  readonly length: number
  /** The character codes. */
  readonly codes: readonly number[]
  /** The index of the key itself; -1 when only its nested keys are known. */
  readonly plain: number
  /** The index of the key with a trailing dot; -1 when there is none. */
  readonly nested: number
  /** The key with a trailing dot. */
  readonly path: string
  /** Another key with the same first character. */
  readonly next: KnownKey | undefined
}

/**
 * The first key with a first character. If too many share it, the key after the one at `last`, because keys are often
 * sent in order of declaration.
 */
export function knownFrom(keys: KnownKeys, first: number, last: number): KnownKey | undefined {
  const known = first < notAscii ? keys.starts[first] : undefined
  if (known !== undefined) return known
  const next = keys.crowded[last + 1]
  return next?.codes[0] === first ? next : undefined
}

/** Whether a key from {@link knownFrom} is the text from `start` to `end`. The lengths must be equal. */
export function isKnownAt({ text, codes }: KnownKey, whole: string, start: number, end: number): boolean {
  // Slicing and comparing takes 17 ns, reading a character 3 ns. The first character is already known.
  if (codes.length > 4) return whole.slice(start, end) === text
  for (let i = 1; i < codes.length; i++) {
    if (whole.charCodeAt(start + i) !== codes[i]) return false
  }
  return true
}

const notAscii = 128

/** With more keys per first character the map is faster: each key of another length costs 3 ns, the map 50 ns. */
const maxAlike = 12
/** The same for keys of equal length, which cost 17 ns each. */
const maxAlikeOfLength = 3

/** Keys that can be read in place: without brackets, dots and escapes. */
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
      // The binder compares keys with literals, which is fastest for identical strings.
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

/** The keys without dots by the code of their first character; those that cannot be read in place in one group. */
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
  return texts.length > maxAlike || texts.some(({ length }) => ofLength(length) > maxAlikeOfLength)
}
