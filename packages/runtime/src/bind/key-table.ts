/** The keys that a DTO takes, found in a text where they stand: to make a string of each key first costs more than that. */
export class KeyTable {
  /** The keys; one with a dot at its end has more below it. */
  readonly names: readonly string[]
  /** Places of names by their hash, one more than the index, 0 where there is none; those with a dot in a table of theirs. */
  private readonly plain: Uint16Array
  private readonly nested: Uint16Array
  private readonly indices: ReadonlyMap<string, number>

  constructor(names: readonly string[]) {
    this.names = names
    this.indices = new Map(names.map((name, i) => [name, i]))
    let size = 8
    while (size < names.length * 4) size *= 2
    this.plain = new Uint16Array(size)
    this.nested = new Uint16Array(size)
    names.forEach((name, i) => {
      const isNested = name.endsWith('.')
      const slots = isNested ? this.nested : this.plain
      let slot = hash(name, 0, isNested ? name.length - 1 : name.length)
      while (slots[slot & (size - 1)] !== 0) slot++
      slots[slot & (size - 1)] = i + 1
    })
  }

  /** The index of the key that stands from `start` to `end`, or of that key with a dot; -1 when it is none of these. */
  find(text: string, start: number, end: number, isNested: boolean): number {
    const slots = isNested ? this.nested : this.plain
    const last = slots.length - 1
    for (let slot = hash(text, start, end) & last; ; slot = (slot + 1) & last) {
      const i = (slots[slot] ?? 0) - 1
      if (i === -1) return -1
      const name = this.names[i] ?? ''
      if (end - start === (isNested ? name.length - 1 : name.length) && isAt(text, start, name, end - start))
        return i
    }
  }

  /** The index of a key that is a string already, with its dot where it has one; -1 when it is none of these. */
  indexOf(key: string): number {
    return this.indices.get(key) ?? -1
  }
}

/** The keys of a wide DTO. */
export function keyTable(...names: readonly string[]): KeyTable {
  return new KeyTable(names)
}

/** Of every character: names that differ in one digit, as `line01` and `line02` do, must not share a place (FNV-1a). */
function hash(text: string, start: number, end: number): number {
  let sum = 0x811c9dc5
  for (let i = start; i < end; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
  return (sum ^ (sum >>> 15)) >>> 0
}

function isAt(text: string, start: number, name: string, length: number): boolean {
  for (let i = 0; i < length; i++) {
    if (text.charCodeAt(start + i) !== name.charCodeAt(i)) return false
  }
  return true
}
