import { callMethod, NotThere } from './call-method.ts'
import type { CaseClient } from './case-client.ts'
import type { CaseRequest } from './case-types.ts'
import { type ClientResponse, headerLines } from './client-response.ts'
import { Http2Connection } from './http2-client.ts'
import { RawConnection } from './raw-client.ts'
import { requestBytes, wireRequest } from './request-bytes.ts'
import { type Listener, type RunningServer, startServer } from './start-server.ts'

interface Link {
  readonly key: string
  readonly server: RunningServer
  readonly connection: RawConnection | Http2Connection
}

/** The requests of one case over sockets: starts the server and keeps the connection between requests. */
export class Exchanges implements CaseClient {
  readonly gone: Promise<void>
  readonly #servers = new Map<string, RunningServer>()
  #sayGone: () => void = () => undefined
  #link: Link | undefined
  #first: ClientResponse | undefined

  constructor() {
    this.gone = new Promise((resolve) => {
      this.#sayGone = resolve
    })
  }

  async send(request: CaseRequest, app: unknown): Promise<ClientResponse> {
    const wire = wireRequest(request, (name) =>
      headerLines(this.#first ?? { headers: [] }, name.toLowerCase()).join(', '),
    )
    const { connection } = await this.#connect(request, app)
    const cut = request.abortAfter === 'first-chunk'
    const response =
      connection instanceof Http2Connection
        ? await connection.exchange(wire, cut)
        : await connection.exchange(requestBytes(wire, request.httpVersion ?? '1.1'), wire.method, cut)
    this.#first ??= response
    if (cut || !connection.usable) this.#sayGone()
    return response
  }

  async responsesOver(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.responsesOver()))
  }

  close(): void {
    this.#sayGone()
    this.#link?.connection.destroy()
    for (const server of this.#servers.values()) server.close()
  }

  async #connect(request: CaseRequest, app: unknown): Promise<Link> {
    const tls = request.tls === true
    const http2 = request.httpVersion === '2'
    const protocol = `${tls} ${http2}`
    const key = `${protocol} ${request.remoteAddress}`
    if (this.#link?.key === key && this.#link.connection.usable) return this.#link
    this.#link?.connection.destroy()
    const server = this.#servers.get(protocol) ?? (await startServer(listenerOf(app), tls, http2))
    this.#servers.set(protocol, server)
    server.peer = request.remoteAddress
    const connection = http2
      ? await Http2Connection.open(server.port, tls)
      : await RawConnection.open(server.port, tls)
    this.#link = { key, server, connection }
    return this.#link
  }
}

function listenerOf(app: unknown): Listener {
  const listener = callMethod(app, 'handler', [], 'app')
  if (typeof listener !== 'function') throw new NotThere('app.handler() gives no function')
  return listener as Listener
}
