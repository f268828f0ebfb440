import { type Chain, flat, type Item } from './item.ts'

/** The print width: longer lines are broken where possible. */
export const maxColumns = 100

/** Writes indented lines of code: two spaces, LF. */
export class CodeWriter {
  /** Grown by concatenation: V8 flattens such a string once, on the first read. */
  #text = ''
  /** The prefix of a line: a line break and the indentation. */
  #start = '\n'
  #isBlankDue = false
  readonly #margin: number

  /** @param margin columns before the text, where it is put later. */
  constructor(margin = 0) {
    this.#margin = margin
  }

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
  assign(start: string, value: Item): void {
    const oneLine = `${start} ${flat(value)}`
    if (this.fits(oneLine)) this.line(oneLine)
    else {
      this.line(start)
      this.indented(() => this.item(value))
    }
  }

  /** Lets `write` write a value that begins with `open`, on the line of `start` or indented below it. */
  assigned(start: string, open: string, write: (first: string) => void): void {
    const oneLine = `${start} ${open}`
    if (this.fits(oneLine)) write(oneLine)
    else {
      this.line(start)
      this.indented(() => write(open))
    }
  }

  /** Writes an item and the text after it, in as many lines as it needs. */
  item(item: Item, end = ''): void {
    const oneLine = flat(item) + end
    if (typeof item === 'string' || this.fits(oneLine)) this.line(oneLine)
    else if ('start' in item) this.#chain(item, end)
    else if (item.isFilled) this.filled(item.open, item.items, item.close + end, item.space)
    else this.list(item.open, item.items, item.close + end, item.space)
  }

  #chain({ start, more }: Chain, end: string): void {
    const last = more.length - 1
    this.line(start)
    this.indented(() => {
      this.lines(more.map(([operator, one], i) => `${operator} ${one}${i === last ? end : ''}`))
    })
  }

  /** Indents the body by one level. */
  indented(body: () => void): void {
    const outside = this.#start
    this.#start += '  '
    body()
    this.#start = outside
  }

  /** Writes `open` + items + `close` on one line, or one item per line when that is too long. */
  list(open: string, items: readonly Item[], close: string, space: '' | ' ' = ''): void {
    const oneLine = flat({ open, items, close, ...(space && { space }) })
    if (this.fits(oneLine)) this.line(oneLine)
    else this.block(open, () => this.#items(items), close)
  }

  #items(items: readonly Item[]): void {
    for (const item of items) this.item(item, ',')
  }

  /** Like {@link list}, with as many items per line as fit. */
  filled(open: string, items: readonly Item[], close: string, space: '' | ' ' = ''): void {
    const oneLine = `${open}${space}${items.map(flat).join(', ')}${space}${close}`
    if (this.fits(oneLine)) this.line(oneLine)
    else this.block(open, () => this.filledLines(items, ','), close)
  }

  /** Writes items with an end each, as many per line as fit. */
  filledLines(items: readonly Item[], end: ',' | ';'): void {
    let line: Item[] = []
    const textOf = (some: readonly Item[]): string => some.map((one) => `${flat(one)}${end}`).join(' ')
    for (const item of items) {
      if (line.length > 0 && !this.fits(textOf([...line, item]))) {
        this.#filledLine(line, textOf(line))
        line = []
      }
      line.push(item)
    }
    // A pattern has no comma after its rest, and a type no semicolon after its last member.
    const last = items.at(-1)
    const isOpen = end === ';' || (typeof last === 'string' && last.startsWith('...'))
    this.#filledLine(line, isOpen ? textOf(line).slice(0, -1) : textOf(line))
  }

  #filledLine([only, ...others]: readonly Item[], text: string): void {
    if (only !== undefined && typeof only !== 'string' && others.length === 0) this.item(only, ',')
    else this.line(text)
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

  /** Writes the members of a type literal, on one line where they fit. */
  braces(members: readonly string[], end: string): void {
    const oneLine = `{ ${members.join('; ')} }${end}`
    if (this.fits(oneLine)) this.line(oneLine)
    else this.block('{', () => this.lines(members), `}${end}`)
  }

  get isEmpty(): boolean {
    return this.#text === ''
  }

  fits(text: string): boolean {
    return this.#margin + this.#start.length + text.length - 1 <= maxColumns
  }

  toString(): string {
    return this.#text === '' ? '' : `${this.#text.slice(1)}\n`
  }
}
