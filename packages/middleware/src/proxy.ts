import { lookup as resolve } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream'
import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { requestHeader, takesStream } from '@ctxgen/runtime/middleware'
import { checkDelay, checkNumber } from './chain/check-option.ts'
import { ofConnection, requestLines } from './forward/forwarded-headers.ts'
import { isPrivateAddress } from './forward/private-address.ts'

/** Gives the URL that a request goes to; `undefined` for none, which is 404. */
export type ProxyTarget = (c: Ctx) => string | URL | undefined | Promise<string | URL | undefined>

/** The options of {@link proxy}. */
export interface ProxyOptions {
  /** Targets in private networks and on this machine are allowed. Default: for a fixed origin, and not for a function. */
  readonly allowPrivate?: boolean
  /**
   * Milliseconds for which the target may keep it waiting: for room for a piece of a streamed request, for the head of the
   * answer, and for each piece of its body. Default: 30 000.
   */
  readonly timeout?: number
  /** Connections to each target. Default: 1024. */
  readonly maxConnections?: number
  /** Changes the header lines for the target, names in lower case: to add a login, or take one off. */
  readonly requestHeaders?: (lines: Map<string, string[]>, c: Ctx) => void
}

/**
 * Passes requests on to another server and sends its answer: to a fixed origin, with path and query of the request, or to
 * the URL that a function gives. A path with a segment `.` or `..` is 400 for a fixed origin. Fields of a connection are not
 * passed on, `Forwarded`, `X-Forwarded-*` and `Via` are added. Redirects reach the client. Answers are streams; so is the body
 * of a request with the option `{ body: 'stream' }`, whose Content-Encoding is decoded. An upgrade is 501, a target that cannot
 * be reached, or whose answer breaks off before the first byte of its body, 502, one that is slow 504.
 * @throws TypeError for an invalid origin, or one with a login, RangeError for an invalid number, Error in Cloudflare Workers.
 * @answer 400 HttpError
 * @answer 404 HttpError
 * @answer 501 HttpError
 * @answer 502 HttpError
 * @answer 504 HttpError
 */
export function proxy(target: string | ProxyTarget, options: ProxyOptions = {}): Handler {
  refuseWorkers()
  const { timeout = 30_000, maxConnections = 1024, requestHeaders } = options
  checkDelay('proxy: timeout', timeout)
  checkNumber('proxy: maxConnections', maxConnections, 1)
  const isFixed = typeof target === 'string'
  const urlOf = isFixed ? fixedTarget(target) : target
  const isPrivateAllowed = options.allowPrivate ?? isFixed
  const agents = { keepAlive: true, maxSockets: maxConnections }
  const route: Route = {
    http: new HttpAgent(agents),
    https: new HttpsAgent(agents),
    timeout,
    isPrivateAllowed,
    change: requestHeaders ?? (() => {}),
  }
  return async (c) => {
    if (c.get('upgrade') !== '' && /\bupgrade\b/i.test(requestHeader(c, 'connection')))
      throw new HttpError(501)
    const url = await urlOf(c)
    if (url === undefined) throw new HttpError(404)
    const answer = await exchange(c, targetOf(url), route)
    const body = await begunBody(answer, timeout)
    try {
      passOn(c, answer, body)
    } catch (cause) {
      answer.destroy()
      throw errorOf(cause)
    }
  }
}

/** Their `node:http` stands on `fetch()`, which would reach the private address of any name. */
function refuseWorkers(): void {
  const { userAgent } = Object(Reflect.get(globalThis, 'navigator'))
  if (userAgent === 'Cloudflare-Workers')
    throw new Error('proxy: Cloudflare Workers have no sockets for it: pass requests on by fetch()')
}

interface Route {
  readonly http: HttpAgent
  readonly https: HttpsAgent
  readonly timeout: number
  readonly isPrivateAllowed: boolean
  readonly change: NonNullable<ProxyOptions['requestHeaders']>
}

function fixedTarget(text: string): ProxyTarget {
  const origin = URL.canParse(text) ? new URL(text) : undefined
  if (
    origin === undefined ||
    !/^https?:$/.test(origin.protocol) ||
    origin.pathname !== '/' ||
    origin.username + origin.password !== '' ||
    origin.search + origin.hash !== ''
  )
    throw new TypeError(`proxy: not an origin: ${text}`)
  // The path is appended as text: resolved as a URL, `//host` would lead elsewhere.
  return (c) => `${origin.origin}${pathOf(c.originalURL())}`
}

/**
 * The path and query of a request. One that the target could read as another path is refused, since guards have seen this one.
 * @throws HttpError 400
 */
function pathOf(url: string): string {
  // The absolute form names our own host, which the app has checked.
  const own = url.replace(/^https?:\/\/[^/?#]*/i, '')
  const path = own.startsWith('/') ? own : `/${own}`
  const [plain = ''] = path.split(/[?#]/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: URLs drop or encode them
  if (/[\x00-\x20\\]/.test(plain)) throw new HttpError(400, 'The path has a character that no URL has')
  const steps = plain.split(/\/|%2f|%5c/i).map((step) => step.replaceAll(/%2e/gi, '.'))
  if (steps.includes('.') || steps.includes('..')) throw new HttpError(400, 'The path has a segment . or ..')
  return path
}

function targetOf(url: string | URL): URL {
  if (!URL.canParse(`${url}`)) throw new HttpError(502, undefined, { cause: new Error('proxy: not a URL') })
  const target = new URL(url)
  if (!/^https?:$/.test(target.protocol)) throw refused(target, 'is no HTTP')
  if (target.username + target.password !== '') throw refused(target, 'has credentials')
  return target
}

function refused({ protocol, host }: URL, why: string): HttpError {
  return new HttpError(502, undefined, { cause: new Error(`proxy: ${protocol}//${host} ${why}`) })
}

/** Resolves with the head of the answer. */
async function exchange(c: Ctx, url: URL, route: Route): Promise<IncomingMessage> {
  const isHttps = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!route.isPrivateAllowed && isIP(host) !== 0 && isPrivateAddress(host))
    throw refused(url, 'is a private address')
  const lines = requestLines(c, url.host)
  route.change(lines, c)
  const body = takesStream(c) ? streamedBody(c, lines) : await wholeBody(c, lines)
  const signal = c.signal()
  return new Promise((resolve, reject) => {
    const sent = (isHttps ? httpsRequest : httpRequest)({
      agent: isHttps ? route.https : route.http,
      method: c.method(),
      host,
      port: url.port === '' ? (isHttps ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: Object.fromEntries([...lines].map(([name, values]) => [name, oneOrMany(values)])),
      signal,
      ...(!route.isPrivateAllowed && { lookup: publicOnly }),
    })
    const patience = new Patience(route.timeout, () => sent.destroy(new SlowTarget()))
    sent.once('close', () => patience.end())
    const fail = (cause: unknown): void => reject(errorOf(cause))
    sent.once('upgrade', (_answer, socket) => {
      socket.destroy()
      fail(new Error('proxy: the target changes the protocol'))
    })
    sent.once('response', (answer) => {
      patience.end()
      const { statusCode = 0 } = answer
      if (statusCode < 200) {
        answer.destroy()
        fail(new Error(`proxy: the target answers with the status ${statusCode}`))
      } else resolve(answer)
    })
    sent.once('error', fail)
    if (body instanceof Uint8Array) {
      patience.begin()
      sent.end(body)
    } else pipeline(takenPieces(body, patience, fail), sent, () => {})
  })
}

async function wholeBody(c: Ctx, lines: Map<string, string[]>): Promise<Uint8Array> {
  const body = await c.readBody()
  lines.delete('content-length')
  if (body.length > 0) lines.set('content-length', [`${body.length}`])
  return body
}

/** Its pieces are decoded, so that their length is that of the client for a body without a coding. */
function streamedBody(c: Ctx, lines: Map<string, string[]>): AsyncIterable<Uint8Array> {
  if (lines.delete('content-encoding')) lines.delete('content-length')
  return c.bodyStream()
}

/**
 * The target is timed while it takes a piece, the client is not while it sends one: the server does that.
 * @param fail gets the error of a body, in whose place a `pipeline` reports the end of the connection
 */
async function* takenPieces(
  body: AsyncIterable<Uint8Array>,
  patience: Patience,
  fail: (cause: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body) {
      patience.begin()
      yield piece
      patience.pause()
    }
    patience.begin()
  } catch (error) {
    fail(error)
    throw error
  }
}

/** The time for which the target may keep the proxy waiting. */
class Patience {
  readonly #ms: number
  readonly #lose: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #hasEnded = false

  constructor(ms: number, lose: () => void) {
    this.#ms = ms
    this.#lose = lose
  }

  begin(): void {
    this.pause()
    if (!this.#hasEnded) this.#timer = setTimeout(this.#lose, this.#ms)
  }

  pause(): void {
    clearTimeout(this.#timer)
  }

  end(): void {
    this.#hasEnded = true
    this.pause()
  }
}

/** An HttpError is one of the client's body. */
function errorOf(cause: unknown): Error {
  if (cause instanceof HttpError) return cause
  return new HttpError(cause instanceof SlowTarget ? 504 : 502, undefined, { cause })
}

/** Node takes a list for no field that stands once. */
function oneOrMany(values: readonly string[]): string | string[] {
  const [first = '', ...more] = values
  return more.length === 0 ? first : [first, ...more]
}

class SlowTarget extends Error {}

/** A name that was public may resolve to another address now (DNS rebinding): the address of this connection counts. */
const publicOnly: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error !== null || first === undefined)
      callback(error ?? new Error(`proxy: no address of ${host}`), '')
    else if (found.some(({ address }) => isPrivateAddress(address)))
      callback(new Error(`proxy: ${host} is a private address`), '')
    else if (options.all === true) callback(null, found)
    else callback(null, first.address, first.family)
  })
}

/**
 * The body of an answer, once its first piece is there: what breaks before is an error that middleware sees as well. The
 * target is timed while a piece is wanted, and not while the client takes one.
 */
async function begunBody(answer: IncomingMessage, timeout: number): Promise<ReadableStream<Uint8Array>> {
  const pieces: AsyncIterator<Uint8Array> = answer[Symbol.asyncIterator]()
  const patience = new Patience(timeout, () => answer.destroy(new SlowTarget()))
  const next = (): Promise<IteratorResult<Uint8Array>> => {
    patience.begin()
    return pieces.next().finally(() => patience.pause())
  }
  let first: IteratorResult<Uint8Array> | undefined = await next().catch((cause: unknown) => {
    throw errorOf(cause)
  })
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = first ?? (await next())
        first = undefined
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => void answer.destroy(),
    },
    { highWaterMark: 0 },
  )
}

function passOn(c: Ctx, answer: IncomingMessage, body: ReadableStream<Uint8Array>): void {
  const lines: Record<string, string[]> = {}
  for (let i = 0; i < answer.rawHeaders.length; i += 2) {
    const name = (answer.rawHeaders[i] ?? '').toLowerCase()
    lines[name] = [...(lines[name] ?? []), answer.rawHeaders[i + 1] ?? '']
  }
  const left = ofConnection(lines)
  c.status(answer.statusCode ?? 502)
  for (const [name, values] of Object.entries(lines)) {
    if (left.has(name) || (name === 'content-length' && c.method() !== 'HEAD')) continue
    if (name === 'vary') c.vary(...values.join(',').split(','))
    else if (name === 'set-cookie') c.append(name, ...values)
    // A header of the middleware before it, such as the id of the request, is not the target's to change.
    else if (c.getRespHeader(name) === '') c.set(name, values.join(', '))
  }
  const length = answer.headers['content-length']
  c.sendStream(body, length === undefined ? -1 : Number(length))
}
