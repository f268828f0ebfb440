import { mustBeSingle, tooManyKeyParts, unbalancedKey } from '../../error/english-issues.ts'
import { type IssueText, withValues } from '../../error/issue-text.ts'

const OPEN = 91
const CLOSE = 93
const DOT = 46

/**
 * Joins the parts of a key with dots: `a[b][0].c` becomes `a.b.0.c`.
 * @param refuse receives the reason for refusing a key.
 */
export function keyPath(key: string, maxDepth: number, refuse: (issue: IssueText) => never): string {
  if (hasMoreMarks(key, maxDepth)) return refuse(withValues(tooManyKeyParts, { max: maxDepth }))
  const path = dottedPath(key)
  if (path === undefined) return refuse(unbalancedKey)
  let depth = 1
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) depth++
  return depth > maxDepth ? refuse(withValues(tooManyKeyParts, { max: maxDepth })) : path
}

/** Whether a key has too many parts for sure. It may be as long as the body, so the rest of it is not read. */
function hasMoreMarks(key: string, maxDepth: number): boolean {
  if (key.length <= maxDepth) return false
  let marks = 0
  for (let i = 0; i < key.length && marks <= maxDepth; i++) {
    const c = key.charCodeAt(i)
    if (c === OPEN || c === DOT) marks++
  }
  return marks > maxDepth
}

/**
 * Converts `a[b][0].c[]` to `a.b.0.c` and `[a]` to `.a`; `undefined` for unbalanced brackets. A nested bracket begins a
 * new part: `a[b[c]]` equals `a[b][c]`.
 */
export function dottedPath(key: string): string | undefined {
  let path = ''
  let open = 0
  let start = 0
  for (let i = 0; i < key.length; i++) {
    const c = key.charCodeAt(i)
    if (c === OPEN) {
      open++
      path += key.slice(start, i)
      start = i + 1
      // A trailing `[]` marks a list and adds no part.
      if (key.length - start === open && isOfCloses(key, start)) return path
      path += '.'
    } else if (c === CLOSE) {
      if (open === 0) return undefined
      open--
      path += key.slice(start, i)
      start = i + 1
      const after = key.charCodeAt(start)
      if (start < key.length && after !== OPEN && after !== CLOSE && after !== DOT) path += '.'
    }
  }
  return open === 0 ? path + key.slice(start) : undefined
}

/** `a.b.0` as `a[b][0]`, a form that clients may send. */
export function bracketed(path: string): string {
  const [first = '', ...parts] = path.split('.')
  return parts.reduce((key, part) => `${key}[${part}]`, first)
}

/** The issue of a key that continues below a single value. */
export function single(path: string): IssueText {
  return withValues(mustBeSingle, { key: bracketed(path) })
}

/** Whether only closing brackets follow from `start` on. */
function isOfCloses(key: string, start: number): boolean {
  for (let i = start; i < key.length; i++) {
    if (key.charCodeAt(i) !== CLOSE) return false
  }
  return true
}

const PERCENT = 37
const MINUS = 45
const UNDERSCORE = 95

/** The length of the opening bracket at `i`, as `[` or `%5B`; 0 when there is none. */
export function opensAt(text: string, i: number): 0 | 1 | 3 {
  if (i >= text.length) return 0
  const c = text.charCodeAt(i)
  if (c === OPEN) return 1
  return c === PERCENT && isEscaped(text, i, 98) ? 3 : 0
}

/** The length of the closing bracket at `i`, as `]` or `%5D`; 0 when there is none. */
export function closesAt(text: string, i: number): 0 | 1 | 3 {
  if (i >= text.length) return 0
  const c = text.charCodeAt(i)
  if (c === CLOSE) return 1
  return c === PERCENT && isEscaped(text, i, 100) ? 3 : 0
}

/** Whether the escape `%5` with that letter is at `i`. */
function isEscaped(text: string, i: number, letter: number): boolean {
  return i + 2 < text.length && text.charCodeAt(i + 1) === 53 && (text.charCodeAt(i + 2) | 0x20) === letter
}

/** The end of a run of letters, digits, `_` and `-`, which need no decoding and separate no parts. */
export function plainEnd(text: string, from: number): number {
  let i = from
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const lower = c | 0x20
    if (!((lower >= 97 && lower <= 122) || (c >= 48 && c <= 57) || c === UNDERSCORE || c === MINUS)) break
  }
  return i
}
