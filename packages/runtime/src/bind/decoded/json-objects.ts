import type { DecodeLimits } from './codec.ts'
import { tooManyMembers, tooManyObjects } from './decode-body.ts'
import { endOfString } from './json-token.ts'

/**
 * Refuses a text with too many lists and objects, or members of one object, before it is parsed: `[],` takes sixty
 * bytes when parsed.
 *
 * @throws BodyFault
 */
export function checkObjects(text: string, limits: DecodeLimits): void {
  const { maxObjects, maxMembers } = limits
  if (hasMore(text, ['{', '['], maxObjects) || hasMore(text, [':'], maxMembers)) countObjects(text, limits)
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

function countObjects(text: string, { maxObjects, maxMembers }: DecodeLimits): void {
  let objects = 0
  let members = 0
  /** The member counts of the enclosing objects. */
  const above: number[] = []
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i)
        break
      case BRACKET:
      case BRACE:
        if (++objects > maxObjects) throw tooManyObjects(maxObjects)
        above.push(members)
        members = 0
        break
      case BRACKET_END:
      case BRACE_END:
        members = above.pop() ?? 0
        break
      case COLON:
        if (++members > maxMembers) throw tooManyMembers(maxMembers)
    }
  }
}

const QUOTE = 34
const COLON = 58
const BRACKET = 91
const BRACKET_END = 93
const BRACE = 123
const BRACE_END = 125
