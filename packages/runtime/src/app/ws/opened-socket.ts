import { watched } from '../../bind/reading/watched-promise.ts'
import { type OnError, reportTo } from '../../ctx/ctx-host.ts'
import { isExpected } from '../../error/is-expected.ts'
import type { FannedMessage, Receiver } from '../../response/fanned-message.ts'
import { problemOf } from '../problem.ts'
import { type Asking, type AskOptions, Asks, type Reply } from './asks.ts'
import type { MessageCodec } from './message-codec.ts'
import type { ServedSocket, SocketPeer } from './pending-upgrades.ts'
import { RateGate } from './rate-gate.ts'
import type { Socket, SocketHooks, SocketLimits } from './socket.ts'
import type { SocketWork } from './socket-work.ts'

/** The route and the connection of a socket. */
export interface SocketParts<C, R, S, D> {
  readonly peer: SocketPeer
  readonly data: D
  readonly ip: string
  /** Of the upgrade. */
  readonly path: string
  readonly codec: MessageCodec<R, S>
  readonly hooks: SocketHooks<C, R, S, D>
  readonly limits: Required<Omit<SocketLimits, 'origins'>>
  /** The socket counts no longer. */
  readonly release: () => void
  readonly work: SocketWork
  readonly onError: OnError
}

/** Codes of RFC 6455 section 7.4.1 and of IANA's registry. */
const closeCode = { goingAway: 1001, policy: 1008, tooBig: 1009, failed: 1011, tryLater: 1013 } as const
/** Those that a server may send. 1002 and 1010 are for the protocol itself and for clients, others are never sent. */
const serverCodes = new Set([1000, 1001, 1003, 1007, 1008, 1009, 1011, 1012, 1013, 1014])
/** Messages that wait for the hook of an earlier one. */
const maxQueued = 1000
/** The queue of a socket for which nothing has waited yet. */
const none: (() => unknown)[] = []
/** Milliseconds in which a client answers a close. */
const closeMs = 2000
/** Milliseconds between checks of the unsent bytes, since some runtimes do not report that they have left. */
const roomMs = 20

/** A WebSocket between the library of the runtime and the hooks of its route. */
export class OpenedSocket<C, R, S, D> implements Socket<S, D, R>, ServedSocket, Receiver<S> {
  readonly #parts: SocketParts<C, R, S, D>
  readonly #rate: RateGate
  /** Whether a hook runs. */
  #isBusy = false
  /** Hooks that wait for an earlier one. */
  #queue: (() => unknown)[] = none
  #queuedBytes = 0
  #isClosed = false
  #isClosing = false
  #abort: AbortController | undefined
  #asks: Asks | undefined
  #ends: readonly (() => void)[] = []
  #room: Promise<void> | undefined

  constructor(parts: SocketParts<C, R, S, D>) {
    this.#parts = parts
    this.#rate = new RateGate(parts.limits.maxRate)
    const { open } = parts.hooks
    if (open === undefined) return
    // Its server does not know this socket yet.
    this.#isBusy = true
    queueMicrotask(() => this.#run(() => open(this)))
  }

  /** Nothing is sent any more, nor taken. */
  get #isOver(): boolean {
    return this.#isClosed || this.#isClosing
  }

  get data(): D {
    return this.#parts.data
  }

  get ip(): string {
    return this.#parts.ip
  }

  get waiting(): number {
    return this.#parts.peer.bufferedAmount
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController()
    if (this.#isClosed) this.#abort.abort()
    return this.#abort.signal
  }

  send(message: S): void {
    if (!this.#isOver) this.#write(this.#parts.codec.write(message))
  }

  ask(message: Asking<S>, options: AskOptions = {}): Promise<Reply<R>> {
    return watched(this.#ask(message, options), (error) => this.#report(error))
  }

  async #ask(message: Asking<S>, options: AskOptions): Promise<Reply<R>> {
    if (this.#isOver) throw new Error('the socket is closed')
    this.#asks ??= new Asks()
    const send = (ask: number): void => this.send({ ...message, ask } as S)
    return (await this.#asks.ask(send, options)) as Reply<R>
  }

  /** Sends a message of a channel. */
  deliver(message: FannedMessage<S>): Promise<void> | undefined {
    const { codec } = this.#parts
    if (this.#isOver) return undefined
    this.#write(message.as(codec, () => codec.write(message.value)))
    if (this.#hasRoom()) return undefined
    this.#room ??= this.#waitForRoom()
    return this.#room
  }

  /** A client that takes what it has missed is no slow one, however much that is. */
  #hasRoom(): boolean {
    const { peer, limits } = this.#parts
    return this.#isOver || peer.bufferedAmount <= limits.maxWaiting / 4
  }

  async #waitForRoom(): Promise<void> {
    while (!this.#hasRoom()) await new Promise((resolve) => setTimeout(resolve, roomMs))
    this.#room = undefined
  }

  onEnd(call: () => void): void {
    if (this.#isClosed) call()
    // It takes less memory than a spread.
    else this.#ends = this.#ends.concat(call)
  }

  close(code: number = 1000, reason: string = ''): void {
    const isOwn = Number.isInteger(code) && code >= 3000 && code <= 4999
    if (!isOwn && !serverCodes.has(code))
      throw new RangeError(`code: none that a server sends, nor one of 3000 to 4999: ${code}`)
    this.#close(code, reason)
  }

  #close(code: number, reason: string): void {
    if (this.#isOver) return
    this.#isClosing = true
    this.#parts.peer.close(code, fitting(reason))
    // A client need not answer the close.
    setTimeout(() => {
      if (this.#isClosed) return
      this.#parts.peer.terminate()
      this.closed(1006, '')
    }, closeMs).unref?.()
  }

  /** A message of the client. */
  received(message: string | Uint8Array): void {
    const { maxMessageSize, maxWaiting } = this.#parts.limits
    if (this.#isOver) return
    // A text has at least as many bytes as characters.
    if (message.length > maxMessageSize) this.#close(closeCode.tooBig, 'the message is too long')
    else if (!this.#rate.take()) this.#close(closeCode.policy, 'too many messages')
    else if (this.#queue.length >= maxQueued || this.#queuedBytes > maxWaiting)
      this.#close(closeCode.tryLater, 'too many messages wait')
    else {
      // A reply does not wait behind the hook that waits for it.
      const early = (this.#asks?.size ?? 0) > 0 ? this.#readEarly(message) : undefined
      // It is handled in its turn.
      early?.catch(() => {})
      const kept = this.#isBusy ? alone(message) : message
      this.#queuedBytes += message.length
      this.#call(() => {
        this.#queuedBytes -= kept.length
        return this.#handle(kept, early)
      })
    }
  }

  /** Its pongs wait for the client like messages. */
  pinged(): void {
    if (this.#isClosed) return
    const { peer, limits } = this.#parts
    if (this.#rate.take() && peer.bufferedAmount <= limits.maxWaiting) return
    this.#close(closeCode.policy, 'too many pings')
    peer.terminate()
  }

  /** The connection is closed. */
  closed(code: number, reason: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#abort?.abort()
    this.#asks?.close()
    this.#parts.release()
    for (const end of this.#ends) end()
    this.#call(() => this.#parts.hooks.close?.(this, code, reason))
    this.#call(() => this.#parts.work.end())
  }

  /** The app stops. */
  goAway(): void {
    this.#close(closeCode.goingAway, 'the server stops')
  }

  /** @returns a promise when a hook or a rule is asynchronous */
  #handle(data: string | Uint8Array, early: Promise<R | undefined> | undefined): unknown {
    if (this.#isClosed) return undefined
    let read: R | undefined | Promise<R | undefined>
    try {
      read = early ?? this.#parts.codec.read(data)
    } catch (error) {
      return this.#misfit(error)
    }
    if (!isPromise(read)) return this.#pass(read)
    return read.then(
      (message) => this.#pass(message),
      (error: unknown) => this.#misfit(error),
    )
  }

  /** @param message `undefined` for an awaited reply */
  #pass(message: R | undefined): unknown {
    if (message === undefined) return undefined
    let result: unknown
    try {
      result = this.#parts.hooks.message(this, message)
    } catch (error) {
      return this.#refuse(error)
    }
    return isPromise(result)
      ? Promise.resolve(result).then(undefined, (error: unknown) => this.#refuse(error))
      : undefined
  }

  /** The message does not fit. */
  #misfit(error: unknown): void {
    if (isExpected(error) && this.#parts.limits.onInvalid === 'close')
      this.#close(closeCode.policy, 'the message does not fit')
    else this.#refuse(error)
  }

  /** @returns `undefined` for an awaited reply */
  async #readEarly(data: string | Uint8Array): Promise<R | undefined> {
    const message = await this.#parts.codec.read(data)
    return this.#asks?.take(message) === true ? undefined : message
  }

  /** Reports an expected error to the client, in the form of an HTTP answer. @throws an error that closes the socket */
  #refuse(error: unknown): void {
    if (!isExpected(error) || this.#parts.limits.onInvalid === 'close') throw error
    this.#write(this.#parts.codec.writeError(problemOf(error)))
  }

  #write(data: string | Uint8Array): void {
    const { peer, limits } = this.#parts
    if (this.#isOver) return
    if (peer.bufferedAmount > limits.maxWaiting) {
      this.#close(closeCode.tryLater, 'the client is too slow')
      peer.terminate()
      this.#report(
        new Error(
          `a WebSocket is too slow, and was dropped: more than ${limits.maxWaiting} bytes wait for it`,
        ),
      )
    } else peer.send(data)
  }

  /** Calls a hook when the earlier ones have ended. An error closes the socket. */
  #call(hook: () => unknown): void {
    if (this.#isBusy) {
      if (this.#queue === none) this.#queue = []
      this.#queue.push(hook)
      return
    }
    this.#isBusy = true
    this.#run(hook)
  }

  /** Most hooks are synchronous, and need no promise. */
  #run(first: () => unknown): void {
    for (let hook: (() => unknown) | undefined = first; hook !== undefined; hook = this.#queue.shift()) {
      try {
        const result = hook()
        if (isPromise(result)) {
          const settled = Promise.resolve(result).then(undefined, (error: unknown) => this.#fail(error))
          settled.then(() => this.#next())
          return
        }
      } catch (error) {
        this.#fail(error)
      }
    }
    this.#isBusy = false
  }

  #next(): void {
    this.#run(this.#queue.shift() ?? idle)
  }

  #fail(error: unknown): void {
    const problem = this.#isOver || !isExpected(error) ? undefined : problemOf(error)
    if (problem !== undefined && problem.status < 500) {
      this.#close(closeCode.policy, problem.detail ?? problem.title)
      return
    }
    this.#report(error)
    this.#close(closeCode.failed, 'the server failed')
  }

  #report(error: unknown): void {
    const { onError, path } = this.#parts
    reportTo(onError, error, { method: 'GET', path })
  }
}

/** As much of a reason as the frame of a close has room for, in whole characters. */
function fitting(text: string): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(123)).read)
}

/** A message that waits must not keep the packet in memory that it came in. */
function alone(message: string | Uint8Array): string | Uint8Array {
  const isPart = typeof message !== 'string' && message.length < message.buffer.byteLength
  return isPart ? new Uint8Array(message) : message
}

function idle(): void {}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'then') === 'function'
}
