const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/** The parts of a request target that routing and the Host check look at. */
export interface RequestTarget {
  /** The path and what follows it. */
  readonly rest: string
  /** The authority of the absolute form, `""` for every other. */
  readonly authority: string
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
