import type { UnreadBody } from '../../ctx/unread-body.ts'
import type { HttpError } from '../../error/http-error.ts'
import { headerValue } from '../../request/header-lines.ts'
import type { ConnectionPeer, Incoming } from '../../request/incoming.ts'
import { hostError, targetError } from '../../request/request-error.ts'
import { type FetchPeer, isOwnServer, isServer, socketOf } from './fetch-peer.ts'

type Answer = Response | Promise<never>

/**
 * A `Request` and the place of its `Response`, in one object. Engines make the parts of a `Request` when they are read,
 * so headers and peer are read on demand.
 */
export class FetchExchange implements Incoming {
  readonly request: Request
  readonly method: string
  readonly url: string
  /** The whole response was passed on. */
  isOver = false
  /** The body broke off: the client has gone. */
  isBroken = false
  /** `undefined` for a request without one. */
  body: (UnreadBody & { release(): void }) | undefined = undefined
  readonly #peer: FetchPeer
  /** Other code may read the body. */
  #isShown: boolean
  readonly #hasPath: boolean
  #lines: readonly string[] | undefined = undefined
  #socket: ConnectionPeer | undefined = undefined
  #answer: Answer | undefined = undefined
  #resolve: ((answer: Answer) => void) | undefined = undefined

  /** @param isOwn the server has given the request to nobody else. */
  constructor(request: Request, peer: FetchPeer, isOwn: boolean) {
    this.request = request
    this.#isShown = !isOwn
    this.method = request.method
    const { url } = request
    const start = pathStart(url)
    const end = url.indexOf('#')
    this.#hasPath = start !== -1 && (end === -1 || end > start)
    this.url = start === -1 ? url : end === -1 ? url.slice(start) : url.slice(start, end)
    this.#peer = peer
  }

  /** For handlers. */
  get original(): Request {
    this.#isShown = true
    return this.request
  }

  /** Whether other code has begun to read the body. Bun makes a stream for the answer, so it is asked only if it may be true. */
  get isRead(): boolean {
    const { request } = this
    return this.#isShown && (request.bodyUsed || request.body?.locked === true)
  }

  get rawHeaders(): readonly string[] {
    this.#lines ??= linesOf(this.request)
    return this.#lines
  }

  headerText(lower: string): string {
    if (lower === 'host' || this.#lines !== undefined) return headerValue(this.rawHeaders, lower) ?? ''
    return this.request.headers.get(lower) ?? ''
  }

  get socket(): ConnectionPeer {
    this.#socket ??= socketOf(this.request, this.#peer)
    return this.#socket
  }

  /** Whether the request comes from a server, which adds the length of a body. */
  get isServed(): boolean {
    return isServer(this.#peer)
  }

  /** As `requestError`. `Headers` joins repeated lines, so only Host and the target are checked. */
  error(): HttpError | undefined {
    const host = this.request.headers.get('host') ?? undefined
    const error = host === undefined ? undefined : hostError(host)
    // Its first character would copy the path out of the URL.
    return error ?? (this.#hasPath ? undefined : targetError(this.url, this.method, host))
  }

  /** The status of the answer; 0 without one, or when the connection is closed. */
  get status(): number {
    return this.#answer instanceof Response ? this.#answer.status : 0
  }

  /** The answer of a synchronous handler, or a promise of a later one. */
  answer(): Response | Promise<Response> {
    if (this.#answer !== undefined) return this.#answer
    this.wait()
    return new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  /** The answer, or the rest of it, takes time. */
  wait(): void {
    if (isOwnServer(this.#peer)) this.#peer.wait(this.request)
  }

  settle(answer: Answer): void {
    this.#answer = answer
    this.#resolve?.(answer)
  }
}

const slash = 47

/** The index of the path in a URL; -1 without one. Bun passes only a path for an invalid Host. */
function pathStart(url: string): number {
  // After "http://" or "https://" the host has at least one character.
  return url.charCodeAt(0) === slash ? 0 : url.indexOf('/', 8)
}

function linesOf(request: Request): readonly string[] {
  const lines: string[] = []
  // Engines are slower with an iterator.
  request.headers.forEach((value, name) => {
    lines.push(name, value)
  })
  if (headerValue(lines, 'host') === undefined && URL.canParse(request.url))
    lines.push('host', new URL(request.url).host)
  return lines
}
