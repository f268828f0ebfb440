import type { ConnectionPeer } from '../request/incoming.ts'

/**
 * The client's TLS hello. Node exposes all offered protocols, but only the negotiated version and cipher, so these two
 * lists have at most one entry.
 */
export interface ClientHelloInfo {
  /** The host name of the SNI extension; `""` without one. */
  readonly serverName: string
  /**
   * ALPN protocols as offered: `h2`, `http/1.1`. Only the negotiated one if the app did not create the
   * server.
   */
  readonly supportedProtos: readonly string[]
  /** For example `TLSv1.3`. */
  readonly supportedVersions: readonly string[]
  /** Standard names: `TLS_AES_128_GCM_SHA256`. */
  readonly cipherSuites: readonly string[]
}

/** `undefined` without TLS. */
export function clientHelloInfoOf(peer: ConnectionPeer): ClientHelloInfo | undefined {
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
