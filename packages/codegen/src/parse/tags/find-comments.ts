/** A comment with its kind. */
export interface Comment extends TextRange {
  readonly kind: 'jsDoc' | 'block' | 'line'
}

export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The only comment whose tags count. */
export function lastJsDoc(comments: readonly Comment[]): Comment | undefined {
  return comments.findLast(({ kind }) => kind === 'jsDoc')
}

/** The comments of a range without code, except punctuation. */
export function commentsIn(text: string, from: number, to: number): readonly Comment[] {
  const found: Comment[] = []
  for (let i = from; i < to; i++) {
    if (text[i] !== '/') continue
    if (text[i + 1] === '/') {
      const end = text.indexOf('\n', i)
      found.push({ kind: 'line', start: i, end: end === -1 ? text.length : end })
      i = end === -1 ? to : end
    } else if (text[i + 1] === '*') {
      const end = text.indexOf('*/', i + 2) + 2
      const isJsDoc = text.startsWith('/**', i) && end - i > 4
      found.push({ kind: isJsDoc ? 'jsDoc' : 'block', start: i, end })
      i = end - 1
    }
  }
  return found
}
