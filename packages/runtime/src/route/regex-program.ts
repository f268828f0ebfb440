import {
  type Atom,
  anyButNewline,
  classes,
  codeOf,
  complement,
  controls,
  posixClasses,
} from './regex-characters.ts'

/** A state of the machine; numbers are indices into `Program.states`. */
type State =
  | { readonly kind: 'take'; readonly atom: Atom; readonly next: number }
  | { readonly kind: 'split'; readonly first: number; readonly second: number }
  | { readonly kind: 'assert'; readonly what: 'start' | 'end' | 'word' | 'no-word'; readonly next: number }
  | { readonly kind: 'accept' }

export interface Program {
  readonly states: readonly State[]
  readonly start: number
}

/** Builds the states of a piece that continues at `next`, and returns its first state. */
type Piece = (next: number) => number

// As in RE2: a counted repetition is expanded, so its count is limited.
const maxRepeats = 1000
const maxStates = 5000

/** Compiles a regular expression. @throws TypeError when it is invalid. */
export function compileRegex(source: string): Program {
  const reader = new RegexReader(source)
  const piece = reader.read()
  const { states } = reader
  states.push({ kind: 'accept' })
  const start = piece(states.length - 1)
  return { states, start }
}

const assertions: Readonly<Record<string, 'start' | 'end' | 'word' | 'no-word'>> = {
  A: 'start',
  z: 'end',
  b: 'word',
  B: 'no-word',
}

class RegexReader {
  readonly states: State[] = []
  readonly #source: string
  readonly #characters: readonly string[]
  #at = 0
  #foldsCase = false

  constructor(source: string) {
    this.#source = source
    this.#characters = [...source]
  }

  read(): Piece {
    const piece = this.#alternatives()
    if (this.#at < this.#characters.length) throw this.#wrong('a parenthesis is not opened')
    return piece
  }

  #alternatives(): Piece {
    const outer = this.#foldsCase
    const pieces = [this.#sequence()]
    while (this.#skip('|')) pieces.push(this.#sequence())
    this.#foldsCase = outer
    return pieces.reduceRight((second, first) => (next) => this.#split(first(next), second(next)))
  }

  #sequence(): Piece {
    const pieces: Piece[] = []
    while (this.#at < this.#characters.length && this.#peek() !== '|' && this.#peek() !== ')') {
      pieces.push(this.#repeated(this.#single()))
    }
    return (next) => pieces.reduceRight((after, piece) => piece(after), next)
  }

  #repeated(piece: Piece): Piece {
    let repeated = piece
    for (let bounds = this.#quantifier(); bounds !== undefined; bounds = this.#quantifier()) {
      const inner = repeated
      const { least, most } = bounds
      repeated = (next) => {
        let start = most === undefined ? this.#loop(inner, next) : next
        for (let i = least; i < (most ?? 0); i++) start = this.#split(inner(start), next)
        for (let i = 0; i < least; i++) start = inner(start)
        return start
      }
    }
    return repeated
  }

  #loop(piece: Piece, next: number): number {
    const split = this.#split(0, next)
    this.states[split] = { kind: 'split', first: piece(split), second: next }
    return split
  }

  #quantifier(): { readonly least: number; readonly most: number | undefined } | undefined {
    const counted = /^\{(\d+)(?:(,)(\d*))?\}/.exec(this.#characters.slice(this.#at, this.#at + 16).join(''))
    const bounds = counted === null ? simpleQuantifiers.get(this.#peek() ?? '') : this.#counts(counted)
    if (bounds === undefined) return undefined
    this.#at += counted?.[0].length ?? 1
    // Greediness does not affect whether the value matches.
    this.#skip('?')
    return bounds
  }

  #counts([, least = '', comma, most]: RegExpExecArray): { least: number; most: number | undefined } {
    const counts = {
      least: Number(least),
      most: comma === undefined ? Number(least) : most ? Number(most) : undefined,
    }
    if (Math.max(counts.least, counts.most ?? 0) > maxRepeats)
      throw this.#wrong(`more than ${maxRepeats} repeats`)
    if (counts.least > (counts.most ?? counts.least))
      throw this.#wrong('a repeat count ends before it begins')
    return counts
  }

  #single(): Piece {
    const char = this.#take()
    switch (char) {
      case '(':
        return this.#group()
      case '[':
        return this.#atom(this.#characterClass())
      case '.':
        return this.#atom(anyButNewline)
      case '^':
        return this.#assertion('start')
      case '$':
        return this.#assertion('end')
      case '\\':
        return this.#escape()
      case '*':
      case '+':
      case '?':
        throw this.#wrong('nothing to repeat')
      default:
        return this.#atom(this.#one(codeOf(char)))
    }
  }

  #group(): Piece {
    if (this.#skip('?')) {
      const opening = /^(?:P?<\w+>|(i?):|(i)\))/.exec(this.#characters.slice(this.#at).join(''))
      if (opening === null) throw this.#wrong('(?…) is for groups and the flag i: look-around is not linear')
      this.#at += opening[0].length
      const folds = opening[1] === 'i' || opening[2] === 'i'
      if (opening[2] === 'i') {
        this.#foldsCase = true
        return (next) => next
      }
      return this.#closed(folds)
    }
    return this.#closed(false)
  }

  #closed(folds: boolean): Piece {
    const outer = this.#foldsCase
    this.#foldsCase ||= folds
    const piece = this.#alternatives()
    this.#foldsCase = outer
    if (!this.#skip(')')) throw this.#wrong('a parenthesis is not closed')
    return piece
  }

  #escape(): Piece {
    const char = this.#take()
    const assertion = assertions[char]
    if (assertion !== undefined) return this.#assertion(assertion)
    return this.#atom(this.#escaped(char))
  }

  #escaped(char: string): Atom {
    const known = classes[char.toLowerCase()]
    if (known !== undefined) return char === char.toLowerCase() ? known : { ...known, negated: true }
    if (char === 'x') return this.#one(this.#hex())
    const control = controls[char]
    if (control !== undefined) return this.#one(control)
    if (/^[0-9A-Za-z]$/.test(char)) throw this.#wrong(`\\${char} is not supported`)
    return this.#one(codeOf(char))
  }

  #hex(): number {
    const digits = /^(?:\{([0-9A-Fa-f]{1,6})\}|([0-9A-Fa-f]{2}))/.exec(
      this.#characters.slice(this.#at, this.#at + 8).join(''),
    )
    if (digits === null) throw this.#wrong('\\x needs hexadecimal digits')
    this.#at += digits[0].length
    return Number.parseInt(digits[1] ?? digits[2] ?? '', 16)
  }

  #characterClass(): Atom {
    const negated = this.#skip('^')
    const ranges: (readonly [number, number])[] = []
    for (let first = true; first || this.#peek() !== ']'; first = false) {
      const posix = this.#posixClass()
      if (posix !== undefined) {
        for (const [from, to] of posix) ranges.push(...this.#folded(from, to))
        continue
      }
      const char = this.#take()
      const from = char === '\\' ? this.#escaped(this.#take()) : this.#one(codeOf(char))
      const [start] = from.ranges[0] ?? [0]
      const single = from.ranges.length <= 2 && !from.negated && !Object.values(classes).includes(from)
      if (single && this.#peek() === '-' && this.#characters[this.#at + 1] !== ']') {
        this.#take()
        ranges.push(...this.#folded(start, this.#classEnd()))
      } else ranges.push(...(from.negated ? complement(from.ranges) : from.ranges))
    }
    this.#take()
    return { negated, ranges }
  }

  #posixClass(): Atom['ranges'] | undefined {
    const found = /^\[:(\^?)(\w+):\]/.exec(this.#characters.slice(this.#at, this.#at + 12).join(''))
    if (found === null) return undefined
    const [text, negated, name = ''] = found
    const ranges = posixClasses.get(name)
    if (ranges === undefined) throw this.#wrong(`there is no class ${text}`)
    this.#at += text.length
    return negated ? complement(ranges) : ranges
  }

  #classEnd(): number {
    const char = this.#take()
    const atom = char === '\\' ? this.#escaped(this.#take()) : this.#one(codeOf(char))
    return atom.ranges[0]?.[0] ?? 0
  }

  #one(code: number): Atom {
    return { negated: false, ranges: this.#folded(code, code) }
  }

  /** A range, with `(?i)` also the other case of its letters. */
  #folded(first: number, last: number): (readonly [number, number])[] {
    if (last < first) throw this.#wrong('a range ends before it begins')
    if (!this.#foldsCase) return [[first, last]]
    const ranges: (readonly [number, number])[] = [[first, last]]
    for (const [from, to, shift] of [
      [65, 90, 32],
      [97, 122, -32],
    ] as const) {
      const start = Math.max(first, from)
      const end = Math.min(last, to)
      if (start <= end) ranges.push([start + shift, end + shift])
    }
    return ranges
  }

  #atom(atom: Atom): Piece {
    return (next) => this.#push({ kind: 'take', atom, next })
  }

  #assertion(what: 'start' | 'end' | 'word' | 'no-word'): Piece {
    return (next) => this.#push({ kind: 'assert', what, next })
  }

  #split(first: number, second: number): number {
    return this.#push({ kind: 'split', first, second })
  }

  #push(state: State): number {
    if (this.states.length >= maxStates) throw this.#wrong('it is too large')
    return this.states.push(state) - 1
  }

  #peek(): string | undefined {
    return this.#characters[this.#at]
  }

  #take(): string {
    const char = this.#characters[this.#at++]
    if (char === undefined) throw this.#wrong('it ends too early')
    return char
  }

  #skip(char: string): boolean {
    if (this.#peek() !== char) return false
    this.#at++
    return true
  }

  #wrong(why: string): TypeError {
    return new TypeError(`regex(${this.#source}): ${why}`)
  }
}

const simpleQuantifiers = new Map([
  ['*', { least: 0, most: undefined }],
  ['+', { least: 1, most: undefined }],
  ['?', { least: 0, most: 1 }],
])
