/** The callback of node's TLS server for the protocols that a client offers (ALPN). */
type AlpnCallback = (this: unknown, offer: { readonly protocols: string[] }) => string | undefined

/**
 * Selects our first protocol that the client offers, as node does by default, and records the offers on the connection
 * for `c.clientHelloInfo()`. Without a common protocol node refuses the connection.
 */
export function alpnCallback(ours: readonly string[]): AlpnCallback {
  return function keepOffers({ protocols }) {
    // In every version of node `this` is the connection, but that is undocumented. Otherwise only the result is shown.
    if (typeof this === 'object' && this !== null) Object.assign(this, { offeredProtocols: protocols })
    return ours.find((protocol) => protocols.includes(protocol))
  }
}
