const absoluteForm = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i

/** The parts of a request target for routing and the Host check. */
interface RequestTarget {
  /** The path and the rest of the target. */
  readonly rest: string
  /** The scheme of the absolute form in lower case; `""` for other forms. */
  readonly scheme: string
  /** The authority of the absolute form; `""` for other forms. */
  readonly authority: string
}

/** The path of a request target. @param mark the index of the `?`; -1 when absent. */
export function pathOf(target: string, mark: number): string {
  const path = mark === -1 ? target : target.slice(0, mark)
  return path.charCodeAt(0) === 47 ? path : readTarget(path).rest
}

/**
 * Reads a target that does not begin with a slash (RFC 9112 section 3.2): an absolute URL is routed by its path, `*`
 * and any other form as it is.
 */
export function readTarget(target: string): RequestTarget {
  const match = absoluteForm.exec(target)
  if (match === null) return { rest: target, scheme: '', authority: '' }
  const rest = target.slice(match[0].length)
  const [, scheme = '', authority = ''] = match
  return { rest: rest.startsWith('/') ? rest : `/${rest}`, scheme: scheme.toLowerCase(), authority }
}
