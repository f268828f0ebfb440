/** The peer of a connection. A node socket has this shape. */
export interface ConnectionPeer {
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
  /** True on a TLS connection. */
  readonly encrypted?: boolean | undefined
  /** The following properties exist on node's TLS connections. */
  readonly servername?: string | false | null | undefined
  readonly alpnProtocol?: string | false | null | undefined
  /** Every protocol that the client offered (ALPN), if the server records them. */
  readonly offeredProtocols?: readonly string[] | undefined
  getProtocol?(): string | null
  getCipher?(): { readonly name: string; readonly standardName?: string }
}

/** One request from an adapter. Node's `IncomingMessage` has this shape, so nothing is copied. */
export interface Incoming {
  readonly method?: string | undefined
  /** The request target as sent. */
  readonly url?: string | undefined
  /** `1.0` or `1.1` of node's own requests. */
  readonly httpVersion?: string | undefined
  /** The header lines in order of arrival, flat: name, value, name, value, … */
  readonly rawHeaders: readonly string[]
  /** A header's lines as one list, `""` without one, from a server that reads one faster than all. */
  headerText?(lower: string): string
  readonly socket: ConnectionPeer
  /** The server's own request object, if this object wraps it. */
  readonly original?: unknown
}
