const OPEN = 91
const CLOSE = 93
const DOT = 46

/**
 * The parts of a key joined by dots, `a[b][0].c` as `a.b.0.c`.
 * @param refuse is told why the key may not be read.
 */
export function keyPath(key: string, maxDepth: number, refuse: (message: string) => never): string {
  const path = dottedPath(key)
  if (path === undefined) return refuse('unbalanced brackets in a key')
  let depth = 1
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) depth++
  return depth > maxDepth ? refuse(`a key of more than ${maxDepth} parts`) : path
}

/**
 * `a[b][0].c[]` as `a.b.0.c`, `[a]` as `.a`; `undefined` when the brackets are not balanced. One within another opens a
 * part as well: `a[b[c]]` is `a[b][c]`.
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
      // `[]` at the end says "list" and adds no part.
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

/** Whether only closing brackets stand from `start` on. */
function isOfCloses(key: string, start: number): boolean {
  for (let i = start; i < key.length; i++) {
    if (key.charCodeAt(i) !== CLOSE) return false
  }
  return true
}
