/** A sample of every kind of character that character classes distinguish. */
const samples =
  '\0\t\n\r !"#$%&\'()*+,-./0159:;<=>?@AFGMZ[\\]^_`afgmz{|}~\u00a0\u00b5\u00e9\u00df\u017f\u0436\u4e2d\u0663\u2028\ud83d\ude00'

/** Ranges that contain every script and symbol of `\p{…}`. */
const lastOfBlocks = 0x2fff
const lastOfAll = 0x1ffff
const betweenOthers = 64

/** The characters that each atom matches, reduced to those that distinguish atoms. */
export class CharacterSets {
  readonly #sets: readonly bigint[]
  /** The number of kinds of characters. */
  readonly kinds: number

  constructor(atoms: readonly string[], flags: string) {
    const known = new Map<string, RegExp>()
    for (const atom of atoms) known.set(atom, new RegExp(`^(?:${atom})$`, flags))
    const sources = [...known.keys()]
    const expressions = [...known.values()]
    // Merges characters that the same atoms match.
    const kinds = new Set(
      charactersFor(sources).map((one) => expressions.map((each) => Number(each.test(one))).join('')),
    )
    this.kinds = kinds.size
    const sets = new Map(sources.map((atom, i) => [atom, setOf([...kinds].map((kind) => kind[i] === '1'))]))
    this.#sets = atoms.map((atom) => sets.get(atom) ?? 0n)
  }

  /** Whether an atom matches the characters of a kind, by its number. */
  matches(atom: number, kind: number): boolean {
    return (((this.#sets[atom] ?? 0n) >> BigInt(kind)) & 1n) === 1n
  }

  /** Whether these atoms share a character. Every atom overlaps with itself. */
  overlap(a: number, b: number, c: number = b): boolean {
    if (a === b && b === c) return true
    return ((this.#sets[a] ?? 0n) & (this.#sets[b] ?? 0n) & (this.#sets[c] ?? 0n)) !== 0n
  }
}

function setOf(bits: readonly boolean[]): bigint {
  return bits.reduce((set, bit) => (set << 1n) | (bit ? 1n : 0n), 0n)
}

/** The samples, the characters in the expression, and for `\p{…}` some of every script. */
function charactersFor(atoms: readonly string[]): readonly string[] {
  const named = atoms.flatMap((atom) => [...atom, ...escapedIn(atom)])
  const all = new Set([...samples, ...named])
  if (!atoms.some((atom) => /\\[pP]/.test(atom))) return [...all]
  for (let code = 0; code <= lastOfAll; code += code < lastOfBlocks ? 1 : betweenOthers)
    all.add(String.fromCodePoint(code))
  return [...all]
}

function escapedIn(atom: string): readonly string[] {
  const found = atom.matchAll(/\\u\{([0-9a-fA-F]+)\}|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/g)
  return [...found].map(([, braced, four, two]) => {
    const code = Number.parseInt(braced ?? four ?? two ?? '0', 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
