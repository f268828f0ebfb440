import type { BindInput } from '../../bind/reading/bind-input.ts'
import { HttpError } from '../../error/http-error.ts'
import { readFetchBody } from '../fetch/read-fetch-body.ts'
import {
  bindInputOf,
  decodedBody,
  type InputConfig,
  type InputSettings,
  inputSettingsOf,
  type RouteParams,
} from './bind-parts.ts'

/**
 * The `BindInput` of a `Request`, as in route handlers of Next.js, SvelteKit, Bun and others. Consumes the body.
 *
 * @throws TypeError when the body was already consumed.
 */
export function fetchInput(
  config?: InputConfig,
): (request: Request, params?: RouteParams) => Promise<BindInput> {
  const settings = inputSettingsOf(config)
  return async (request, params = {}) => {
    const raw = await readFetchBody(request, settings.bodyLimit)
    return fetchPartsInput({ request, params, raw, responseHeaders: () => [] }, settings)
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

/** The `BindInput` of a Hono request. A body of announced length stays readable through `c.req`. */
export function honoInput(config?: InputConfig): (c: HonoContext) => Promise<BindInput> {
  const settings = inputSettingsOf(config)
  return async (c) => {
    const request = c.req.raw
    const raw = await honoBody(c, settings.bodyLimit)
    const responseHeaders = (): readonly string[] => flatHeaders(c.res.headers)
    return fetchPartsInput({ request, params: c.req.param(), raw, responseHeaders }, settings)
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
  /** `undefined` beyond the limit. */
  readonly raw: Uint8Array | undefined
  readonly responseHeaders: () => readonly string[]
}

async function fetchPartsInput(parts: FetchParts, settings: InputSettings): Promise<BindInput> {
  const { request, params, raw, responseHeaders } = parts
  const rawHeaders = flatHeaders(request.headers)
  return bindInputOf({
    url: request.url,
    params,
    rawHeaders,
    responseHeaders,
    signal: () => request.signal,
    body: raw === undefined ? new HttpError(413) : await decodedBody(raw, rawHeaders, settings.bodyLimit),
    settings,
  })
}

function flatHeaders(headers: Headers): readonly string[] {
  return [...headers].flat()
}
