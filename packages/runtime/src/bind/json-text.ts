/** Whether a text may hold a whole number that JSON.parse would round. */
const longDigits = /\d{16}/

/** Strings and numbers of a valid JSON text. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

const longInteger = /^-?\d{16,}$/

/** A prefix that no client can know, so that no client can write a string that reads as a number. */
let mark: string | undefined

/**
 * Parses JSON with whole numbers past 2^53 as exact `bigint`s; everything else as `JSON.parse` does.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!longDigits.test(text)) return value
  mark ??= globalThis.crypto.randomUUID()
  const prefix = mark
  const marked = text.replace(stringOrNumber, (token) =>
    longInteger.test(token) ? `"${prefix}${token}"` : token,
  )
  return JSON.parse(marked, (_key, member: unknown) =>
    typeof member === 'string' && member.startsWith(prefix) ? exact(member.slice(prefix.length)) : member,
  )
}

function exact(digits: string): number | bigint {
  const value = Number(digits)
  return Number.isSafeInteger(value) ? value : BigInt(digits)
}
