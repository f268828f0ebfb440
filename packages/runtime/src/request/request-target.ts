const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/** The parts of a request target that routing and the Host check look at. */
export interface RequestTarget {
  /** The path and what follows it. */
  readonly rest: string
  /** The authority of the absolute form, `""` for every other. */
  readonly authority: string
}

/** The path of a request target. @param mark where the `?` is in it; -1 when there is none. */
export function pathOf(target: string, mark: number): string {
  const path = mark === -1 ? target : target.slice(0, mark)
  return path.charCodeAt(0) === 47 ? path : readTarget(path).rest
}

/**
 * Reads a target that does not begin with a slash (RFC 9112 section 3.2): the absolute form is routed by its path,
 * `*` and anything else by itself.
 */
export function readTarget(target: string): RequestTarget {
  const match = absoluteForm.exec(target)
  if (match === null) return { rest: target, authority: '' }
  const rest = target.slice(match[0].length)
  return { rest: rest.startsWith('/') ? rest : `/${rest}`, authority: match[1] ?? '' }
}
