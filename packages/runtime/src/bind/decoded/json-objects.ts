import type { DecodeLimits } from '../reading/codec.ts'
import { tooManyObjects } from './decode-body.ts'
import { endOfString } from './json-token.ts'
import { RareKeys } from './rare-keys.ts'

/**
 * Refuses a text with too many lists and objects, or rare keys, before it is parsed: `[],` takes sixty bytes when
 * parsed.
 *
 * @throws BodyError
 */
export function checkObjects(text: string, limits: DecodeLimits): void {
  const { maxObjects, maxRareKeys } = limits
  if (hasMore(text, ['{', '['], maxObjects) || hasMore(text, [':'], maxRareKeys)) countObjects(text, limits)
}

/** Whether a text has more than `most` of some characters, also in strings; for most bodies this check suffices. */
function hasMore(text: string, marks: readonly string[], most: number): boolean {
  if (text.length <= 2 * most) return false
  let count = 0
  for (const mark of marks) {
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
      if (++count > most) return true
    }
  }
  return false
}

function countObjects(text: string, { maxObjects, maxRareKeys }: DecodeLimits): void {
  const keys = new RareKeys(maxRareKeys)
  let objects = 0
  let start = 0
  let end = 0
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        start = i + 1
        end = endOfString(text, i)
        i = end
        break
      case BRACKET:
      case BRACE:
        if (++objects > maxObjects) throw tooManyObjects(maxObjects)
        break
      case COLON:
        keys.add(text.slice(start, end))
    }
  }
}

const QUOTE = 34
const COLON = 58
const BRACKET = 91
const BRACE = 123
