import { BodyFault } from './body-fault.ts'

/** A place in an XML text, which moves over the smallest parts of its grammar. What cannot be there is thrown as a BodyFault. */
export class XmlCursor {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  /** Whether `mark` stands here. */
  sees(mark: string): boolean {
    return this.text.startsWith(mark, this.at)
  }

  /** Moves over `mark`. */
  take(mark: string): void {
    if (!this.sees(mark)) invalid()
    this.at += mark.length
  }

  /** Moves behind the next `mark`, and gives the text before it. */
  until(mark: string): string {
    const { text, at } = this
    const end = text.indexOf(mark, at)
    if (end === -1) invalid()
    this.at = end + mark.length
    return text.slice(at, end)
  }

  /** Moves over blanks; whether there was one. */
  blanks(): boolean {
    const start = this.at
    while (isBlank(this.text.charCodeAt(this.at))) this.at++
    return this.at > start
  }

  /** Takes a name (XML 1.0 section 2.3). */
  name(): string {
    const { text, at } = this
    let end = at
    while (end < text.length && isNamePart(text.charCodeAt(end))) end++
    this.at = end
    if (end === at || !isNameStart(text.charCodeAt(at))) invalid()
    return text.slice(at, end)
  }
}

export function invalid(): never {
  throw new BodyFault('is not valid XML')
}

/** SPACE, TAB, LF and CR; not so behind the end, where the code is NaN. */
function isBlank(c: number): boolean {
  return c === 32 || (c <= 13 && (c === 9 || c === 10 || c === 13))
}

const notAscii = 128

/** By code: 1 for a character that a name may hold. */
const asciiNames: Readonly<Uint8Array> = Uint8Array.from({ length: notAscii }, (_, c) =>
  /[-.:\w]/.test(String.fromCharCode(c)) ? 1 : 0,
)

/** The units of UTF-16 past ASCII that a name begins with, first and last of each run; of pairs all that XML has names of. */
const nameStarts: readonly (readonly [first: number, last: number])[] = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xdb7f],
  [0xdc00, 0xdfff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
]

/** What goes on in a name besides. */
const nameParts: readonly (readonly [first: number, last: number])[] = [
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
]

function isAmong(c: number, runs: readonly (readonly [first: number, last: number])[]): boolean {
  return runs.some(([first, last]) => c >= first && c <= last)
}

function isNamePart(c: number): boolean {
  return c < notAscii ? asciiNames[c] === 1 : isAmong(c, nameStarts) || isAmong(c, nameParts)
}

/** No digit, dash, dot or combining mark. */
function isNameStart(c: number): boolean {
  return c < notAscii ? /[:A-Z_a-z]/.test(String.fromCharCode(c)) : isAmong(c, nameStarts)
}
