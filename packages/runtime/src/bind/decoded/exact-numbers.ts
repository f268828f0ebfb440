import { tooManyObjects } from './decode-body.ts'
import { endOfNumber, endOfString, mayRound, type NumberReader } from './json-token.ts'

type Container = Record<string | number, unknown>

/** A list or an object of the text that has not ended. */
interface Open {
  /** Absent where a later member of the same key has replaced it. */
  readonly container: Container | undefined
  readonly isList: boolean
  /** Of the next element. */
  index: number
  /** Of the next member. */
  keyStart: number
  keyEnd: number
  isAtKey: boolean
}

const QUOTE = 34
const COMMA = 44
const MINUS = 45
const ZERO = 48
const NINE = 57
const BRACKET = 91
const BRACKET_END = 93
const BRACE = 123
const BRACE_END = 125

/**
 * Replaces the numbers of `value` that JSON.parse has rounded by those of its text. It does not recurse, since a body
 * may have any depth.
 *
 * @param most bigints, which are objects to V8.
 * @throws BodyError past it.
 */
export function restoreNumbers(text: string, value: unknown, read: NumberReader, most: number): unknown {
  const root = [value]
  const above: Open[] = []
  let open = opened(root, true)
  let bigints = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) {
      const end = endOfString(text, i)
      if (open.isAtKey) {
        open.keyStart = i
        open.keyEnd = end + 1
        open.isAtKey = false
      }
      i = end
    } else if (c === MINUS || (c >= ZERO && c <= NINE)) {
      const end = endOfNumber(text, i)
      if (mayRound(text, i, end)) {
        const exact = read(text, i, end)
        if (typeof exact === 'bigint' && ++bigints > most) throw tooManyObjects(most)
        restore(open, text, exact)
      }
      i = end - 1
    } else if (c === COMMA) {
      open.index++
      open.isAtKey = !open.isList
    } else if (c === BRACE || c === BRACKET) {
      above.push(open)
      open = opened(memberOf(open, text), c === BRACKET)
    } else if (c === BRACE_END || c === BRACKET_END) {
      open = above.pop() ?? open
    }
  }
  return root[0]
}

function opened(value: unknown, isList: boolean): Open {
  const container = Array.isArray(value) === isList && isContainer(value) ? value : undefined
  return { container, isList, index: 0, keyStart: 0, keyEnd: 0, isAtKey: !isList }
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

function memberOf(open: Open, text: string): unknown {
  const { container } = open
  if (container === undefined) return undefined
  const key = keyOf(open, text)
  return Object.hasOwn(container, key) ? container[key] : undefined
}

/** Writes the exact number, unless a later member of the same key has another value. */
function restore(open: Open, text: string, exact: number | bigint): void {
  const { container } = open
  if (container === undefined) return
  const key = keyOf(open, text)
  const current = container[key]
  if (typeof current !== 'number' && typeof current !== 'bigint') return
  if (Number(current) === Number(exact)) container[key] = exact
}

function keyOf({ isList, index, keyStart, keyEnd }: Open, text: string): string | number {
  if (isList) return index
  const plain = text.slice(keyStart + 1, keyEnd - 1)
  return plain.includes('\\') ? JSON.parse(text.slice(keyStart, keyEnd)) : plain
}
