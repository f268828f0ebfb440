/** An origin as a list compares it: in lower case, without the default port; `undefined` for anything else. */
export function originText(text: string): string | undefined {
  const match = /^([a-z][a-z\d+.-]*):\/\/([^/?#@\\\s]+)\/?$/i.exec(text.trim())
  const [, scheme = '', host = ''] = match ?? []
  return match === null || !URL.canParse(`http://${host.replace('*', 'x')}`)
    ? undefined
    : withoutDefaultPort(`${scheme}://${host}`.toLowerCase())
}

/** No browser sends it (RFC 6454 section 6.2). */
function withoutDefaultPort(origin: string): string {
  return origin.replace(/^(http:.*):80$|^(https:.*):443$/, '$1$2')
}

interface Wildcard {
  /** `https://` */
  readonly start: string
  /** `.example.com:8443` */
  readonly end: string
}

/** Origins and patterns: `https://example.com`, `https://*.example.com` for every subdomain, or a RegExp of the whole. */
export class OriginList {
  readonly #exact = new Set<string>()
  readonly #wildcards: Wildcard[] = []
  readonly #patterns: RegExp[] = []

  /** @throws TypeError for an entry that no browser sends, and for `null`, which any sandboxed page sends. */
  constructor(where: string, entries: readonly (string | RegExp)[]) {
    for (const entry of entries) {
      if (entry instanceof RegExp) this.#patterns.push(wholeOf(entry))
      else this.#add(where, String(entry))
    }
  }

  /** Whether the list holds the value of an Origin header. `null` is in no list. */
  has(origin: string): boolean {
    // As browsers send nearly all of them.
    if (this.#exact.has(origin)) return true
    if (origin === 'null' || origin === '') return false
    const lower = withoutDefaultPort(origin.toLowerCase())
    if (this.#exact.has(lower)) return true
    return (
      this.#wildcards.some(({ start, end }) => isSubdomain(lower, start, end)) ||
      this.#patterns.some((pattern) => pattern.test(origin))
    )
  }

  #add(where: string, entry: string): void {
    const origin = originText(entry)
    const [start = '', end, ...more] = (origin ?? '').split('*')
    const isExact = end === undefined
    const isWildcard = !isExact && more.length === 0 && start.endsWith('://') && /^\.[^.]/.test(end)
    if (origin === undefined || !(isExact || isWildcard)) {
      throw new TypeError(
        `${where}: not an origin such as https://example.com or https://*.example.com: ${entry}`,
      )
    }
    if (isExact) this.#exact.add(origin)
    else this.#wildcards.push({ start, end })
  }
}

/** Without a state, which would change between requests; a part would fit `https://example.com.attacker.example`. */
function wholeOf({ source, flags }: RegExp): RegExp {
  return new RegExp(`^(?:${source})$`, flags.replace(/[gmy]/g, ''))
}

/** Whether one or more labels stand in place of the `*`. */
function isSubdomain(origin: string, start: string, end: string): boolean {
  if (!origin.startsWith(start) || !origin.endsWith(end)) return false
  const labels = origin.slice(start.length, origin.length - end.length)
  return /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/.test(labels)
}
