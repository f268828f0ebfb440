import type { HttpError } from '../error/http-error.ts'
import { headerValue } from '../request/header-lines.ts'
import type { Incoming, Peer } from '../request/incoming.ts'
import { hostFault, isLastHost, targetFault } from '../request/request-fault.ts'
import { type FetchPeer, isBunServer, isOwnServer, isServer, socketOf } from './fetch-peer.ts'

type Answer = Response | Promise<never>

/**
 * A `Request` and the place of its `Response`, in one object. Engines make the parts of a `Request` when they are read,
 * so headers and peer are read on demand.
 */
export class FetchExchange implements Incoming {
  readonly original: Request
  readonly method: string
  readonly url: string
  /** The whole response was passed on. */
  isOver = false
  readonly #peer: FetchPeer
  /** The URL has a valid host, and Host was not read yet. */
  readonly #isHostUnread: boolean
  #lines: readonly string[] | undefined = undefined
  #socket: Peer | undefined = undefined
  #answer: Answer | undefined = undefined
  #resolve: ((answer: Answer) => void) | undefined = undefined

  constructor(request: Request, peer: FetchPeer) {
    const { url } = request
    const start = pathStart(url)
    this.original = request
    this.method = request.method
    this.url = targetOf(url, start)
    this.#peer = peer
    // Bun makes the URL of Host. It takes longer to make the headers than to answer a short request.
    this.#isHostUnread = isBunServer(peer) && isLastHost(url, start)
  }

  /** @throws HttpError 400, once, for a Host that Bun has made another host of. */
  get rawHeaders(): readonly string[] {
    if (this.#lines === undefined) {
      this.#lines = linesOf(this.original)
      const fault = this.#isHostUnread ? hostFault(headerValue(this.#lines, 'host') ?? '') : undefined
      if (fault !== undefined) throw fault
    }
    return this.#lines
  }

  get socket(): Peer {
    this.#socket ??= socketOf(this.original, this.#peer)
    return this.#socket
  }

  /** Whether the request comes from a server, which adds the length of a body. */
  get isServed(): boolean {
    return isServer(this.#peer)
  }

  /** As `requestFault`. `Headers` joins repeated lines, so only Host and the target are checked. */
  fault(): HttpError | undefined {
    if (this.#isHostUnread) return undefined
    const host = this.original.headers.get('host') ?? undefined
    const fault = host === undefined ? undefined : hostFault(host)
    return fault ?? targetFault(this.url, this.method, host)
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
    if (isOwnServer(this.#peer)) this.#peer.wait(this.original)
  }

  settle(answer: Answer): void {
    this.#answer = answer
    this.#resolve?.(answer)
  }
}

/** The index of the path in a URL; -1 without one. Bun gives a path alone for a Host that is none. */
function pathStart(url: string): number {
  // After "http://" or "https://" the host has at least one character.
  return url.startsWith('http') ? url.indexOf('/', 8) : url.indexOf('/')
}

function targetOf(url: string, start: number): string {
  const end = url.indexOf('#')
  if (start === -1) return url
  return end === -1 ? url.slice(start) : url.slice(start, end)
}

function linesOf(request: Request): readonly string[] {
  const lines: string[] = []
  // Engines are slower with an iterator.
  request.headers.forEach((value, name) => {
    lines.push(name, value)
  })
  if (!request.headers.has('host') && URL.canParse(request.url)) lines.push('host', new URL(request.url).host)
  return lines
}
