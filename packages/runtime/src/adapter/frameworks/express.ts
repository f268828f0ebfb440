import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BindInput } from '../../bind/reading/bind-input.ts'
import { inputSettingsOf, type RequestConfig, type RouteParams } from './bind-parts.ts'
import { nodeInput } from './node-parts.ts'

/** The used part of an Express request; any router fits that sets `params`, percent-decoded, on the request of node. */
export interface ExpressRequest extends IncomingMessage {
  readonly params?: RouteParams
  readonly body?: unknown
}

/**
 * The `BindInput` of a request of Express 4 or 5, or of plain node:http.
 *
 * Reads the whole body, up to `bodyLimit`, unless `express.raw()` or `express.text()` has done so, or with
 * `body: 'stream'`.
 *
 * @throws Error when `express.json()` or another parser has read the body without keeping its bytes.
 */
export function expressInput(
  config?: RequestConfig,
): (req: ExpressRequest, res: ServerResponse) => Promise<BindInput> {
  const settings = inputSettingsOf(config)
  return (req, res) => {
    const { params = {}, body: parsedBody } = req
    return nodeInput(
      { req, res, params, parsedBody, keepsEncoding: false, responseHeaders: () => res.getHeaders() },
      settings,
    )
  }
}
