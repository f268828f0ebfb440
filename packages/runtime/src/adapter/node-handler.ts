import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RoutedApp } from '../app/routed-app.ts'
import { headerList, isHeaderName } from '../request/header-lines.ts'
import { decodeBody } from './decode-body.ts'
import { BodyReader } from './node-body.ts'
import { refuseBody } from './node-refuse.ts'
import { nodeTransport } from './node-transport.ts'

/** A listener for node's servers. */
export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => void

/** A listener that serves an app: the body is read whole before the first handler runs. */
export function nodeHandler(app: RoutedApp): NodeHandler {
  return (req, res) => {
    if (announcesBody(req.rawHeaders)) receive(app, req, res)
    else app.serve(nodeTransport, req, res)
  }
}

/** Whether a body follows (RFC 9112 section 6.3). Looks at the lines as they came: no header object is made. */
function announcesBody(lines: readonly string[]): boolean {
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] ?? ''
    if (isHeaderName(name, 'content-length')) return lines[i + 1] !== '0'
    if (isHeaderName(name, 'transfer-encoding')) return true
  }
  return false
}

function receive(app: RoutedApp, req: IncomingMessage, res: ServerResponse): void {
  const { bodyLimit } = app.settings
  if (announcedLength(req) > bodyLimit) {
    refuseBody(app, req, res)
    return
  }
  new BodyReader(req, bodyLimit, (outcome, raw) => {
    if (outcome === 'too-large') refuseBody(app, req, res)
    else if (outcome === 'whole') serveBody(app, req, res, raw)
    // The client has gone: there is nobody to answer.
  })
}

/** The length that was announced; 0 when it is not known before the body has come. */
export function announcedLength(req: IncomingMessage): number {
  return Number(headerList(req.rawHeaders, 'content-length')) || 0
}

function serveBody(app: RoutedApp, req: IncomingMessage, res: ServerResponse, raw: Uint8Array): void {
  const encoding = raw.length === 0 ? '' : headerList(req.rawHeaders, 'content-encoding')
  if (encoding === '') app.serve(nodeTransport, req, res, { raw, decoded: raw })
  else
    void decodeBody(raw, encoding, app.settings.bodyLimit).then((body) =>
      app.serve(nodeTransport, req, res, body),
    )
}
