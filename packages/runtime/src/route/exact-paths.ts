// What a test has before its slots: the place in the path that it looks at, the first code that has a slot, and how many.
const firstCode = 1
const codeCount = 2
const slots = 3

/**
 * Values by whole paths. The length of a path, then as few of its characters as tell the known ones apart, lead to the one
 * that it can be, and that is compared at once: a fifth of what reading every character takes.
 */
export class ExactPaths<T> {
  readonly #texts: string[] = []
  readonly #values: T[] = []
  /** Where the test for paths of a length is; see `#write` for what else a number may mean. */
  readonly #byLength: Int32Array
  readonly #tests: Int32Array

  constructor(entries: ReadonlyMap<string, T>) {
    const byLength: [string, T][][] = []
    for (const entry of entries) {
      byLength[entry[0].length] ??= []
      byLength[entry[0].length]?.push(entry)
    }
    // Place 0 holds nothing, so that it can mean that there is nothing.
    const tests = [0]
    this.#byLength = Int32Array.from(byLength, (group) =>
      group === undefined ? 0 : this.#write(group, tests),
    )
    this.#tests = Int32Array.from(tests)
  }

  find(path: string): T | undefined {
    const { length } = path
    const byLength = this.#byLength
    if (length >= byLength.length) return undefined
    const tests = this.#tests
    let at = byLength[length] ?? 0
    while (at > 0) {
      const slot = path.charCodeAt(tests[at] ?? 0) - (tests[at + firstCode] ?? 0)
      if (slot < 0 || slot >= (tests[at + codeCount] ?? 0)) return undefined
      at = tests[at + slots + slot] ?? 0
    }
    return at < 0 && this.#texts[~at] === path ? this.#values[~at] : undefined
  }

  /**
   * Adds what tells paths of one length apart.
   * @returns where the test is; for a single path the complement of its number, which is below 0.
   */
  #write(group: readonly (readonly [string, T])[], tests: number[]): number {
    const [first, second] = group
    if (first === undefined) return 0
    if (second === undefined) {
      this.#values.push(first[1])
      return ~(this.#texts.push(first[0]) - 1)
    }
    const place = tellingPlace(group.map(([text]) => text))
    const byCode = new Map<number, (readonly [string, T])[]>()
    for (const entry of group) {
      const code = entry[0].charCodeAt(place)
      const same = byCode.get(code)
      if (same === undefined) byCode.set(code, [entry])
      else same.push(entry)
    }
    const codes = [...byCode.keys()]
    const least = Math.min(...codes)
    const count = Math.max(...codes) - least + 1
    const at = tests.push(place, least, count) - slots
    for (let i = 0; i < count; i++) tests.push(0)
    for (const [code, same] of byCode) tests[at + slots + code - least] = this.#write(same, tests)
    return at
  }
}

/** The place where texts of one length have the most different characters. */
function tellingPlace(texts: readonly string[]): number {
  let best = 0
  let most = 0
  for (let place = 0; place < (texts[0]?.length ?? 0); place++) {
    const { size } = new Set(texts.map((text) => text.charCodeAt(place)))
    if (size <= most) continue
    best = place
    most = size
  }
  return best
}
