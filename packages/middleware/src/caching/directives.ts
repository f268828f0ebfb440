/** The directives of a Cache-Control header, names in lower case; `""` for one without a value. */
export type Directives = ReadonlyMap<string, string>

// A quote without an end takes the rest, so that no word in it counts.
const directive = /([!#$%&'*+.^_`|~\dA-Za-z-]+)(?:=(?:"((?:[^"\\]|\\.)*)(?:"|$)|([^\s,;"]*)))?/g

/** Of a directive that stands twice, the first counts (RFC 9111 section 4.2.1). */
export function directivesOf(header: string): Directives {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, bare] of header.matchAll(directive)) {
    const lower = name.toLowerCase()
    if (!found.has(lower)) found.set(lower, quoted ?? bare ?? '')
  }
  return found
}

/** Seconds of a directive; `undefined` without it. An invalid number is 0: stale at once. */
export function secondsOf(directives: Directives, name: string): number | undefined {
  const text = directives.get(name)
  if (text === undefined) return undefined
  return /^\d+$/.test(text) ? Math.min(Number(text), 2 ** 31) : 0
}
