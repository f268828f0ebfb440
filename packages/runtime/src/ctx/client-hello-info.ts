import type { Peer } from '../request/incoming.ts'

/**
 * What the client said when it opened a TLS connection, as far as node tells: its protocols are all there; of versions
 * and ciphers only those that were taken, so these lists have one entry at most.
 */
export interface ClientHelloInfo {
  /** The host the client asked for (SNI); `""` when it named none. */
  readonly serverName: string
  /** ALPN, as the client offers it: `h2`, `http/1.1`. With a server of your own the one that was taken. */
  readonly supportedProtos: readonly string[]
  /** `TLSv1.3`. */
  readonly supportedVersions: readonly string[]
  /** Standard names of the cipher suites: `TLS_AES_128_GCM_SHA256`. */
  readonly cipherSuites: readonly string[]
}

/** `undefined` without TLS. */
export function clientHelloInfoOf(peer: Peer): ClientHelloInfo | undefined {
  if (!peer.encrypted) return undefined
  const version = peer.getProtocol?.()
  const cipher = peer.getCipher?.()
  return {
    serverName: typeof peer.servername === 'string' ? peer.servername : '',
    supportedProtos:
      peer.offeredProtocols ?? (typeof peer.alpnProtocol === 'string' ? [peer.alpnProtocol] : []),
    supportedVersions: version ? [version] : [],
    cipherSuites: cipher ? [cipher.standardName ?? cipher.name] : [],
  }
}
