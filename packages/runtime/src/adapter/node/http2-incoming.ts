import type { Http2ServerRequest } from 'node:http2'
import { isHeaderName } from '../../request/header-lines.ts'
import type { ConnectionPeer, Incoming } from '../../request/incoming.ts'

/** An HTTP/2 request with the header lines of HTTP/1.1, for all further code. */
export function http2Incoming(req: Http2ServerRequest): Incoming {
  const { rawHeaders, authority } = req
  const lines: string[] = []
  let host: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    const value = rawHeaders[i + 1] ?? ''
    if (name.startsWith(':')) continue
    // The authority is the Host (RFC 9113 section 8.3.1). An equal Host is dropped; a different one is refused.
    if (isHeaderName(name, 'host')) {
      if (value === authority) continue
      host = value
    }
    lines.push(name, value)
  }
  if (authority !== '' && authority !== undefined) lines.push('host', authority)
  else if (host === undefined) lines.push('host', '')
  const url = req.url.replace(notGraphic, escapeByte)
  return { method: req.method, url, rawHeaders: lines, socket: peerOf(req), original: req }
}

/** Node's parser of HTTP/1 refuses such a byte in a target, that of HTTP/2 makes it a character. */
const notGraphic = /[^!-~]/g

function escapeByte(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
}

/** Copies the data of the connection, which is unavailable after it has closed. */
function peerOf({ socket }: Http2ServerRequest): ConnectionPeer {
  const { remoteAddress, remotePort } = socket
  if (!('encrypted' in socket) || socket.encrypted !== true) return { remoteAddress, remotePort }
  const { servername, alpnProtocol } = socket
  const { offeredProtocols }: ConnectionPeer = socket
  return {
    remoteAddress,
    remotePort,
    encrypted: true,
    servername,
    alpnProtocol,
    offeredProtocols,
    getProtocol: () => socket.getProtocol(),
    getCipher: () => socket.getCipher(),
  }
}
