import type { Answered, Ctx, OnResponse } from '@ctxgen/runtime'
import type { AccessFacts } from './log/access-facts.ts'
import { cleanText } from './log/clean-text.ts'
import { jsonLine } from './log/json-line.ts'
import { SecretKeys } from './log/secret-keys.ts'
import { timeText } from './log/time-text.ts'
import { requestIdOf } from './request-id.ts'

export type { AccessFacts } from './log/access-facts.ts'

/** A logger such as pino's: an object with the facts, then a text. */
export interface ObjectLogger {
  info(facts: AccessFacts, text: string): unknown
  /** For statuses of 500 and more. Default: `info`. */
  error?(facts: AccessFacts, text: string): unknown
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The options of {@link logger}. */
export interface LoggerOptions {
  /** A logger, or a function that takes one line. Default: `console.log`. */
  readonly to?: ObjectLogger | ((line: string) => unknown)
  /** The lines of a function. Default: `text`. */
  readonly format?: 'text' | 'json' | ((facts: AccessFacts) => string)
  /** Adds the query string, its secrets replaced. Default: false. */
  readonly query?: boolean
  /** Request headers to add. Those of `redactHeaders` show only that they were sent. Default: none. */
  readonly requestHeaders?: readonly string[]
  /** Default: authorization, proxy-authorization, cookie, set-cookie, x-api-key, x-csrf-token. */
  readonly redactHeaders?: readonly string[]
  /**
   * Query keys whose values are replaced, whatever their case, `-` and `_`; `*token` for all that end in it. Default: those
   * of tokens, keys, codes, sessions, signatures and passwords.
   */
  readonly redactQuery?: readonly string[]
  /** The header of `requestId`. Default: `X-Request-ID`. */
  readonly requestIdHeader?: string
  /** Answers to leave out: `({ path }) => path === '/livez'`. Default: none. */
  readonly skip?: (answered: Answered) => boolean
}

const secretHeaders = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-csrf-token',
]
const redacted = '[redacted]'

/** The access log: `new App({ onResponse: logger() })` writes a line for each answer, also to refused requests. */
export function logger(options: LoggerOptions = {}): OnResponse {
  const { to = console.log, format = 'text', skip } = options
  const factsOf = collector(options)
  const line = typeof format === 'function' ? format : format === 'json' ? jsonLine : textLine
  return (answered) => {
    if (skip?.(answered) === true) return
    const facts = factsOf(answered)
    if (typeof to === 'function') return to(line(facts))
    const text = `${facts.method} ${facts.path} ${facts.status}`
    if (facts.status >= 500 && to.error !== undefined) to.error(facts, text)
    else to.info(facts, text)
  }
}

function collector(options: LoggerOptions): (answered: Answered) => AccessFacts {
  const { requestHeaders = [], redactHeaders = secretHeaders, redactQuery } = options
  const isSecret = new Set(redactHeaders.map((name) => name.toLowerCase()))
  const secrets = new SecretKeys(redactQuery)
  const names = requestHeaders.map((name) => name.toLowerCase())
  const headersOf = (c: Ctx): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = c.get(name)
        return value === '' ? [] : [[name, isSecret.has(name) ? redacted : cleanText(value)]]
      }),
    )
  return ({ c, method, path, route, status, ms, bytes, aborted }) => {
    const id = c === undefined ? '' : requestIdOf(c, options.requestIdHeader)
    const ip = c?.ip() ?? ''
    const userAgent = c?.get('user-agent') ?? ''
    const referer = withoutQuery(c?.get('referer') ?? '')
    const query = options.query === true && c !== undefined ? queryText(c.originalURL(), secrets) : ''
    // Spreads of conditions would take half the time of a line.
    const facts: Writable<AccessFacts> = {
      time: timeText(),
      method: cleanText(method),
      path: cleanText(path) + query,
      status: aborted ? 499 : status,
      ms: Math.round(ms * 100) / 100,
      bytes,
    }
    if (id !== '') facts.requestId = cleanText(id)
    if (ip !== '') facts.ip = cleanText(ip)
    if (route !== undefined) facts.route = route
    if (userAgent !== '') facts.userAgent = cleanText(userAgent)
    if (referer !== '') facts.referer = cleanText(referer)
    if (names.length > 0 && c !== undefined) facts.headers = headersOf(c)
    return facts
  }
}

/** The query string with the values of some keys replaced. Keys are compared decoded. */
function queryText(target: string, secrets: SecretKeys): string {
  const at = target.indexOf('?')
  if (at === -1) return ''
  const pairs = target.slice(at + 1).split('&')
  const shown = pairs.map((pair) => {
    const [key = ''] = pair.split('=', 1)
    return secrets.has(decoded(key)) ? `${key}=${redacted}` : pair
  })
  return cleanText(`?${shown.join('&')}`)
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch {
    return key
  }
}

/** The query of a page's URL may hold its secrets. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*/s, '')
}

function textLine(facts: AccessFacts): string {
  const { time, ip = '-', method, path, status, ms, bytes, requestId, headers } = facts
  const id = requestId === undefined ? '' : ` ${requestId}`
  return `${time} ${ip} ${method} ${path} ${status} ${ms} ms ${bytes} B${id}${headersText(headers)}`
}

function headersText(headers: AccessFacts['headers']): string {
  if (headers === undefined) return ''
  return Object.entries(headers)
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .join('')
}
