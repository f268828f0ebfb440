import { headersOfAnswer } from './answer-headers.ts'
import { checkHeader } from './header-safety.ts'

/** Headers that a draft or a server reads, or writes by itself: they stay lines of their own. */
const ownLines: ReadonlySet<string> = new Set([
  ...headersOfAnswer,
  'content-range',
  'cache-control',
  'set-cookie',
  'vary',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'date',
  'expect',
])

/** Headers that were checked once, for many responses. */
export class HeaderSet {
  /** Flat: name, value, … */
  readonly lines: readonly string[]
  /** The lines as they are sent; `undefined` when one of them must stay a line of its own. */
  readonly text: string | undefined
  readonly #values = new Map<string, string>()
  /** A bit for each length of a name, which spares most look-ups. */
  readonly #lengths: number
  readonly #joined = new WeakMap<HeaderSet, HeaderSet>()

  /** @throws TypeError for a header that could end its line. */
  constructor(headers: Iterable<readonly [name: string, value: string]>) {
    const lines: string[] = []
    let text = ''
    let isPlain = true
    let lengths = 0
    for (const [name, value] of headers) {
      const isAscii = checkHeader(name, value)
      const lower = name.toLowerCase()
      if (!isAscii || ownLines.has(lower) || this.#values.has(lower)) isPlain = false
      this.#values.set(lower, value)
      lengths |= lengthBit(name)
      lines.push(name, value)
      text += `${name}: ${value}\r\n`
    }
    this.lines = lines
    this.text = isPlain ? text : undefined
    this.#lengths = lengths
  }

  has(name: string): boolean {
    return (this.#lengths & lengthBit(name)) !== 0 && this.#values.has(name.toLowerCase())
  }

  /** @param lower the name in lower case */
  value(lower: string): string | undefined {
    return (this.#lengths & lengthBit(lower)) === 0 ? undefined : this.#values.get(lower)
  }

  /** The set of the headers of both, which has no text when they share a name. */
  with(other: HeaderSet): HeaderSet {
    const known = this.#joined.get(other)
    if (known !== undefined) return known
    const joined = new HeaderSet([...pairsOf(this.lines), ...pairsOf(other.lines)])
    this.#joined.set(other, joined)
    return joined
  }
}

function lengthBit({ length }: string): number {
  return 1 << (length & 31)
}

function* pairsOf(lines: readonly string[]): Generator<readonly [string, string]> {
  for (let i = 0; i < lines.length; i += 2) yield [lines[i] ?? '', lines[i + 1] ?? '']
}
