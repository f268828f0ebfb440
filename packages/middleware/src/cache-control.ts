import type { Handler } from '@ctxgen/runtime'
import { checkNumber, checkOptions } from './chain/check-option.ts'

/** The directives of a response (RFC 9111 section 5.2.2, RFC 5861, RFC 8246), in seconds where they have a time. */
export interface CacheControlOptions {
  readonly public?: boolean
  readonly private?: boolean
  readonly noStore?: boolean
  readonly noCache?: boolean
  readonly noTransform?: boolean
  readonly mustRevalidate?: boolean
  readonly proxyRevalidate?: boolean
  readonly immutable?: boolean
  readonly maxAge?: number
  readonly sMaxage?: number
  readonly staleWhileRevalidate?: number
  readonly staleIfError?: number
}

const times = ['maxAge', 'sMaxage', 'staleWhileRevalidate', 'staleIfError'] as const

/**
 * Sets Cache-Control, which a handler may replace. An error drops it, unless it has `no-store` or `private`.
 * @throws TypeError for directives that contradict one another, RangeError for an invalid time.
 * @answer * Cache-Control
 */
export function cacheControl(options: CacheControlOptions): Handler {
  checkOptions('cacheControl', options)
  for (const name of times) checkNumber(`cacheControl: ${name}`, options[name])
  if (options.public && options.private) throw new TypeError('cacheControl: public and private')
  if (options.private && options.sMaxage !== undefined)
    throw new TypeError('cacheControl: private, but sMaxage is for shared caches')
  if (options.noStore && (options.public || times.some((name) => options[name] !== undefined)))
    throw new TypeError('cacheControl: noStore with a time or public')
  const value = Object.entries(options).flatMap(directive).join(', ')
  if (value === '') throw new TypeError('cacheControl: no directive')
  return (c) => {
    c.set('Cache-Control', value)
    return c.next()
  }
}

function directive([option, value]: readonly [
  name: string,
  value: boolean | number | undefined,
]): readonly string[] {
  const name = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (typeof value === 'number') return [`${name}=${Math.floor(value)}`]
  return value === true ? [name] : []
}
