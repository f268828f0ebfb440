import type { Incoming } from '../request/incoming.ts'
import { networkText, parsePeerIp, peerIpText } from '../request/ip-address.ts'
import { mayBeProxy, type TrustSettings } from '../request/proxy-trust.ts'
import { RequestOrigin } from '../request/request-origin.ts'
import type { BodyOwner } from './body-memory.ts'

// A client has a whole network of addresses.
const ipv6Bits = 64

/** The last address and its client: nearly all bodies in a row are of one connection. */
let knownAddress = ''
let known: BodyOwner = { client: undefined, session: undefined }

/** Whom a body counts for. @param session its HTTP/2 connection */
export function ownerOf(incoming: Incoming, trust: TrustSettings, session?: object): BodyOwner {
  if (trust.trustProxy)
    return { client: new RequestOrigin(incoming, trust).client(ipv6Bits) || undefined, session }
  const { remoteAddress: address = '' } = incoming.socket
  if (address !== knownAddress) {
    const isClient = address !== '' && !mayBeProxy(parsePeerIp(address))
    known = { client: isClient ? networkText(peerIpText(address), ipv6Bits) : undefined, session: undefined }
    knownAddress = address
  }
  return session === undefined ? known : { client: known.client, session }
}
