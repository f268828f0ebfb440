// RFC 9110 section 5.6.2 (token) and 5.5 (field-value; Node writes the rest of Latin-1 as single bytes).
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const asciiValue = /^[\t\x20-\x7e]*$/
const latin1Value = /^[\t\x20-\x7e\x80-\xff]*$/

/** Whether a text is a valid name of a header, cookie or method. */
export function isToken(text: string): boolean {
  return token.test(text)
}

/**
 * Throws a `TypeError` for a header that could end its line, before anything is stored.
 * @returns whether the value is ASCII, as nearly all are.
 */
export function checkHeader(name: string, value: string): boolean {
  if (!isToken(name)) throw new TypeError(`not a header name: ${JSON.stringify(name)}`)
  if (asciiValue.test(value)) return true
  if (latin1Value.test(value)) return false
  throw new TypeError(`the value of header ${name} has an invalid character`)
}
