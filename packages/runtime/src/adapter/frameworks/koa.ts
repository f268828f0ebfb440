import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BindInput } from '../../bind/reading/bind-input.ts'
import { inputSettingsOf, type RequestConfig, type RouteParams } from './bind-parts.ts'
import { nodeInput } from './node-parts.ts'

/** The used part of a Koa context; a router sets `params`. */
export interface KoaContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly params?: RouteParams
  /** `rawBody` is set by koa-bodyparser. */
  readonly request: { readonly rawBody?: unknown }
}

/**
 * The `BindInput` of a Koa request.
 *
 * Reads the whole body, up to `bodyLimit`, unless a parser has done so and set `rawBody`, or with `body: 'stream'`.
 *
 * @throws Error when a parser has read the body without setting `rawBody`.
 */
export function koaInput(config?: RequestConfig): (ctx: KoaContext) => Promise<BindInput> {
  const settings = inputSettingsOf(config)
  return ({ req, res, params = {}, request }) =>
    nodeInput(
      {
        req,
        res,
        params,
        parsedBody: request.rawBody,
        keepsEncoding: false,
        responseHeaders: () => res.getHeaders(),
      },
      settings,
    )
}
