import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import type { ClientResponse, InterimResponse } from './client-response.ts'
import type { WireRequest } from './request-bytes.ts'

type Headers = (readonly [string, string])[]

/** HTTP/1 headers that HTTP/2 forbids. */
const connectionHeaders = new Set(['host', 'connection', 'transfer-encoding', 'keep-alive', 'upgrade'])

/** One HTTP/2 connection. */
export class Http2Connection {
  readonly #session: ClientHttp2Session

  private constructor(session: ClientHttp2Session) {
    this.#session = session
    session.on('error', () => undefined)
  }

  static open(port: number, tls: boolean): Promise<Http2Connection> {
    return new Promise((resolve, reject) => {
      const session = connect(`${tls ? 'https' : 'http'}://127.0.0.1:${port}`, { rejectUnauthorized: false })
      const connection = new Http2Connection(session)
      session.once('error', reject)
      session.once('connect', () => resolve(connection))
    })
  }

  get usable(): boolean {
    return !this.#session.closed && !this.#session.destroyed
  }

  /** Sends a request and reads its response; never rejects. */
  exchange(request: WireRequest, cutAfterFirstChunk = false): Promise<ClientResponse> {
    return new Promise((resolve) => {
      const interim: InterimResponse[] = []
      const body: Buffer[] = []
      let status = 0
      let headers: Headers = []
      let ended = false
      const finish = (ending: ClientResponse['ending']): void =>
        resolve({ status, headers, body: Buffer.concat(body), interim, ending })
      const stream = this.#session.request(requestHeaders(request), { endStream: request.body === undefined })
      stream.on('headers', (lines: IncomingHttpHeaders) => {
        interim.push({ status: Number(lines[':status']), headers: flat(lines) })
      })
      stream.on('response', (lines: IncomingHttpHeaders) => {
        status = Number(lines[':status'])
        headers = flat(lines)
      })
      stream.on('data', (chunk: Buffer) => {
        body.push(chunk)
        if (!cutAfterFirstChunk) return
        this.destroy()
        finish('cut')
      })
      stream.on('end', () => {
        ended = true
        // Node would wait for the rest of a body that the server no longer wants.
        if (!stream.writableFinished) stream.destroy()
      })
      stream.on('error', () => undefined)
      stream.on('close', () => {
        if (ended && stream.rstCode === 0 && status !== 0) finish('complete')
        else finish(status === 0 && interim.length === 0 ? 'empty' : 'aborted')
      })
      if (request.body !== undefined) stream.end(request.body)
    })
  }

  destroy(): void {
    this.#session.destroy()
  }
}

function requestHeaders(request: WireRequest): Record<string, string | string[]> {
  const host = request.headers.find(([name]) => name.toLowerCase() === 'host')
  const headers: Record<string, string | string[]> = {
    ':method': request.method,
    ':path': request.target,
    ':authority': host?.[1] ?? 'example.com',
  }
  for (const [name, value] of request.headers) {
    const key = name.toLowerCase()
    if (connectionHeaders.has(key)) continue
    const before = headers[key]
    headers[key] = before === undefined ? value : [before, value].flat()
  }
  return headers
}

function flat(lines: IncomingHttpHeaders): Headers {
  return Object.entries(lines)
    .filter(([name]) => !name.startsWith(':'))
    .flatMap(([name, value]) => [value ?? []].flat().map((line) => [name, String(line)] as const))
}
