import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { Ctx } from '../../ctx/ctx.ts'
import type { CtxState } from '../../ctx/ctx-state.ts'
import { joinBytes } from '../../request/body-bytes.ts'
import { BodyStream } from '../../response/body-stream.ts'
import { nodeTransport } from '../node/node-transport.ts'

/** The request and the response that middleware gets. */
export interface NodeExchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

const exchanges = new WeakMap<Ctx, ConnectExchange>()

/** The exchange of a request of `app.fetch()`, and whether this call has made it. */
export function exchangeOf(c: Ctx): readonly [exchange: ConnectExchange, isNew: boolean] {
  const known = exchanges.get(c)
  if (known !== undefined) return [known, false]
  const made = new ConnectExchange(c)
  exchanges.set(c, made)
  return [made, true]
}

/** Node's request and response for a request that came over no connection of node. */
export class ConnectExchange implements NodeExchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly #written: Uint8Array[] = []

  constructor(c: Ctx) {
    this.req = requestOf(c)
    this.res = new ServerResponse(this.req)
    const sink = new Writable({
      // Everything is held, so a writer never waits: only node's server would wake it.
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write: (piece: Uint8Array, _, done) => {
        this.#written.push(piece)
        done()
      },
    })
    // Only what a Writable has is used.
    this.res.assignSocket(sink as Socket)
  }

  /** Sends the answer of the later handlers through the response, which middleware may have changed. */
  async finish(c: Ctx): Promise<void> {
    if (!this.res.headersSent) {
      if (!hasWholeBody.call(c)) return
      sendTo.call(c, this.res)
    }
    if (!this.res.writableFinished) await new Promise((resolve) => this.res.once('finish', resolve))
    // An answer to HTTP/1.0 is not chunked.
    const bytes = Buffer.from(joinBytes(this.#written))
    const end = bytes.indexOf('\r\n\r\n')
    const [, ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
    takeAnswer.call(c, this.res.statusCode, lines, bytes.subarray(end + 4))
  }
}

function requestOf(c: Ctx): IncomingMessage {
  const request = c.request()
  const req = new FetchedRequest(request instanceof Request ? request : undefined)
  req.httpVersion = '1.0'
  req.httpVersionMajor = 1
  req.httpVersionMinor = 0
  req.method = c.method()
  req.url = c.originalURL()
  req.rawHeaders = [...c.rawHeaders()]
  for (const [name, values] of Object.entries(c.getReqHeaders())) req.headers[name] = values.join(', ')
  if (req.isOfUnknownLength) {
    // Middleware infers a body from the headers.
    req.headers['transfer-encoding'] = 'chunked'
    req.rawHeaders.push('transfer-encoding', 'chunked')
  }
  return req
}

/** Takes nothing of the body before the first read: later handlers may want it. */
class FetchedRequest extends IncomingMessage {
  readonly #request: Request | undefined
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined = undefined

  constructor(request: Request | undefined) {
    super(new Socket())
    this.#request = request
  }

  get isOfUnknownLength(): boolean {
    return this.headers['content-length'] === undefined && this.#request?.body != null
  }

  override _read(size: number): void {
    // Node's notes that reading has begun.
    super._read(size)
    this.#read().catch((error: unknown) => this.destroy(asError(error)))
  }

  async #read(): Promise<void> {
    const request = this.#request
    // A body that was read before has ended, as on a server.
    if (request?.bodyUsed === false) this.#reader ??= request.body?.getReader()
    const piece = await this.#reader?.read()
    if (piece?.value === undefined) this.complete = true
    this.push(piece?.value ?? null)
  }
}

function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error('the body broke off', { cause })
}

/** A stream would no longer be sent piece by piece. */
function hasWholeBody(this: CtxState<unknown>): boolean {
  return !(this.draft.body instanceof BodyStream)
}

function sendTo(this: CtxState<unknown>, res: ServerResponse): void {
  nodeTransport.send(res, this.draft, this.incoming.method === 'HEAD')
}

function takeAnswer(
  this: CtxState<unknown>,
  status: number,
  lines: readonly string[],
  body: Uint8Array,
): void {
  const { draft } = this
  const length = lines
    .map((line) => /^content-length: (\d+)$/i.exec(line)?.[1])
    .find((one) => one !== undefined)
  const isHead = this.incoming.method === 'HEAD'
  // It also drops the headers of the body before, and the status of its part.
  draft.replaceBody(isHead && length !== '0' ? unsentBody(length) : body)
  draft.status = status
  draft.lines = undefined
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*): (.*)$/.exec(line) ?? []
    // The server of the request writes its own.
    if (!/^(?:connection|date|keep-alive)$/i.test(name)) draft.addHeader(name, value)
  }
}

/** The body that a GET would send, for the answer to HEAD. @param length `undefined` when it is unknown */
function unsentBody(length: string | undefined): BodyStream {
  const source = { read: async () => undefined, close: () => {} }
  return new BodyStream(source, length === undefined ? undefined : Number(length))
}
