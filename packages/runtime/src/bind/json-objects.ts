import { tooManyObjects } from './body-fault.ts'
import type { DecodeLimits } from './codec.ts'
import { endOfString } from './json-token.ts'

/**
 * Refuses a text with too many lists and objects before it is parsed: of three characters each they make sixty bytes.
 *
 * @throws BodyFault
 */
export function checkObjects(text: string, { maxObjects }: DecodeLimits): void {
  if (hasMoreBrackets(text, maxObjects) && countObjects(text) > maxObjects) throw tooManyObjects(maxObjects)
}

/**
 * Whether a text has more than `most` brackets, those in strings among them: for most bodies all that has to be asked, at the
 * speed of `indexOf`.
 */
function hasMoreBrackets(text: string, most: number): boolean {
  if (text.length <= 2 * most) return false
  let count = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (++count > most) return true
    }
  }
  return false
}

/** Brackets outside of strings. */
function countObjects(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) i = endOfString(text, i)
    else if (c === BRACKET || c === BRACE) count++
  }
  return count
}

const QUOTE = 34
const BRACKET = 91
const BRACE = 123
