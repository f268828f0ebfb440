import type { Asking, AskOptions, Reply } from './asks.ts'

/**
 * An open WebSocket, as the hooks of `app.ws()` get it. `S` is what the server sends, `D` what `upgrade` returned, `R` what
 * clients send.
 */
export interface Socket<S, D = undefined, R = unknown> {
  /** The result of the `upgrade` hook. */
  readonly data: D
  /** The client's address, as `c.ip()` of the upgrade. */
  readonly ip: string
  /** The bytes that were sent and are not on their way yet. */
  readonly waiting: number
  /** Aborts when the socket closes. */
  readonly signal: AbortSignal
  /**
   * Sends a message: its declared properties and no others. After the close it does nothing.
   * @throws TypeError for a value that cannot be sent
   */
  send(message: S): void
  /**
   * Sends a message that declares `ask`, filled in with a number, and resolves with the message of the client whose `reply` is that
   * number. It does not reach `message`, so a hook may wait for it.
   *
   * Rejects with a `TimeoutError`, an Error when the socket closes or owes 100 replies, and a TypeError for a
   * value that cannot be sent.
   */
  ask(message: Asking<S>, options?: AskOptions): Promise<Reply<R>>
  /**
   * Closes the socket.
   * @param code 3000 to 4999, or one that RFC 6455 and IANA have for servers: 1000, 1001, 1003, 1007 to 1009, 1011 to 1014. Default: 1000
   * @param reason of at most 123 bytes; the rest is cut
   * @throws RangeError for another code
   */
  close(code?: number, reason?: string): void
}

/** The functions and limits of a WebSocket route. `C` is the `Ctx` of the upgrade, `R` what clients send. */
export interface SocketHooks<C, R, S, D> extends SocketLimits {
  /**
   * Runs behind all middleware and guards, once: binds what the socket needs. What it returns is `socket.data`; an error
   * that it throws is the answer.
   */
  readonly upgrade?: (c: C) => D | PromiseLike<D>
  readonly open?: (socket: Socket<S, D, R>) => unknown
  /** One message after the other: the next waits for the promise of this one. */
  readonly message: (socket: Socket<S, D, R>, message: R) => unknown
  /** Runs once, for a close of either side, when the hooks before it have ended. `socket.signal` aborts at once. */
  readonly close?: (socket: Socket<S, D, R>, code: number, reason: string) => unknown
}

export interface SocketLimits {
  /**
   * Origins whose pages may open the socket, such as `https://example.org`, besides the page's own; `'*'` for all. A
   * browser sends the cookies of the user with an upgrade, whichever page asks for it.
   */
  readonly origins?: readonly string[] | '*'
  /** Bytes of a message. A longer one closes with 1009. Default: 64 KiB. */
  readonly maxMessageSize?: number
  /** Messages in a second, with bursts of as many. More close with 1008. Default: 100. */
  readonly maxRate?: number
  /** Bytes that wait for a slow client. More close with 1013. Default: 1 MiB. */
  readonly maxWaiting?: number
  /** Open sockets of a client's address in this process. More are refused with 429. Default: 100. */
  readonly maxSockets?: number
  /**
   * The answer to a message that does not fit, and to an `HttpError` of `message`: a message with its issues, or a close
   * with 1008. Default: `'message'`.
   */
  readonly onInvalid?: 'message' | 'close'
}
