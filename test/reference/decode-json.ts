/**
 * A decoded body: JSON's values, plus dates and bytes in formats that have them. An object is a Map, so
 * that no key is special. A whole number is a `bigint` if too large for an exact `number`.
 */
export type Decoded =
  | null
  | boolean
  | string
  | number
  | bigint
  | Date
  | Uint8Array
  | readonly Decoded[]
  | ReadonlyMap<string, Decoded>

/**
 * RFC 8259, parsed recursively after the grammar. Unless `isExact`, a number with a fraction or an exponent
 * is never a bigint.
 *
 * @throws SyntaxError
 */
export function decodeJson(text: string, isExact = true): Decoded {
  const scanner = new Scanner(text, isExact)
  const value = scanner.value()
  scanner.end()
  return value
}

/** Exact if it is whole and has more digits than a `number` holds. */
function exactNumber(text: string): number | bigint {
  const value = Number(text)
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [, fraction = ''] = mantissa.split('.')
  const digits = BigInt(mantissa.replace('.', ''))
  const scale = Number(exponent) - fraction.length
  // Zeros of an exponent are written out up to 64 bits only.
  if (scale > 0 && Math.abs(value) >= 1e20) return value
  if (scale >= 0) return digits * 10n ** BigInt(scale)
  const unit = 10n ** BigInt(-scale)
  return digits % unit === 0n ? digits / unit : value
}

class Scanner {
  private readonly text: string
  private readonly isExact: boolean
  private at = 0

  constructor(text: string, isExact: boolean) {
    this.text = text
    this.isExact = isExact
  }

  value(): Decoded {
    this.blanks()
    const value = this.bareValue()
    this.blanks()
    return value
  }

  end(): void {
    if (this.at < this.text.length) throw new SyntaxError('text behind the value')
  }

  private bareValue(): Decoded {
    if (this.takes('{')) return this.object()
    if (this.takes('[')) return this.list()
    if (this.takes('"')) return this.string()
    if (this.takes('true')) return true
    if (this.takes('false')) return false
    if (this.takes('null')) return null
    return this.number()
  }

  private object(): Decoded {
    const members = new Map<string, Decoded>()
    this.blanks()
    if (this.takes('}')) return members
    do {
      this.blanks()
      this.must('"')
      const key = this.string()
      this.blanks()
      this.must(':')
      members.set(key, this.value())
    } while (this.takes(','))
    this.must('}')
    return members
  }

  private list(): Decoded {
    const elements: Decoded[] = []
    this.blanks()
    if (this.takes(']')) return elements
    do elements.push(this.value())
    while (this.takes(','))
    this.must(']')
    return elements
  }

  private string(): string {
    let string = ''
    for (;;) {
      const character = this.text[this.at++]
      if (character === undefined || character < ' ') throw new SyntaxError('a string without an end')
      if (character === '"') return string
      string += character === '\\' ? this.escape() : character
    }
  }

  private escape(): string {
    const character = this.text[this.at++] ?? ''
    const simple = '"\\/bfnrt'.indexOf(character)
    if (character !== '' && simple !== -1) return '"\\/\b\f\n\r\t'[simple] ?? ''
    const hex = character === 'u' ? /^[0-9A-Fa-f]{4}/.exec(this.text.slice(this.at, this.at + 4)) : null
    if (hex === null) throw new SyntaxError('no escape')
    this.at += 4
    return String.fromCharCode(Number.parseInt(hex[0], 16))
  }

  private number(): number | bigint {
    const pattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found === null) throw new SyntaxError('no value')
    this.at += found[0].length
    return this.isExact || /^-?\d+$/.test(found[0]) ? exactNumber(found[0]) : Number(found[0])
  }

  private blanks(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at++
  }

  private takes(word: string): boolean {
    const found = this.text.startsWith(word, this.at)
    if (found) this.at += word.length
    return found
  }

  private must(word: string): void {
    if (!this.takes(word)) throw new SyntaxError(`no ${word}`)
  }
}
