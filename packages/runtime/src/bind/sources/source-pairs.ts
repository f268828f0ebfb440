import { parsersOf } from '../parsers/parsers.ts'
import type { Reading } from '../reading/reading.ts'
import type { KeyTable } from '../text/key-table.ts'
import type { TextPairs } from '../text/text-pairs.ts'

/** The pairs of the query string. */
export function queryPairs(at: Reading, keys?: KeyTable): TextPairs {
  return parsersOf(at.c).query(at, keys)
}

/** The pairs of a form. */
export function formPairs(at: Reading, keys?: KeyTable): TextPairs {
  return parsersOf(at.c).form(at, keys)
}

/** The pairs of all Cookie lines. */
export function cookiePairs(at: Reading, keys?: KeyTable): TextPairs {
  return parsersOf(at.c).cookies(at, keys)
}
