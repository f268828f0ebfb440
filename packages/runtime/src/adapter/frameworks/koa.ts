import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BindInput } from '../../bind/bind-input.ts'
import { type InputConfig, inputSettingsOf, type RouteParams } from './bind-parts.ts'
import { nodeInput } from './node-parts.ts'

/** A Koa context, as far as it is read; a router sets `params`. */
export interface KoaContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly params?: RouteParams
  /** `rawBody` is what koa-bodyparser keeps. */
  readonly request: { readonly rawBody?: unknown }
}

/**
 * What binders read of a request of Koa.
 *
 * The body is read whole, up to `bodyLimit`, unless a parser has done so and kept `rawBody`.
 *
 * @throws Error when a parser has read the body and kept no `rawBody`.
 */
export function koaInput(config?: InputConfig): (ctx: KoaContext) => Promise<BindInput> {
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
