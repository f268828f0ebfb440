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
    for (; end < text.length; end++) {
      const c = text.charCodeAt(end)
      if (c < notAscii ? asciiNames[c] !== 1 : !isOtherNameUnit(text, end)) break
    }
    this.at = end
    if (end === at || !startsName(text, at)) invalid()
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

/** Whether a UTF-16 unit past ASCII belongs to a name: each half of a pair does, but for those of the last two planes. */
function isOtherNameUnit(text: string, at: number): boolean {
  return /[\xb7\xc0-\xd6\xd8-\xf6\xf8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\udb7f\udc00-\udfff\uf900-\ufdcf\ufdf0-\ufffd]/.test(
    text.charAt(at),
  )
}

/** No digit, dash, dot or combining mark. */
function startsName(text: string, at: number): boolean {
  return !/[-.\d\xb7\u0300-\u036f\u203f\u2040]/.test(text.charAt(at))
}
