/**
 * Without the blanks and tabs at its ends: what HTTP allows around a value (RFC 9110 section 5.6.3). `trim()` would take
 * no-break spaces as well, and make of one name another that the next reader knows to be different.
 */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9
}
