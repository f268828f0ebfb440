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

/** `a[b][0].c[]` as `a.b.0.c`, `[a]` as `.a`; `undefined` when the brackets are not balanced. */
export function dottedPath(key: string): string | undefined {
  let path = ''
  let open = false
  let start = 0
  for (let i = 0; i < key.length; i++) {
    const c = key.charCodeAt(i)
    if (c === OPEN) {
      if (open) return undefined
      open = true
      path += key.slice(start, i)
      start = i + 1
      // `[]` at the end says "list" and adds no part.
      if (key.charCodeAt(start) === CLOSE && start === key.length - 1) return path
      path += '.'
    } else if (c === CLOSE) {
      if (!open) return undefined
      open = false
      path += key.slice(start, i)
      start = i + 1
      const after = key.charCodeAt(start)
      if (start < key.length && after !== OPEN && after !== DOT) path += '.'
    }
  }
  return open ? undefined : path + key.slice(start)
}
