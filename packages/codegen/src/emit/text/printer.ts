import {
  type Assignment,
  Body,
  Chain,
  Code,
  code,
  type If,
  List,
  type Piece,
  type Statement,
} from './code.ts'
import { CodeWriter } from './code-writer.ts'

/** The lines of statements. A line that is too long breaks at its last list, then at those before and within. */
export function printed(statements: readonly Statement[]): string {
  const printer = new Printer()
  printer.statements(statements)
  return String(printer)
}

class Printer extends CodeWriter {
  statements(statements: readonly Statement[]): void {
    for (const one of statements) this.#statement(one)
  }

  #statement(statement: Statement): void {
    if (statement instanceof Code) {
      if (this.fitsIn(statement.width)) this.line(statement.flat)
      else this.#code([statement])
      return
    }
    switch (statement.kind) {
      case 'blank':
        this.blank()
        break
      case 'block':
        this.#code([statement.open])
        this.indented(() => this.statements(statement.body))
        this.#code([statement.close])
        break
      case 'assign':
        this.#assign([statement.start], statement.value, statement.isBehind)
        break
      case 'loop':
        this.#behind(code`${statement.head} `, statement.body)
        break
      case 'case':
        this.#case(statement.label, statement.body)
        break
      case 'if':
        this.#if(statement, code``)
        break
    }
  }

  /** Writes pieces in as many lines as they need. */
  #code(pieces: readonly Piece[], width: number = widthOf(pieces)): void {
    const at = this.fitsIn(width) ? -1 : this.#breakOf(pieces)
    const piece = pieces[at]
    if (piece === undefined || typeof piece === 'string') {
      this.line(flatOf(pieces))
      return
    }
    const [before, after] = [pieces.slice(0, at), pieces.slice(at + 1)]
    if (piece instanceof Code) this.#code([...before, ...piece.pieces, ...after], width)
    else if (piece instanceof Chain) this.#chain(before, piece, after)
    else {
      const [open, close] = [trimmed(before, 'trimEnd'), trimmed(after, 'trimStart')]
      const inside = (): void =>
        piece instanceof Body ? this.statements(piece.statements) : this.#list(piece)
      if (widthOf(open) === 0) inside()
      else {
        this.#code(open)
        this.indented(inside)
      }
      if (widthOf(close) > 0) this.#code(close)
    }
  }

  /** The piece at which pieces break: the last list, else the last code with one. */
  #breakOf(pieces: readonly Piece[]): number {
    const found = ([2, 1] as const).flatMap((breaks) => [
      pieces.findLastIndex((one) => !(one instanceof Code) && breaksIn(one) === breaks),
      pieces.findLastIndex((one) => one instanceof Code && one.breaks === breaks),
    ])
    const last = found.find((one) => one !== -1) ?? -1
    const first = pieces.findIndex(
      (one, i) => i < last && one instanceof List && this.#isFirst(one, i, last, pieces),
    )
    return first === -1 ? last : first
  }

  #isFirst({ style: { isFirst } }: List, i: number, last: number, pieces: readonly Piece[]): boolean {
    if (isFirst === undefined || !this.fitsIn(widthOf(trimmed(pieces.slice(i + 1), 'trimStart'))))
      return false
    return isFirst === 'always' || !this.fitsIn(widthOf(trimmed(pieces.slice(0, last), 'trimEnd')))
  }

  #chain(before: readonly Piece[], { start, more }: Chain, after: readonly Piece[]): void {
    this.#code([...before, start])
    this.indented(() => {
      for (const [i, [operator, operand]] of more.entries())
        this.#code([`${operator} `, operand, ...(i === more.length - 1 ? after : [])])
    })
  }

  #list({ items, style: { joint = ',', isFilled, isOpen } }: List): void {
    const end = joint === ';' && !isFilled ? '' : ends[joint]
    const hasLast = joint === ',' && !isOpen
    const ended = items.map((one, i): readonly Piece[] => [
      ...(joint === '|' ? ['| '] : []),
      one,
      i < items.length - 1 || hasLast ? end : '',
    ])
    if (isFilled) this.#filled(ended)
    else for (const one of ended) this.#code(one)
  }

  /** Writes as many items per line as fit. */
  #filled(items: readonly (readonly Piece[])[]): void {
    let line: readonly Piece[] = []
    for (const item of items) {
      const longer = line.length === 0 ? item : [...line, ' ', ...item]
      if (line.length > 0 && !this.fitsIn(widthOf(longer))) {
        this.#code(line)
        line = item
      } else line = longer
    }
    if (line.length > 0) this.#code(line)
  }

  #assign(start: readonly Piece[], value: Code, isBehind: Assignment['isBehind']): void {
    const width = widthOf(start)
    const at = this.fitsIn(width) ? -1 : this.#breakOf(start)
    const piece = start[at]
    if (piece instanceof Code) {
      this.#assign([...start.slice(0, at), ...piece.pieces, ...start.slice(at + 1)], value, isBehind)
    } else if (piece instanceof List) {
      this.#code(trimmed(start.slice(0, at), 'trimEnd'))
      this.indented(() => this.#list(piece))
      this.#assign(trimmed(start.slice(at + 1), 'trimStart'), value, isBehind)
    } else if (this.fitsIn(width + 1 + value.width) || this.#isBehind(width, value, isBehind)) {
      this.#code([...start, ' ', value])
    } else {
      this.#code(start)
      this.indented(() => this.#code([value]))
    }
  }

  #isBehind(width: number, value: Code, how: Assignment['isBehind']): boolean {
    if (how === 'ifLong') return !this.fitsIn(value.width + 2)
    return how === 'always' && this.fitsIn(width + 1 + headOf(value.pieces).length)
  }

  #case(label: Code, body: readonly Code[]): void {
    const oneLine = code`${label} ${code.joined(body, '; ')}`
    if (this.fitsIn(oneLine.width)) this.line(oneLine.flat)
    else {
      this.#code([label])
      this.indented(() => this.statements(body))
    }
  }

  /** Writes the body on the same line when it is one statement that fits, else in braces. */
  #behind(head: Code, body: readonly Statement[]): void {
    const only = lineOf(body)
    if (only !== undefined && this.fitsIn(head.width + only.width)) this.#code([head, only])
    else this.#statement({ kind: 'block', open: code`${head}{`, body, close: code`}` })
  }

  /** Writes `if (a) b`, with `else` on its own line, and braces around a body of several lines. */
  #if({ condition, body, otherwise }: If, before: Code): void {
    const head = code`${before}if (${condition}) `
    const only = body[0] instanceof Code ? lineOf(body) : undefined
    if (only !== undefined && this.fitsIn(head.width + only.width)) {
      this.#code([head, only])
      this.#else(code`else `, otherwise)
    } else if (only !== undefined && this.fitsIn(head.width) && this.fitsIn(only.width + 2)) {
      this.#code([code`${before}if (${condition})`])
      this.indented(() => this.#code([only]))
      this.#else(code`else `, otherwise)
    } else {
      this.#code([code`${head}{`])
      this.indented(() => this.statements(body))
      if (otherwise.length === 0) this.line('}')
      else this.#else(code`} else `, otherwise)
    }
  }

  #else(before: Code, otherwise: readonly Statement[]): void {
    const [next, ...others] = otherwise
    if (next === undefined) return
    if (others.length === 0 && !(next instanceof Code) && next.kind === 'if') this.#if(next, before)
    else this.#behind(before, otherwise)
  }
}

/** The body as one line; `undefined` for a longer one. */
function lineOf([only, ...others]: readonly Statement[]): Code | undefined {
  if (only === undefined || others.length > 0) return undefined
  if (only instanceof Code) return only
  if (only.kind !== 'if' || only.otherwise.length > 0) return undefined
  const then = lineOf(only.body)
  return then && code`if (${only.condition}) ${then}`
}

/** The text between an item and the end of its line. */
const ends = { ',': ',', ';': ';', '|': '', '&&': ' &&', '||': ' ||' } as const

function breaksIn(piece: Piece): number {
  return typeof piece === 'string' ? 0 : piece.breaks
}

function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((all, one) => all + (typeof one === 'string' ? one.length : one.width), 0)
}

/** The text before the first list or body. */
function headOf(pieces: readonly Piece[]): string {
  let text = ''
  for (const one of pieces) {
    if (typeof one === 'string') text += one
    else if (breaksIn(one) < 2) text += one.flat
    else return one instanceof Code ? text + headOf(one.pieces) : text.trimEnd()
  }
  return text
}

function flatOf(pieces: readonly Piece[]): string {
  return pieces.map((one) => (typeof one === 'string' ? one : one.flat)).join('')
}

/** Without the space at the bracket where pieces break. */
function trimmed(pieces: readonly Piece[], how: 'trimEnd' | 'trimStart'): readonly Piece[] {
  const at = how === 'trimEnd' ? pieces.length - 1 : 0
  const piece = pieces[at]
  return typeof piece === 'string' ? pieces.with(at, piece[how]()) : pieces
}
