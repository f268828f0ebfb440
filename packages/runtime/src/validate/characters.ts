/*
 * Character classes. The expressions are those of go-playground/validator v10, so that both accept the same texts. None
 * backtracks more than once over the text.
 */

const alpha = /^[a-zA-Z]+$/
const alphaSpace = /^[a-zA-Z ]+$/
const alphanum = /^[a-zA-Z0-9]+$/
const alphanumSpace = /^[a-zA-Z0-9 ]+$/
const printAscii = /^[ -~]*$/
const numeric = /^[-+]?[0-9]+(?:\.[0-9]+)?$/
const digits = /^[0-9]+$/
const hexadecimal = /^(?:0[xX])?[0-9a-fA-F]+$/

export function isAlpha(text: string): boolean {
  return alpha.test(text)
}

export function isAlphaSpace(text: string): boolean {
  return alphaSpace.test(text)
}

export function isAlphanum(text: string): boolean {
  return alphanum.test(text)
}

export function isAlphanumSpace(text: string): boolean {
  return alphanumSpace.test(text)
}

export function isAlphaUnicode(text: string): boolean {
  // Compiled lazily: V8 builds a table for each \p{…} at once.
  return /^\p{L}+$/u.test(text)
}

export function isAlphanumUnicode(text: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(text)
}

/** U+0000 to U+007F only; accepts the empty text. */
export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

/** U+0020 to U+007E only; accepts the empty text. */
export function isPrintAscii(text: string): boolean {
  return printAscii.test(text)
}

/** Not empty and unchanged in lower case. */
export function isLowercase(text: string): boolean {
  return text !== '' && text === text.toLowerCase()
}

/** Not empty and unchanged in upper case. A letter without a single-letter capital, such as ß, is not lower case. */
export function isUppercase(text: string): boolean {
  if (text === text.toUpperCase()) return text !== ''
  for (const letter of text) {
    const upper = letter.toUpperCase()
    if (upper !== letter && (upper.length === letter.length || isSmallTitled(letter))) return false
  }
  return true
}

/** Whether a lower-case letter has a title-case form (`ᾀ` has `ᾈ`), which Go treats as its capital. */
function isSmallTitled(letter: string): boolean {
  return /\p{Lt}/iu.test(letter) && letter === letter.toLowerCase()
}

/** A decimal number with an optional sign and fraction. */
export function isNumeric(text: string): boolean {
  return numeric.test(text)
}

/** Digits only. */
export function isDigits(text: string): boolean {
  return digits.test(text)
}

/** The texts that Go's `strconv.ParseBool` accepts. */
export function isBoolean(text: string): boolean {
  switch (text) {
    case '1':
    case 't':
    case 'T':
    case 'TRUE':
    case 'true':
    case 'True':
    case '0':
    case 'f':
    case 'F':
    case 'FALSE':
    case 'false':
    case 'False':
      return true
    default:
      return false
  }
}

/** Hexadecimal digits with an optional `0x`. */
export function isHexadecimal(text: string): boolean {
  return hexadecimal.test(text)
}
