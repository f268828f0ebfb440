import { setOwn } from './body-scan.ts'
import { endOfNumber, endOfString, type NumberReader } from './json-token.ts'

type Container = Record<string, unknown> | unknown[]

const QUOTE = 34
const MINUS = 45
const ZERO = 48
const NINE = 57
const BRACKET = 91
const BRACKET_END = 93
const SMALL_F = 102
const SMALL_N = 110
const SMALL_T = 116
const BRACE = 123
const BRACE_END = 125

/** Strings of this length and above are views, which keep the whole text in memory. */
const leastView = 13

/**
 * Reads text that JSON.parse has validated, with exact numbers. It does not recurse, since a body may have any depth,
 * and does not check for errors.
 */
export class ExactReader {
  readonly #text: string
  readonly #readNumber: NumberReader
  #at = 0
  #inside: Container = []
  readonly #above: Container[] = []
  /** The key of the next value. */
  #key: string | undefined

  constructor(text: string, readNumber: NumberReader) {
    this.#text = text
    this.#readNumber = readNumber
  }

  read(): unknown {
    const root: unknown[] = []
    this.#inside = root
    for (; this.#at < this.#text.length; this.#at++) this.#step(this.#text.charCodeAt(this.#at))
    return root[0]
  }

  /** Reads the token that begins with `c`, up to its last character. Blanks, commas and colons carry no information. */
  #step(c: number): void {
    if (c === QUOTE) this.#string()
    else if (c === MINUS || (c >= ZERO && c <= NINE)) this.#number()
    else if (c === BRACE) this.#open({})
    else if (c === BRACKET) this.#open([])
    else if (c === BRACE_END || c === BRACKET_END) this.#inside = this.#above.pop() ?? []
    else if (c === SMALL_T) this.#word(true)
    else if (c === SMALL_F) this.#word(false)
    else if (c === SMALL_N) this.#word(null)
  }

  #string(): void {
    const start = this.#at
    const end = endOfString(this.#text, start)
    this.#at = end
    const plain = this.#text.slice(start + 1, end)
    const isPlain = plain.length < leastView && !plain.includes('\\')
    const value: string = isPlain ? plain : JSON.parse(this.#text.slice(start, end + 1))
    if (this.#key === undefined && !Array.isArray(this.#inside)) this.#key = value
    else this.#add(value)
  }

  #number(): void {
    const start = this.#at
    const end = endOfNumber(this.#text, start)
    this.#at = end - 1
    this.#add(this.#readNumber(this.#text, start, end))
  }

  #word(value: true | false | null): void {
    this.#at += String(value).length - 1
    this.#add(value)
  }

  #open(container: Container): void {
    this.#add(container)
    this.#above.push(this.#inside)
    this.#inside = container
  }

  #add(value: unknown): void {
    const inside = this.#inside
    const key = this.#key
    if (Array.isArray(inside)) inside.push(value)
    else if (key === '__proto__') setOwn(inside, key, value)
    else if (key !== undefined) inside[key] = value
    this.#key = undefined
  }
}
