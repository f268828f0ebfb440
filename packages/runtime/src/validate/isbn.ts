const isbn10 = /^[0-9]{9}[0-9X]$/
const isbn13 = /^97[89][0-9]{10}$/

/** ISBN-10 with a right check digit; up to three hyphens and three blanks may stand in it. */
export function isIsbn10(text: string): boolean {
  const digits = without(text, 3)
  if (!isbn10.test(digits)) return false
  let sum = 0
  for (let i = 0; i < 10; i++) sum += (i + 1) * (digits[i] === 'X' ? 10 : Number(digits[i]))
  return sum % 11 === 0
}

/** ISBN-13 with a right check digit; up to four hyphens and four blanks may stand in it. */
export function isIsbn13(text: string): boolean {
  const digits = without(text, 4)
  if (!isbn13.test(digits)) return false
  let sum = 0
  for (let i = 0; i < 13; i++) sum += (i % 2 === 0 ? 1 : 3) * Number(digits[i])
  return sum % 10 === 0
}

/** Either of them. */
export function isIsbn(text: string): boolean {
  return isIsbn10(text) || isIsbn13(text)
}

/** A text without its first hyphens and blanks; nothing longer than an ISBN can be is looked at. */
function without(text: string, most: number): string {
  if (text.length > 13 + 2 * most) return ''
  let rest = text
  for (let i = 0; i < most; i++) rest = rest.replace('-', '').replace(' ', '')
  return rest
}
