import type { BindInput, BindSettings } from './bind-input.ts'
import type { Faults } from './faults.ts'
import { headerLines } from './header-values.ts'
import { TextPairs } from './text-pairs.ts'

/** The pairs of the Cookie header; several lines are read as one. */
export function cookiePairs(c: BindInput, faults: Faults): CookiePairs {
  return new CookiePairs(headerLines(c.rawHeaders(), 'cookie').join(';'), faults, c.bindSettings())
}

const SPACE = 32
const TAB = 9
const QUOTE = 34

/**
 * A cursor over `a=1; b=2` (RFC 6265 section 5.4). Values are taken as they are, but for one pair of double quotes around
 * them; parts without `=` are passed over.
 */
export class CookiePairs extends TextPairs {
  readonly #text: string
  #at = 0
  #valueStart = 0
  #valueEnd = 0

  constructor(text: string, faults: Faults, settings: BindSettings) {
    super('cookie', faults, settings)
    this.#text = text
  }

  protected advance(): boolean {
    const text = this.#text
    while (this.#at < text.length) {
      const start = this.#at
      const semicolon = text.indexOf(';', start)
      const end = semicolon === -1 ? text.length : semicolon
      this.#at = end + 1
      const equals = text.indexOf('=', start)
      if (equals === -1) return false
      if (equals > end) continue
      this.key = text.slice(skipBlanks(text, start, equals), skipBlanksBack(text, start, equals))
      if (this.key === '') continue
      this.#setValue(skipBlanks(text, equals + 1, end), skipBlanksBack(text, equals + 1, end))
      return true
    }
    return false
  }

  text(): string {
    return this.#text.slice(this.#valueStart, this.#valueEnd)
  }

  #setValue(start: number, end: number): void {
    const text = this.#text
    const quoted = end - start >= 2 && text.charCodeAt(start) === QUOTE && text.charCodeAt(end - 1) === QUOTE
    this.#valueStart = quoted ? start + 1 : start
    this.#valueEnd = quoted ? end - 1 : Math.max(start, end)
  }

  protected override reportsUnknown(): boolean {
    return false
  }

  protected skip(): void {}

  protected rewind(): void {
    this.#at = 0
  }

  wholeKey(): string {
    return this.key
  }
}

function skipBlanks(text: string, from: number, to: number): number {
  let i = from
  while (i < to && isBlank(text.charCodeAt(i))) i++
  return i
}

function skipBlanksBack(text: string, from: number, to: number): number {
  let i = to
  while (i > from && isBlank(text.charCodeAt(i - 1))) i--
  return i
}

function isBlank(c: number): boolean {
  return c === SPACE || c === TAB
}
