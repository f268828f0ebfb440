import { hostnameOf, subdomainsOf } from '../request/host.ts'
import { parsePeerIp } from '../request/ip-address.ts'
import { isLoopback } from '../request/proxy-trust.ts'
import { type ClientHelloInfo, clientHelloInfoOf } from './client-hello-info.ts'
import { CtxInput } from './ctx-input.ts'

/** The part of section 4.3 of the interface that says who asks, and whom: proxies that are trusted taken into account. */
export abstract class CtxOrigin extends CtxInput {
  /** Scheme and host: `https://example.com:8443`. */
  baseURL(): string {
    const { origin } = this.parts
    return `${origin.scheme()}://${origin.host()}`
  }

  /** What is known of the client's TLS hello; `undefined` without TLS. */
  clientHelloInfo(): ClientHelloInfo | undefined {
    return clientHelloInfoOf(this.incoming.socket)
  }

  /** The host that was asked for, with its port. */
  host(): string {
    return this.parts.origin.host()
  }

  /** The host without its port; an IPv6 address keeps its brackets. */
  hostname(): string {
    return hostnameOf(this.host())
  }

  /** The client's address: that of the connection, or what `proxyHeader` says. */
  ip(): string {
    return this.parts.origin.ip()
  }

  /** The addresses of X-Forwarded-For as it was sent, which no trust was asked for. */
  ips(): string[] {
    return this.parts.origin.ips()
  }

  /** Whether the connection comes from this machine; no header can say so. */
  isFromLocal(): boolean {
    return isLoopback(parsePeerIp(this.incoming.socket.remoteAddress ?? ''))
  }

  /** True when `trustProxy` is off, else whether the other end of the connection is one of the trusted proxies. */
  isProxyTrusted(): boolean {
    return this.incoming && (!this.owner.settings.trust.trustProxy || this.parts.origin.forwards)
  }

  /** The port of the other end of the connection. */
  port(): string {
    return `${this.incoming.socket.remotePort ?? ''}`
  }

  /** `https` on a TLS connection or when a trusted proxy says so, else `http`. */
  protocol(): 'http' | 'https' {
    return this.parts.origin.scheme()
  }

  /** The same as `protocol()`. */
  schema(): 'http' | 'https' {
    return this.protocol()
  }

  /** The same as `protocol()`. */
  scheme(): 'http' | 'https' {
    return this.protocol()
  }

  secure(): boolean {
    return this.protocol() === 'https'
  }

  /** The labels of the host name but for the last `offset`; 0 gives all of them. */
  subdomains(offset: number = 2): string[] {
    return subdomainsOf(this.hostname(), offset)
  }
}
