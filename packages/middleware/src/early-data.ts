import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { requestHeader } from '@ctxgen/runtime/middleware'

/** The options of {@link earlyData}. */
export interface EarlyDataOptions {
  /** Whether a request may be repeated by an attacker. Default: GET, HEAD, OPTIONS and TRACE. */
  readonly allowEarlyData?: (c: Ctx) => boolean
}

/**
 * Refuses requests that a proxy got before the end of the TLS handshake, which an attacker may replay, with 425: the
 * client sends them again (RFC 8470). The proxy marks them by `Early-Data: 1`; any other value counts as it.
 * @answer POST,PUT,PATCH,DELETE 425 HttpError
 */
export function earlyData({ allowEarlyData = isSafe }: EarlyDataOptions = {}): Handler {
  return (c) => {
    if (requestHeader(c, 'early-data') !== '' && !allowEarlyData(c)) throw new HttpError(425)
    return c.next()
  }
}

function isSafe(c: Ctx): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(c.method())
}
