import type { Ctx, Handler } from '@ctxgen/runtime'
import { requestHeader } from '@ctxgen/runtime/middleware'
import { checkToken } from './chain/check-option.ts'

/** The options of {@link requestId}. */
export interface RequestIdOptions {
  /** The header of the id, in requests and responses. Default: `X-Request-ID`. */
  readonly header?: string
  /** Makes an id. Default: a random UUID (RFC 9562). */
  readonly generator?: (c: Ctx) => string
  /**
   * Whose ids are taken over: `proxies` for those of a trusted proxy (`trustProxy` of the app), `true` for everybody's,
   * which lets clients write into your logs. Default: `proxies`.
   */
  readonly trust?: 'proxies' | boolean
}

const standardHeader = 'X-Request-ID'
// A longer id only fills logs. Visible ASCII without blanks cannot break a line of one.
const acceptable = /^[\x21-\x7e]{1,128}$/

/**
 * Gives each request an id and sends it back, also with errors. {@link requestIdOf} reads it.
 * @answer * X-Request-ID
 */
export function requestId(options: RequestIdOptions = {}): Handler {
  const { header = standardHeader, generator = randomId, trust = 'proxies' } = options
  checkToken('requestId: header', header)
  const lower = header.toLowerCase()
  return (c) => {
    const sent = mayTake(c, trust) ? requestHeader(c, lower) : ''
    const isTaken = sent !== '' && acceptable.test(sent) && (trust === true || c.isProxyTrusted())
    c.set(header, isTaken ? sent : generator(c))
    return c.next()
  }
}

/** The id of the request; `""` before {@link requestId} has run. @param header as in its options. @answer - */
export function requestIdOf(c: Ctx, header: string = standardHeader): string {
  return c.getRespHeader(header)
}

/** `isProxyTrusted()` alone is true for everybody while `trustProxy` is off. */
function mayTake(c: Ctx, trust: 'proxies' | boolean): boolean {
  return trust === 'proxies' ? c.app().settings.trust.trustProxy : trust
}

function randomId(): string {
  return crypto.randomUUID()
}
