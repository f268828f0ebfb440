const isbn10 = /^[0-9]{9}[0-9X]$/
const isbn13 = /^97[89][0-9]{10}$/

/** ISBN-10 with a valid check digit and at most three hyphens and three spaces. */
export function isIsbn10(text: string): boolean {
  const digits = without(text, 3)
  if (!isbn10.test(digits)) return false
  let sum = 0
  for (let i = 0; i < 10; i++) sum += (i + 1) * (digits[i] === 'X' ? 10 : Number(digits[i]))
  return sum % 11 === 0
}

/** ISBN-13 with a valid check digit and at most four hyphens and four spaces. */
export function isIsbn13(text: string): boolean {
  const digits = without(text, 4)
  if (!isbn13.test(digits)) return false
  let sum = 0
  for (let i = 0; i < 13; i++) sum += (i % 2 === 0 ? 1 : 3) * Number(digits[i])
  return sum % 10 === 0
}

/** ISBN-10 or ISBN-13. */
export function isIsbn(text: string): boolean {
  return isIsbn10(text) || isIsbn13(text)
}

/** The text without its first hyphens and spaces; `''` for a text longer than any ISBN. */
function without(text: string, most: number): string {
  if (text.length > 13 + 2 * most) return ''
  let rest = text
  for (let i = 0; i < most; i++) rest = rest.replace('-', '').replace(' ', '')
  return rest
}
