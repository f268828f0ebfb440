import { booleans } from '../rules/rule-patterns.ts'

/*
 * Character classes. The expressions are those of go-playground/validator v10, so that both accept the same texts. The
 * others are made from the table of rules.
 */

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

/** The texts that Go's `strconv.ParseBool` accepts. */
export function isBoolean(text: string): boolean {
  return booleans.includes(text)
}
