/** The print width: longer lines are broken where possible. */
export const maxColumns = 100

/** Writes indented lines of code: two spaces, LF. */
export class CodeWriter {
  /** Grown by concatenation: V8 flattens such a string once, on the first read. */
  #text = ''
  /** The prefix of a line: a line break and the indentation. */
  #start = '\n'
  #isBlankDue = false

  line(text: string): void {
    if (this.#isBlankDue) this.#text += '\n'
    this.#isBlankDue = false
    this.#text += this.#start + text
  }

  lines(texts: readonly string[]): void {
    for (const text of texts) this.line(text)
  }

  /** Adds a blank line before the next line, except at the start of the file. */
  blank(): void {
    this.#isBlankDue = this.#text.length > 0
  }

  /** Writes `open`, the indented body and `close`. */
  block(open: string, body: () => void, close = '}'): void {
    this.line(open)
    this.indented(body)
    this.line(close)
  }

  /** Writes `start value` on one line, or the value on the next line when that is too long. */
  assign(start: string, value: string): void {
    const oneLine = `${start} ${value}`
    if (this.fits(oneLine)) this.line(oneLine)
    else {
      this.line(start)
      this.indented(() => this.line(value))
    }
  }

  /** Indents the body by one level. */
  indented(body: () => void): void {
    const outside = this.#start
    this.#start += '  '
    body()
    this.#start = outside
  }

  /** Writes `open` + items + `close` on one line, or one item per line when that is too long. */
  list(open: string, items: readonly string[], close: string, space: '' | ' ' = ''): void {
    const inside = items.length === 0 ? '' : `${space}${items.join(', ')}${space}`
    const oneLine = open + inside + close
    if (this.fits(oneLine)) this.line(oneLine)
    else this.block(open, () => this.lines(items.map((one) => `${one},`)), close)
  }

  /** Writes a union of types, on one line where it fits. */
  union(start: string, types: readonly string[]): void {
    const oneLine = `${start} ${types.join(' | ')}`
    if (this.fits(oneLine)) {
      this.line(oneLine)
      return
    }
    this.line(start)
    this.indented(() => this.lines(types.map((type) => `| ${type}`)))
  }

  fits(text: string): boolean {
    return this.fitsIn(text.length)
  }

  /** Whether so many columns fit on a line. */
  fitsIn(width: number): boolean {
    return this.#start.length + width - 1 <= maxColumns
  }

  toString(): string {
    return this.#text === '' ? '' : `${this.#text.slice(1)}\n`
  }
}
