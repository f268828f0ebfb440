import type { BindInput } from '../../bind/reading/bind-input.ts'
import { HttpError } from '../../error/http-error.ts'
import { type Pieces, piecesFrom, piecesOf } from '../../request/pieces.ts'
import { readFetchBody } from '../fetch/read-fetch-body.ts'
import {
  bindInputOf,
  decodedBody,
  type InputSettings,
  inputSettingsOf,
  type RequestConfig,
  type RouteParams,
  unreadBody,
} from './bind-parts.ts'

/**
 * The `BindInput` of a `Request`, as in route handlers of Next.js, SvelteKit, Bun and others. Consumes the body.
 *
 * @throws TypeError when the body was already consumed.
 */
export function fetchInput(
  config?: RequestConfig,
): (request: Request, params?: RouteParams) => Promise<BindInput> {
  const settings = inputSettingsOf(config)
  const { bodyLimit } = settings
  return async (request, params = {}) => {
    const read = (): Promise<Uint8Array | undefined> => readFetchBody(request, bodyLimit)
    return fetchPartsInput({ request, params, read, responseHeaders: () => [] }, settings)
  }
}

/** The used part of a Hono context. */
export interface HonoContext {
  readonly req: {
    readonly raw: Request
    param(): RouteParams
    arrayBuffer(): Promise<ArrayBuffer>
  }
  readonly res: Response
}

/** The `BindInput` of a Hono request. A body of announced length stays readable through `c.req`, unless it is a stream. */
export function honoInput(config?: RequestConfig): (c: HonoContext) => Promise<BindInput> {
  const settings = inputSettingsOf(config)
  return async (c) => {
    const read = (): Promise<Uint8Array | undefined> => honoBody(c, settings.bodyLimit)
    const responseHeaders = (): readonly string[] => flatHeaders(c.res.headers)
    return fetchPartsInput({ request: c.req.raw, params: c.req.param(), read, responseHeaders }, settings)
  }
}

/** @returns `undefined` beyond the limit. */
async function honoBody({ req }: HonoContext, limit: number): Promise<Uint8Array | undefined> {
  const announced = req.raw.headers.get('content-length')
  // Hono caches the body, so that others can read it too, but reads without a limit.
  if (!req.raw.bodyUsed && announced === null) return readFetchBody(req.raw, limit)
  return Number(announced) > limit ? undefined : new Uint8Array(await req.arrayBuffer())
}

interface FetchParts {
  readonly request: Request
  readonly params: RouteParams
  /** Reads the whole body; `undefined` beyond the limit. */
  readonly read: () => Promise<Uint8Array | undefined>
  readonly responseHeaders: () => readonly string[]
}

async function fetchPartsInput(parts: FetchParts, settings: InputSettings): Promise<BindInput> {
  const { request, params, read, responseHeaders } = parts
  const rawHeaders = flatHeaders(request.headers)
  const { bodyLimit, isStream } = settings
  const body = async (): Promise<Uint8Array | HttpError> => {
    const raw = await read()
    return raw === undefined ? new HttpError(413) : decodedBody(raw, rawHeaders, bodyLimit)
  }
  return bindInputOf({
    url: request.url,
    params,
    rawHeaders,
    responseHeaders,
    signal: () => request.signal,
    body: isStream ? unreadBody(piecesOfRequest(request), rawHeaders, bodyLimit) : await body(),
    settings,
  })
}

function piecesOfRequest({ body }: Request): Pieces {
  if (body === null) return piecesOf(new Uint8Array(0))
  const pieces = piecesFrom(body)
  const read = async (): Promise<Uint8Array | undefined> => {
    try {
      return await pieces.read()
    } catch (cause) {
      throw new HttpError(400, 'The request broke off', { cause })
    }
  }
  return { read, close: () => pieces.close() }
}

function flatHeaders(headers: Headers): readonly string[] {
  return [...headers].flat()
}
