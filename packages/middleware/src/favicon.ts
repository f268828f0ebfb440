import type { Handler } from '@ctxgen/runtime'
import { HttpError } from '@ctxgen/runtime'

/** The options of {@link favicon}. */
export interface FaviconOptions {
  /** The icon. Default: none, answered with 204. */
  readonly data?: Uint8Array
  /** Default: `image/svg+xml` and `image/png` by the first bytes, else `image/x-icon`. */
  readonly type?: string
  /** Default: `/favicon.ico`. */
  readonly url?: string
  /** Default: `public, max-age=31536000`. */
  readonly cacheControl?: string
}

/** Answers requests for the icon of the site, before they reach logs and limits. @answer - */
export function favicon(options: FaviconOptions = {}): Handler {
  const { data, url = '/favicon.ico', cacheControl = 'public, max-age=31536000' } = options
  const type = options.type ?? typeOf(data)
  return (c) => {
    if (c.path() !== url) return c.next()
    const method = c.method()
    if (method === 'OPTIONS') return c.set('Allow', 'GET, HEAD, OPTIONS').sendStatus(200)
    if (method !== 'GET' && method !== 'HEAD')
      throw new HttpError(405, undefined, { headers: { Allow: 'GET, HEAD, OPTIONS' } })
    c.set('Cache-Control', cacheControl)
    if (data === undefined) c.status(204).send('')
    else c.set('Content-Type', type).send(data)
    return undefined
  }
}

function typeOf(data: Uint8Array | undefined): string {
  const start = new TextDecoder('latin1').decode(data?.subarray(0, 256))
  if (start.startsWith('\x89PNG')) return 'image/png'
  return /^\s*<(?:\?xml|svg)/.test(start) ? 'image/svg+xml' : 'image/x-icon'
}
