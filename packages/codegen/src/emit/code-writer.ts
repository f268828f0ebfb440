/** The longest line that is not broken where it can be. */
const maxColumns = 100

/** Writes lines of code at the right depth: two spaces, LF. */
export class CodeWriter {
  readonly #lines: string[] = []
  #depth = 0

  line(text: string): void {
    this.#lines.push(text === '' ? '' : '  '.repeat(this.#depth) + text)
  }

  lines(texts: readonly string[]): void {
    for (const text of texts) this.line(text)
  }

  blank(): void {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('')
  }

  /** `open`, the body one level in, `close`. */
  block(open: string, body: () => void, close = '}'): void {
    this.line(open)
    this.#depth++
    body()
    this.#depth--
    this.line(close)
  }

  /** `start value` on one line, or, when that is too long, the value on the next. */
  assign(start: string, value: string): void {
    if (this.fits(`${start} ${value}`)) {
      this.line(`${start} ${value}`)
    } else {
      this.line(start)
      this.indented(() => this.line(value))
    }
  }

  /** The body one level in. */
  indented(body: () => void): void {
    this.#depth++
    body()
    this.#depth--
  }

  /** `open` + items + `close` on one line, or, when that is too long, an item a line. */
  list(open: string, items: readonly string[], close: string, space = ''): void {
    const oneLine = items.length === 0 ? open + close : `${open}${space}${items.join(', ')}${space}${close}`
    if (this.fits(oneLine)) this.line(oneLine)
    else this.block(open, () => this.lines(items.map((item) => `${item},`)), close)
  }

  /** Members of a type literal, on one line where they fit. */
  braces(members: readonly string[], end: string): void {
    const oneLine = `{ ${members.join('; ')} }${end}`
    if (this.fits(oneLine)) this.line(oneLine)
    else this.block('{', () => this.lines(members), `}${end}`)
  }

  fits(text: string): boolean {
    return this.#depth * 2 + text.length <= maxColumns
  }

  toString(): string {
    return `${this.#lines.join('\n').trimEnd()}\n`
  }
}
