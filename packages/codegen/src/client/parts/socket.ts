import { type Api, ApiError, type HeaderValues, type Problem } from './api.ts'
import { type Codec, isRecord, json } from './codec.ts'
import { asJsonEvent, type Decode } from './events.ts'
import { exactText } from './exact-json.ts'
import { backOff, headersFor, isPage, pause, problemOf } from './send.ts'

/** Settings of one WebSocket. */
export interface SocketCall {
  readonly signal?: AbortSignal | undefined
  /** The class of the socket: of `ws` or `undici` where there is no global one. */
  readonly WebSocket?: SocketClass | undefined
  /**
   * The number of connections in a row that may fail or end without a message before the last failure is thrown; one that
   * was open for 30 s counts as one with a message. Default: none before the first connection, then no limit.
   */
  readonly retries?: number | undefined
  /** Messages that wait until the socket is open; `send` throws for more. Default: 100. */
  readonly maxWaiting?: number | undefined
  /** Called at each connection. */
  readonly onOpen?: (() => void) | undefined
  /** Called before the wait for another connection. */
  readonly onRetry?: ((milliseconds: number, failure: SocketError) => void) | undefined
  /** Gets the answer to a message that the server refuses. Default: the loop throws it as an {@link ApiError}. */
  readonly onRefused?: ((problem: Problem) => void) | undefined
}

/** A WebSocket that connects again after a break. A loop over it has all messages, and ends with it. */
export interface ClientSocket<Sends, Gets> extends AsyncIterable<Gets> {
  readonly isOpen: boolean
  /** Sends a message, or keeps it until the socket is open. @throws Error when it is closed, or too many wait */
  send(message: Sends): void
  /**
   * Replies to a message that declares `ask`: fills in `reply`. After its connection has ended, the server does not wait for the reply.
   * @returns whether it is sent
   * @throws TypeError for a message that this socket has not got
   */
  reply(question: QuestionOf<Gets>, message: ReplyOf<Sends>): boolean
  /** Ends the socket and its loop. Messages that wait are lost. */
  close(code?: number, reason?: string): void
}

/** The messages that ask: `socket.ask()` of the service has given them a number. */
export type QuestionOf<Gets> = Gets extends { readonly ask?: number | undefined }
  ? 'ask' extends keyof Gets
    ? Gets
    : never
  : never

/** The messages that reply, without the number of the question. */
export type ReplyOf<Sends> = Sends extends { readonly reply?: number | undefined }
  ? 'reply' extends keyof Sends
    ? Omit<Sends, 'reply'>
    : never
  : never

/** The part of a class of WebSockets that is used. Others than those of pages take headers. */
export type SocketClass = new (
  url: string,
  // biome-ignore lint/suspicious/noExplicitAny: each class has its own options
  options?: any,
) => SocketObject

export interface SocketObject {
  binaryType: string
  send(data: string | Uint8Array<ArrayBuffer>): void
  close(code?: number, reason?: string): void
  // biome-ignore lint/suspicious/noExplicitAny: each class has its own events
  addEventListener(type: string, listener: (event: any) => void): void
}

/** The socket is closed, and does not come back by itself. */
export class SocketError extends Error {
  override readonly name = 'SocketError'
  readonly code: number
  readonly reason: string

  constructor(code: number, reason: string) {
    super(`the socket is closed: ${code}${reason === '' ? '' : ` ${reason}`}`)
    this.code = code
    this.reason = reason
  }
}

/** Where a socket is, and its messages on the wire. The place is asked for each connection. */
export interface SocketWire {
  readonly url: () => string
  readonly headers?: () => HeaderValues
  readonly cookie?: () => string
  readonly write: (message: unknown) => string | Uint8Array<ArrayBuffer>
  readonly read: Decode | undefined
}

export function asJsonMessage(codec: Codec): SocketWire['write'] {
  return (message) => JSON.stringify(codec.to(message, ''))
}

/** {@link asJsonMessage} with all digits of a bigint. */
export function asExactMessage(codec: Codec): SocketWire['write'] {
  return (message) => exactText(codec.to(message, ''))
}

export function asBytesMessage(message: unknown): Uint8Array<ArrayBuffer> {
  if (!(message instanceof Uint8Array)) throw new TypeError('a message is bytes')
  return new Uint8Array(message)
}

/** The input of a connection: a function gives another one each time. */
export function inputNow<Input>(input: Input | (() => Input)): Input {
  return typeof input === 'function' ? (input as () => Input)() : input
}

/** Messages that wait for the loop. */
export const maxUnread = 10_000

export class LastingSocket implements ClientSocket<unknown, unknown> {
  readonly #api: Api
  readonly #call: SocketCall
  readonly #wire: SocketWire
  readonly #unread: unknown[] = []
  /** The connections that questions came by: their numbers begin again with each. */
  readonly #questions = new WeakMap<object, SocketObject>()
  #waiting: (string | Uint8Array<ArrayBuffer>)[] = []
  #socket: SocketObject | undefined
  #isOpen = false
  #wasOpen = false
  /** Connections in a row without a message. */
  #empty = 0
  #isLive = false
  #openedAt = Number.POSITIVE_INFINITY
  #end: { readonly failure: unknown } | undefined
  #wake = (): void => {}
  readonly #leave = (): void => this.close()
  /** Ends a wait for another connection. */
  readonly #over = new AbortController()

  constructor(api: Api, call: SocketCall = {}, wire: SocketWire) {
    this.#api = api
    this.#call = call
    this.#wire = wire
    call.signal?.addEventListener('abort', this.#leave)
    if (call.signal?.aborted) this.close()
    else void this.#connect()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  send(message: unknown): void {
    const data = this.#wire.write(message)
    if (this.#end !== undefined) throw this.#end.failure ?? new SocketError(1000, '')
    if (this.#isOpen) this.#socket?.send(data)
    else if (this.#waiting.length < (this.#call.maxWaiting ?? 100)) this.#waiting.push(data)
    else throw new Error(`${this.#waiting.length} messages wait for the socket`)
  }

  reply(question: { readonly ask: number }, message: object): boolean {
    const socket = this.#questions.get(question)
    if (socket === undefined) throw new TypeError('not a message of this socket that asks')
    const isSent = this.#isOpen && socket === this.#socket
    if (isSent) this.send({ ...message, reply: question.ask })
    return isSent
  }

  close(code: number = 1000, reason: string = ''): void {
    this.#finish(undefined, code, reason)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, undefined> {
    try {
      for (;;) {
        if (this.#unread.length > 0) yield this.#unread.shift()
        else if (this.#end !== undefined) break
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
      }
    } finally {
      this.close()
    }
    if (this.#end.failure !== undefined) throw this.#end.failure
  }

  async #connect(): Promise<void> {
    try {
      const url = socketUrl(this.#api, this.#wire.url())
      const headers = await socketHeaders(this.#api, this.#wire)
      if (this.#end !== undefined) return
      const Socket = this.#call.WebSocket ?? (Reflect.get(globalThis, 'WebSocket') as SocketClass | undefined)
      if (Socket === undefined)
        throw new TypeError('there is no WebSocket here: name its class in the settings of the call')
      this.#listen(headers === undefined ? new Socket(url) : new Socket(url, { headers }))
    } catch (error) {
      this.#finish(error)
    }
  }

  #listen(socket: SocketObject): void {
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('open', () => {
      this.#isOpen = true
      this.#wasOpen = true
      this.#openedAt = Date.now()
      for (const data of this.#waiting) socket.send(data)
      this.#waiting = []
      this.#call.onOpen?.()
    })
    socket.addEventListener('message', ({ data }: { readonly data: unknown }) => {
      if (this.#end === undefined) this.#take(data, socket)
    })
    let isOver = false
    const over = (code: number, reason: string): void => {
      if (!isOver) this.#closed(code, reason)
      isOver = true
    }
    // In undici 6 no close follows a connection that fails.
    socket.addEventListener('error', () => {
      if (!this.#isOpen) over(1006, '')
    })
    socket.addEventListener('close', ({ code, reason }: SocketError) => over(code, reason))
  }

  #take(data: unknown, socket: SocketObject): void {
    this.#isLive = true
    try {
      const refused = typeof data === 'string' ? refusalOf(data) : undefined
      if (refused !== undefined) {
        if (this.#call.onRefused === undefined)
          throw new ApiError({ status: refused.status, ok: false, headers: new Headers(), problem: refused })
        this.#call.onRefused(refused)
        return
      }
      if (this.#unread.length >= maxUnread)
        throw new Error(`${maxUnread} messages of the socket were not read`)
      const message = this.#read(data)
      if (isRecord(message) && typeof message['ask'] === 'number') this.#questions.set(message, socket)
      this.#unread.push(message)
      this.#wake()
    } catch (error) {
      this.#finish(error)
    }
  }

  #read(data: unknown): unknown {
    const { read } = this.#wire
    if (read === undefined)
      return typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data as ArrayBuffer)
    return read(String(data), this.#api.checked ?? false)
  }

  #closed(code: number, reason: string): void {
    this.#isOpen = false
    this.#socket = undefined
    if (this.#end !== undefined) return
    const failure = new SocketError(code, reason)
    // Its own sends may be all that a socket is for.
    const isLive = this.#isLive || Date.now() - this.#openedAt > 30_000
    if (isLive) this.#empty = 0
    this.#isLive = false
    this.#openedAt = Number.POSITIVE_INFINITY
    const { retries = this.#wasOpen ? Number.POSITIVE_INFINITY : 0, onRetry } = this.#call
    if (code === 1000) this.#finish(undefined)
    else if (isFinalClose(code) || !(this.#empty < retries)) this.#finish(failure)
    else {
      const wait = backOff(this.#empty)
      if (!isLive) this.#empty++
      onRetry?.(wait, failure)
      pause(wait, this.#over.signal).then(
        () => void this.#connect(),
        () => {},
      )
    }
  }

  #finish(failure: unknown, code: number = 4000, reason: string = ''): void {
    if (this.#end !== undefined) return
    this.#end = { failure }
    this.#over.abort()
    this.#call.signal?.removeEventListener('abort', this.#leave)
    this.#isOpen = false
    this.#waiting = []
    this.#socket?.close(code, reason)
    this.#wake()
  }
}

/** Whether another connection would end alike: a mistake of the client, or a code of the app's own. */
export function isFinalClose(code: number): boolean {
  return [1002, 1003, 1007, 1008, 1009, 1010].includes(code) || code >= 3000
}

export function socketUrl({ baseUrl = '' }: Api, path: string): string {
  const base = isPage() ? String(Reflect.get(globalThis, 'location')) : 'http://localhost'
  const url = new URL(baseUrl + path, base)
  url.protocol = url.protocol.replace('http', 'ws')
  return String(url)
}

/** `undefined` in a page, whose sockets send cookies alone. */
export async function socketHeaders(api: Api, wire: SocketWire): Promise<HeaderValues | undefined> {
  const [headers, cookie] = [wire.headers?.(), wire.cookie?.()]
  if (!isPage()) return headersFor(api, { headers, cookie })
  if (api.auth === undefined && !cookie && Object.keys(headers ?? {}).length === 0) return undefined
  throw new TypeError('a page sends no headers with a WebSocket: sign in by a cookie')
}

/** `{ "error": … }` answers a message that the server refuses. */
export function refusalOf(data: string): Problem | undefined {
  if (!data.startsWith('{"error":{')) return undefined
  const { error, ...others } = asJsonEvent(json)(data, false) as { readonly error?: unknown }
  if (!isRecord(error) || Object.keys(others).length > 0) return undefined
  const { status, title } = error
  const isOne = typeof status === 'number' && typeof title === 'string'
  return isOne ? problemOf(error, { status, statusText: title }) : undefined
}
