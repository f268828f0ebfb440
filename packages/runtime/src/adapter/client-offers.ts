/** What node's TLS server calls with the protocols that a client offers (ALPN). */
type AlpnCallback = (this: unknown, offer: { readonly protocols: string[] }) => string | undefined

/**
 * Takes the first of our protocols that the client offers, as node does by itself, and keeps the offers with the
 * connection for `c.clientHelloInfo()`. Without a common one node refuses the connection.
 */
export function alpnCallback(ours: readonly string[]): AlpnCallback {
  return function keepOffers({ protocols }) {
    // The connection, in every node so far but not by its documentation: without it only what was agreed on is shown.
    if (typeof this === 'object' && this !== null) Object.assign(this, { offeredProtocols: protocols })
    return ours.find((protocol) => protocols.includes(protocol))
  }
}
