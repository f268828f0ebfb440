import { headerList, headerValue, trimBlanks } from './header-lines.ts'
import { isHost } from './host.ts'
import type { Incoming } from './incoming.ts'
import { ipText, networkText, parseIp, parsePeerIp, peerIpText, withoutPort } from './ip-address.ts'
import { isTrusted, type TrustSettings } from './proxy-trust.ts'

/** The client and the target of a request. Trust in forwarded headers is decided once; values are computed lazily. */
export class RequestOrigin {
  readonly #incoming: Incoming
  readonly #settings: TrustSettings
  /** The peer is a trusted proxy, so forwarded headers count. */
  readonly forwards: boolean
  #host: string | undefined
  #scheme: 'http' | 'https' | undefined
  #ip: string | undefined

  constructor(incoming: Incoming, settings: TrustSettings) {
    this.#incoming = incoming
    this.#settings = settings
    this.forwards =
      settings.trustProxy && isTrusted(settings, parsePeerIp(incoming.socket.remoteAddress ?? ''))
  }

  host(): string {
    this.#host ??= (this.forwards ? this.#forwardedHost() : undefined) ?? this.#header('host')
    return this.#host
  }

  scheme(): 'http' | 'https' {
    this.#scheme ??= this.#incoming.socket.encrypted
      ? 'https'
      : ((this.forwards ? forwardedScheme(this.#incoming.rawHeaders) : undefined) ?? 'http')
    return this.#scheme
  }

  /** The address of the peer, or the client's address from `proxyHeader`. */
  ip(): string {
    this.#ip ??= this.#findIp()
    return this.#ip
  }

  /** The client as limits count it: an IPv6 address by its first bits; `""` when the server does not know it. */
  client(ipv6Bits: number): string {
    const { proxyHeader } = this.#settings
    const sent = this.forwards && proxyHeader !== '' ? this.#clientOf(this.#list(proxyHeader)) : undefined
    return networkText(sent ?? peerIpText(this.#incoming.socket.remoteAddress ?? ''), ipv6Bits)
  }

  /** The addresses in X-Forwarded-For as sent, without regard to trust. */
  ips(): string[] {
    const elements = elementsOf(this.#list('x-forwarded-for'))
    return this.#settings.enableIPValidation ? elements.flatMap((text) => addressText(text) ?? []) : elements
  }

  #findIp(): string {
    const { proxyHeader, trustProxy, enableIPValidation } = this.#settings
    const peer = peerIpText(this.#incoming.socket.remoteAddress ?? '')
    if (proxyHeader === '' || (trustProxy && !this.forwards)) return peer
    const list = this.#list(proxyHeader)
    return enableIPValidation ? (this.#clientOf(list) ?? peer) : list
  }

  /**
   * Finds the client in a list to which every proxy appended its peer: the rightmost address that is not a trusted
   * proxy. An invalid element ends the search, because the client may have written everything to its left.
   */
  #clientOf(list: string): string | undefined {
    const settings = this.#settings
    const elements = elementsOf(list).map(withoutPort)
    // Without known proxies, the leftmost address is the best guess.
    if (settings.trusted.length === 0) return elements.flatMap((text) => addressText(text) ?? [])[0]
    let client: string | undefined
    for (const text of elements.reverse()) {
      const address = parseIp(text)
      if (address === undefined) break
      client = ipText(text, address)
      if (!isTrusted(settings, address)) break
    }
    return client
  }

  #forwardedHost(): string | undefined {
    const host = trimBlanks(this.#list('x-forwarded-host').split(',', 1)[0] ?? '')
    return host !== '' && isHost(host) ? host : undefined
  }

  #header(lower: string): string {
    return headerValue(this.#incoming.rawHeaders, lower) ?? ''
  }

  #list(lower: string): string {
    return headerList(this.#incoming.rawHeaders, lower)
  }
}

const schemeHeaders = ['x-forwarded-proto', 'x-forwarded-protocol', 'x-url-scheme', 'x-forwarded-ssl']

/**
 * The scheme named by a proxy. Of conflicting headers the last one counts; unknown schemes are ignored. Lines with one
 * name form a list whose first element counts, as for X-Forwarded-Host, because servers may join the lines.
 */
function forwardedScheme(lines: readonly string[]): 'http' | 'https' | undefined {
  let scheme: 'http' | 'https' | undefined
  const seen: string[] = []
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i]?.toLowerCase() ?? ''
    if (!schemeHeaders.includes(name) || seen.includes(name)) continue
    seen.push(name)
    const first = trimBlanks(lines[i + 1]?.split(',', 1)[0] ?? '').toLowerCase()
    if (name === 'x-forwarded-ssl') scheme = first === 'on' ? 'https' : scheme
    else if (first === 'http' || first === 'https') scheme = first
  }
  return scheme
}

/** An address as `ips()` returns it; `undefined` when it is invalid. */
function addressText(text: string): string | undefined {
  const address = parseIp(text)
  return address === undefined ? undefined : ipText(text, address)
}

function elementsOf(list: string): string[] {
  return list
    .split(',')
    .map(trimBlanks)
    .filter((element) => element !== '')
}
