import { ExactReader } from './exact-reader.ts'
import { endOfNumber, endOfString, exactNumber, mayRound } from './json-token.ts'

/**
 * Parses JSON with whole numbers past 2^53 as exact `bigint`s; everything else as `JSON.parse` does.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseExactJson(text: string): unknown {
  let value: unknown = JSON.parse(text)
  if (!hasRounded(text)) return value
  // There is no room for both.
  value = undefined
  return new ExactReader(text).read()
}

/** Whether a valid text holds a whole number that JSON.parse rounds. */
function hasRounded(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    let c = text.charCodeAt(i)
    if (c === QUOTE) i = endOfString(text, i)
    else if (c >= ZERO && c <= NINE) {
      const start = i
      while ((c >= ZERO && c <= NINE) || c === DOT) c = text.charCodeAt(++i)
      // Most numbers are a few digits, and no more.
      if (i - start < 16 && c !== SMALL_E && c !== BIG_E) {
        i--
        continue
      }
      const end = endOfNumber(text, i - 1)
      if (mayRound(text, start, end) && typeof exactNumber(text, start, end) === 'bigint') return true
      i = end - 1
    }
  }
  return false
}

const QUOTE = 34
const DOT = 46
const ZERO = 48
const NINE = 57
const BIG_E = 69
const SMALL_E = 101
