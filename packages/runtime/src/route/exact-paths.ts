// What is known of the paths of one length, by its place after the one where it begins: how many places of the path are
// looked at, what the codes there are multiplied by, the mask of the slots, the places, and behind them the slots.
const multiplier = 1
const mask = 2
const places = 3

/** A good one gives few paths the same slot; which one is good depends on the paths. */
const multipliers = [31, 37, 101]

/**
 * Values by whole paths. Of a path that may be one of them as many characters are read as tell those of its length apart,
 * and it is compared with the one that has these: a fifth of what reading every character takes.
 */
export class ExactPaths<T> {
  readonly #texts: string[] = ['']
  readonly #values: (T | undefined)[] = [undefined]
  /** Another path in the same slot, 0 for none. */
  readonly #next: number[] = [0]
  /** Where what is known of the paths of a length begins; 0 where there are none. */
  readonly #byLength: Int32Array
  readonly #known: Int32Array

  constructor(entries: ReadonlyMap<string, T>) {
    const byLength: string[][] = []
    for (const text of entries.keys()) {
      const same = byLength[text.length]
      if (same === undefined) byLength[text.length] = [text]
      else same.push(text)
    }
    const known = [0]
    this.#byLength = Int32Array.from(byLength, (texts) =>
      texts === undefined ? 0 : this.#write(texts, known),
    )
    this.#known = Int32Array.from(known)
    for (const text of this.#texts.slice(1)) this.#values.push(entries.get(text))
  }

  find(path: string): T | undefined {
    const { length } = path
    const byLength = this.#byLength
    const at = length < byLength.length ? (byLength[length] ?? 0) : 0
    if (at === 0) return undefined
    const known = this.#known
    const factor = known[at + multiplier] ?? 0
    let place = (at + places) | 0
    const end = (place + (known[at] ?? 0)) | 0
    let sum = 0
    while (place < end) {
      sum = (Math.imul(sum, factor) + path.charCodeAt(known[place] ?? 0)) | 0
      place = (place + 1) | 0
    }
    let number = known[end + (sum & (known[at + mask] ?? 0))] ?? 0
    while (number !== 0 && this.#texts[number] !== path) number = this.#next[number] ?? 0
    return this.#values[number]
  }

  /** Adds the paths of one length. @returns where they begin. */
  #write(texts: readonly string[], known: number[]): number {
    const telling = tellingPlaces(texts)
    const size = 2 ** Math.ceil(Math.log2(texts.length * 2))
    const factor = bestMultiplier(texts, telling, size - 1)
    const at = known.push(telling.length, factor, size - 1, ...telling) - telling.length - places
    const start = at + places + telling.length
    for (let i = 0; i < size; i++) known.push(0)
    for (const text of texts) {
      const slot = start + (sumOf(text, telling, factor) & (size - 1))
      this.#next.push(known[slot] ?? 0)
      known[slot] = this.#texts.push(text) - 1
    }
    return at
  }
}

/** Places by whose characters all texts of one length differ: those first that have the most different ones. */
function tellingPlaces(texts: readonly string[]): number[] {
  const { length } = texts[0] ?? ''
  const variety = Array.from({ length }, (_, place) => varietyAt(texts, place))
  const candidates = [...variety.keys()].sort((a, b) => (variety[b] ?? 0) - (variety[a] ?? 0))
  const telling: number[] = []
  for (let told = 1; told < texts.length; ) {
    telling.push(candidates.shift() ?? 0)
    const size = new Set(texts.map((text) => charsAt(text, telling))).size
    if (size === told) telling.pop()
    told = size
  }
  return telling
}

/** How many characters some of the texts have at a place. They say enough: it only decides what is tried first. */
function varietyAt(texts: readonly string[], place: number): number {
  const step = Math.ceil(texts.length / 64)
  const codes = new Set<number>()
  for (let i = 0; i < texts.length; i += step) codes.add((texts[i] ?? '').charCodeAt(place))
  return codes.size
}

function charsAt(text: string, places: readonly number[]): string {
  let chars = ''
  for (const place of places) chars += text.charAt(place)
  return chars
}

function bestMultiplier(texts: readonly string[], telling: readonly number[], last: number): number {
  let best = 0
  let most = 0
  for (const factor of multipliers) {
    const taken = new Uint8Array(last + 1)
    for (const text of texts) taken[sumOf(text, telling, factor) & last] = 1
    const slots = taken.reduce((sum, one) => sum + one, 0)
    if (slots <= most) continue
    best = factor
    most = slots
  }
  return best
}

function sumOf(text: string, telling: readonly number[], factor: number): number {
  let sum = 0
  for (const place of telling) sum = (Math.imul(sum, factor) + text.charCodeAt(place)) | 0
  return sum
}
