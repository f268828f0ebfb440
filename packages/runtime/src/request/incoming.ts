/** The other end of the connection; a node socket fits as it is. */
export interface Peer {
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
  /** True on a TLS connection. */
  readonly encrypted?: boolean | undefined
  /** What follows is there on a TLS connection of node. */
  readonly servername?: string | false | null | undefined
  readonly alpnProtocol?: string | false | null | undefined
  /** Every protocol that the client offered (ALPN), where the server keeps them. */
  readonly offeredProtocols?: readonly string[] | undefined
  getProtocol?(): string | null
  getCipher?(): { readonly name: string; readonly standardName?: string }
}

/** What an adapter hands over for one request; node's `IncomingMessage` fits as it is, so nothing is copied. */
export interface Incoming {
  readonly method?: string | undefined
  /** The request target as it came over the wire. */
  readonly url?: string | undefined
  /** The header lines in order of arrival, flat: name, value, name, value, … */
  readonly rawHeaders: readonly string[]
  readonly socket: Peer
  /** The server's own request object, where this one only stands for it. */
  readonly original?: unknown
}
