import type { DecodeLimits } from '../reading/codec.ts'
import { restoreNumbers } from './exact-numbers.ts'
import {
  endOfNumber,
  endOfString,
  exactInteger,
  exactNumber,
  mayRound,
  type NumberReader,
} from './json-token.ts'

/**
 * Parses JSON like `JSON.parse`, but integers beyond 2^53 become exact `bigint`s.
 *
 * @throws SyntaxError like `JSON.parse`.
 * @throws BodyError for more bigints than `maxObjects`.
 */
export function parseExactJson(text: string, { maxObjects }: DecodeLimits): unknown {
  return parseWith(text, exactNumber, maxObjects)
}

/** Like {@link parseExactJson}, but only for integers written without fraction and exponent. */
export function parseWrittenJson(text: string, { maxObjects }: DecodeLimits): unknown {
  return parseWith(text, exactInteger, maxObjects)
}

function parseWith(text: string, read: NumberReader, maxObjects: number): unknown {
  const value: unknown = JSON.parse(text)
  return hasRounded(text, read) ? restoreNumbers(text, value, read, maxObjects) : value
}

/** Whether a valid text contains an integer that JSON.parse rounds. */
function hasRounded(text: string, read: NumberReader): boolean {
  for (let i = 0; i < text.length; i++) {
    let c = text.charCodeAt(i)
    if (c === QUOTE) i = endOfString(text, i)
    else if (c >= ZERO && c <= NINE) {
      const start = i
      while ((c >= ZERO && c <= NINE) || c === DOT) c = text.charCodeAt(++i)
      // Most numbers have only a few digits.
      if (i - start < 16 && c !== SMALL_E && c !== BIG_E) {
        i--
        continue
      }
      const end = endOfNumber(text, i - 1)
      if (mayRound(text, start, end) && typeof read(text, start, end) === 'bigint') return true
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
