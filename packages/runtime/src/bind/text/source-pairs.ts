import { parsersOf } from '../parsers.ts'
import type { Reading } from '../reading.ts'
import type { KeyTable } from './key-table.ts'
import type { TextPairs } from './text-pairs.ts'

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
