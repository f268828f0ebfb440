import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BindInput } from '../../bind/reading/bind-input.ts'
import { HttpError } from '../../error/http-error.ts'
import { announcesBody } from '../../request/header-lines.ts'
import type { Pieces } from '../../request/pieces.ts'
import { BodyReader } from '../node/body-reader.ts'
import { NodePieces } from '../node/node-pieces.ts'
import { bindInputOf, decodedBody, type InputSettings, type RouteParams, unreadBody } from './bind-parts.ts'

/** The framework has its own time-outs. */
const uncounted = { beginWaiting: () => {}, endReceiving: () => {} }

/** Response headers in the form of node's `getHeaders()`. */
export type HeaderValues = Readonly<Record<string, number | string | readonly string[] | undefined>>

/** The parts of a request that a framework on node:http provides. */
interface NodeParts {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** Percent-decoded. */
  readonly params: RouteParams
  /** The result of the framework's own parsers; `undefined` when none ran. */
  readonly parsedBody: unknown
  /** Whether the bytes of a parser still have their Content-Encoding. */
  readonly keepsEncoding: boolean
  readonly responseHeaders: () => HeaderValues
}

/** @throws Error when a parser has read the body and kept something other than its bytes. */
export async function nodeInput(parts: NodeParts, settings: InputSettings): Promise<BindInput> {
  const { req, res, params } = parts
  let signal: AbortSignal | undefined
  return bindInputOf({
    url: req.url ?? '',
    params,
    rawHeaders: req.rawHeaders,
    responseHeaders: () => flatHeaders(parts.responseHeaders()),
    body: await bodyOf(parts, settings),
    signal: () => {
      signal ??= goneSignal(res)
      return signal
    },
    settings,
  })
}

async function bodyOf(
  parts: NodeParts,
  { bodyLimit: limit, isStream }: InputSettings,
): Promise<Uint8Array | HttpError | Pieces> {
  const { req, parsedBody, keepsEncoding } = parts
  if (!announcesBody(req.rawHeaders)) return new Uint8Array(0)
  const bytes = typeof parsedBody === 'string' ? new TextEncoder().encode(parsedBody) : parsedBody
  if (bytes instanceof Uint8Array) {
    if (keepsEncoding) return decodedBody(bytes, req.rawHeaders, limit)
    return bytes.length > limit ? new HttpError(413) : bytes
  }
  if (req.readableDidRead) {
    throw new Error(
      'The body was parsed before it was bound. Binders need its bytes: remove the parser, or use one that keeps them',
    )
  }
  if (isStream) return unreadBody(piecesOfRequest(parts), req.rawHeaders, limit)
  const raw = await readBody(req, limit)
  return raw instanceof HttpError ? raw : decodedBody(raw, req.rawHeaders, limit)
}

function readBody(req: IncomingMessage, limit: number): Promise<Uint8Array | HttpError> {
  // Its `close` event has already been emitted.
  if (req.destroyed) return Promise.resolve(aborted())
  return new Promise((resolve) => {
    new BodyReader(req, limit, (bytes) => resolve(bytes ?? new HttpError(413)))
    req.once('close', () => resolve(aborted()))
  })
}

function piecesOfRequest({ req, res }: NodeParts): Pieces {
  const pieces = new NodePieces(req, uncounted, () => {})
  // Node discards only an untouched body.
  res.once('finish', () => {
    pieces.close()
    // Node takes note of the removed listener at the next tick, and would pause the request again.
    process.nextTick(() => req.resume())
  })
  const onClose = (): void => {
    if (!req.readableEnded) pieces.fail(aborted())
  }
  if (req.destroyed) onClose()
  else req.once('close', onClose)
  return pieces
}

function aborted(): HttpError {
  return new HttpError(400, 'The request broke off')
}

function goneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const onClose = (): void => {
    if (!res.writableFinished) gone.abort()
  }
  if (res.closed) onClose()
  else res.once('close', onClose)
  return gone.signal
}

function flatHeaders(headers: HeaderValues): readonly string[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (value === undefined ? [] : [name, String(value)])),
  )
}
