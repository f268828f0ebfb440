/** The longest line that is not broken where it can be. */
const maxColumns = 100

/** Writes lines of code at the right depth: two spaces, LF. */
export class CodeWriter {
  /** Grown by concatenation: V8 copies such a text once, when it is read, and not line by line. */
  #text = ''
  /** What is before the text of a line: the end of the line before, and blanks. */
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

  /** One blank line before the next, unless that is the first. */
  blank(): void {
    this.#isBlankDue = this.#text.length > 0
  }

  /** `open`, the body one level in, `close`. */
  block(open: string, body: () => void, close = '}'): void {
    this.line(open)
    this.indented(body)
    this.line(close)
  }

  /** `start value` on one line, or, when that is too long, the value on the next. */
  assign(start: string, value: string): void {
    const oneLine = `${start} ${value}`
    if (this.fits(oneLine)) this.line(oneLine)
    else {
      this.line(start)
      this.indented(() => this.line(value))
    }
  }

  /** The body one level in. */
  indented(body: () => void): void {
    const outside = this.#start
    this.#start += '  '
    body()
    this.#start = outside
  }

  /** `open` + items + `close` on one line, or, when that is too long, an item a line. */
  list(open: string, items: readonly string[], close: string, space = ''): void {
    const oneLine = items.length === 0 ? open + close : `${open}${space}${items.join(', ')}${space}${close}`
    if (this.fits(oneLine)) this.line(oneLine)
    else this.block(open, () => this.lines(items.map((item) => `${item},`)), close)
  }

  /** As {@link list}, with as many items a line as fit. */
  filled(open: string, items: readonly string[], close: string, space = ''): void {
    const oneLine = `${open}${space}${items.join(', ')}${space}${close}`
    if (this.fits(oneLine)) this.line(oneLine)
    else this.block(open, () => this.#fill(items), close)
  }

  #fill(items: readonly string[]): void {
    let text = ''
    for (const item of items) {
      const longer = text === '' ? `${item},` : `${text} ${item},`
      if (text === '' || this.fits(longer)) text = longer
      else {
        this.line(text)
        text = `${item},`
      }
    }
    this.line(text)
  }

  /** A union of types, on one line where it fits. */
  union(start: string, types: readonly string[]): void {
    const oneLine = `${start} ${types.join(' | ')}`
    if (this.fits(oneLine)) {
      this.line(oneLine)
      return
    }
    this.line(start)
    this.indented(() => this.lines(types.map((type) => `| ${type}`)))
  }

  /** Members of a type literal, on one line where they fit. */
  braces(members: readonly string[], end: string): void {
    const oneLine = `{ ${members.join('; ')} }${end}`
    if (this.fits(oneLine)) this.line(oneLine)
    else this.block('{', () => this.lines(members), `}${end}`)
  }

  fits(text: string): boolean {
    return this.#start.length + text.length - 1 <= maxColumns
  }

  toString(): string {
    return this.#text === '' ? '' : `${this.#text.slice(1)}\n`
  }
}
