import type { BodySource } from './body-stream.ts'
import { byteLength } from './byte-length.ts'
import { eventComment, retryText } from './event-text.ts'
import type { FannedMessage, Receiver } from './fanned-message.ts'
import { isAbort } from './is-abort.ts'

/** The writer of a stream of events. After the end of the stream its methods do nothing. */
export interface EventStream<T> {
  /** The id of the last event that the client has, unchecked text of the client; `undefined` for a new client. */
  readonly since: string | undefined
  /** Aborts at the end of the stream: the client has left, the app stops, or `close()` was called. */
  readonly signal: AbortSignal
  /**
   * Sends an event. Resolves when the client has room for more; rejects for an event that cannot be sent, which goes to
   * `onError` if nothing awaits it. A client for which 256 kB wait is dropped.
   */
  send(event: T, options?: EventFields): Promise<void>
  /** Sends the status and the headers now. */
  open(): void
  /** Ends the stream. Clients connect again, unless the next answer is a 204. */
  close(): void
}

/** The fields of an event besides its value. */
export interface EventFields {
  /** Replaces the property `id`. One line. */
  readonly id?: string | number | bigint
  /** How long a client waits before it connects again, in milliseconds. */
  readonly retry?: number
}

/** The events as an iterable; or nothing, or a clean-up that is called at the end of the stream. */
export type EventsResult<T> = AsyncIterable<T> | Iterable<T> | EventsCleanUp | undefined

// biome-ignore lint/suspicious/noConfusingVoidType: an arrow function may return anything of another function
type EventsCleanUp = void | (() => unknown)

/** Makes the events of a stream. Runs when the handlers of the request have ended. */
export type EventsFunction<T> = (stream: EventStream<T>) => EventsResult<T> | PromiseLike<EventsResult<T>>

/** Times in milliseconds. */
interface EventTimes {
  /** 0 for none. */
  readonly heartbeat: number
  /** 0 to wait for the first event. */
  readonly openAfter: number
  readonly retry: number | undefined
}

/** The request and the settings of a stream of events. */
export interface EventHost<T> extends EventTimes {
  readonly since: string | undefined
  readonly run: EventsFunction<T>
  /** @throws TypeError for an event that cannot be sent. */
  readonly textOf: (event: T, options?: EventFields) => string
  /** The same for streams with the same text for an event with an id. */
  readonly form: object
  readonly report: (error: unknown) => void
  /** Calls back when the app stops. @returns a function that forgets it */
  readonly onStop: (stop: () => void) => () => void
  /** A rejection that `report` receives unless it is awaited. */
  readonly refused: (error: unknown) => Promise<never>
}

/** The largest number of bytes that wait for a reader; a single event may be larger. */
const maxWaiting = 256 * 1024
/** Events are joined up to this size: alone, each would be a write. */
const pieceBytes = 16 * 1024
/** A text takes memory even when it is short. */
const textCost = 64
/** A reader is dropped after as many heartbeats in which it has taken nothing. */
const maxStalls = 4
const defaultTick = 15_000
/** The longest delay of a client after a stop, so that clients do not come back all at once. */
const stopRetry = 5_000

const encoder = new TextEncoder()
const done: Promise<void> = Promise.resolve()

/** A body of events, which starts at the first read. */
export class EventBody<T> implements BodySource {
  onFailure: (() => void) | undefined = undefined
  readonly #host: EventHost<T>
  #waiting: string[] = []
  #cost = 0
  #isStarted = false
  /** Something was sent, or is waiting. */
  #isOpen = false
  /** Nothing more may be sent. */
  #isOver = false
  #failure: { readonly error: unknown } | undefined
  #iterator: AsyncIterator<T> | Iterator<T> | undefined
  #isPulling = false
  #cleanUp: (() => unknown) | undefined
  #ends: readonly (() => void)[] = []
  #deliver: (() => void) | undefined
  #room: Promise<void> | undefined
  #makeRoom: (() => void) | undefined
  #abort: AbortController | undefined
  #ticks: ReturnType<typeof setInterval> | undefined
  #opening: ReturnType<typeof setTimeout> | undefined
  #isQuiet = true
  #stalls = 0
  #forgetStop: (() => void) | undefined

  constructor(host: EventHost<T>) {
    this.#host = host
  }

  async read(): Promise<Uint8Array | undefined> {
    this.#stalls = 0
    if (!this.#isStarted) this.#start()
    if (this.#waiting.length === 0) {
      this.#giveRoom()
      this.#pull()
    }
    while (this.#waiting.length === 0) {
      if (this.#failure !== undefined) throw this.#failure.error
      if (this.#isOver) return undefined
      await new Promise<void>((resolve) => {
        this.#deliver = resolve
      })
      this.#deliver = undefined
    }
    return this.#take()
  }

  /** The reader has left, or has read all. */
  close(): void {
    this.#waiting = []
    this.#end()
  }

  #start(): void {
    this.#isStarted = true
    const { heartbeat, openAfter, onStop, run, since } = this.#host
    this.#forgetStop = onStop(() => this.#stop())
    if (this.#isOver) return
    this.#ticks = setInterval(() => this.#tick(), heartbeat || defaultTick)
    this.#ticks.unref?.()
    if (openAfter > 0) this.#opening = setTimeout(() => this.#open(), openAfter)
    try {
      const result = run(this.#streamOf(since))
      if (isPromise(result)) result.then(this.#settle, this.#fail)
      else this.#settle(result)
    } catch (error) {
      this.#fail(error)
    }
  }

  #streamOf(since: string | undefined): EventStream<T> & Receiver<T> {
    const signal = (): AbortSignal => this.#signal()
    return {
      since,
      get signal() {
        return signal()
      },
      send: (event, options) => this.#send(event, options),
      deliver: (message) => this.#deliverFanned(message),
      onEnd: (call) => this.#onEnd(call),
      open: () => this.#open(),
      close: () => this.#end(),
    }
  }

  #signal(): AbortSignal {
    this.#abort ??= new AbortController()
    if (this.#isOver) this.#abort.abort()
    return this.#abort.signal
  }

  readonly #settle = (result: EventsResult<T>): void => {
    if (isAsyncIterable(result)) this.#iterator = result[Symbol.asyncIterator]()
    else if (isIterable(result)) this.#iterator = result[Symbol.iterator]()
    else if (typeof result === 'function') this.#cleanUp = result
    if (this.#isOver) this.#release()
    else if (this.#iterator === undefined) this.#open()
    else this.#pull()
  }

  /** Until something was sent, the error is answered. */
  readonly #fail = (error: unknown): void => {
    if (this.#isOver) {
      if (!isAbort(error)) this.#host.report(error)
    } else if (this.#isOpen) {
      this.#host.report(error)
      this.#stop()
    } else {
      this.#failure = { error }
      this.#end()
    }
  }

  #send(event: T, options?: EventFields): Promise<void> {
    if (this.#isOver) return done
    try {
      this.#put(this.#host.textOf(event, options))
    } catch (error) {
      return this.#host.refused(error)
    }
    return this.#hasRoom()
  }

  #deliverFanned(message: FannedMessage<T>): Promise<void> {
    const { form, textOf } = this.#host
    const { value, id } = message
    if (this.#isOver) return done
    this.#put(message.as(form, () => textOf(value, id === undefined ? {} : { id })))
    return this.#hasRoom()
  }

  #hasRoom(): Promise<void> {
    // A reader that waits takes it at once.
    if (this.#deliver !== undefined || this.#isOver) return done
    this.#room ??= new Promise((resolve) => {
      this.#makeRoom = resolve
    })
    return this.#room
  }

  #onEnd(call: () => void): void {
    if (this.#isOver) call()
    else this.#ends = [...this.#ends, call]
  }

  #giveRoom(): void {
    this.#makeRoom?.()
    this.#makeRoom = undefined
    this.#room = undefined
  }

  #open(): void {
    if (!this.#isOpen && !this.#isOver) this.#put(eventComment)
  }

  /** @param isAsked whether the reader has room for it */
  #put(text: string, isAsked = false): void {
    const cost = byteLength(text) + textCost
    if (!isAsked && this.#waiting.length > 0 && this.#cost + cost > maxWaiting) {
      this.#drop(`${maxWaiting / 1024} kB wait for it`)
      return
    }
    if (!this.#isOpen) this.#begin()
    this.#waiting.push(text)
    this.#cost += cost
    this.#isQuiet = false
    this.#deliver?.()
  }

  #begin(): void {
    this.#isOpen = true
    clearTimeout(this.#opening)
    const { retry } = this.#host
    if (retry !== undefined) this.#waiting.push(retryText(retry))
  }

  #take(): Uint8Array {
    const text = this.#waiting.length === 1 ? (this.#waiting[0] ?? '') : this.#waiting.join('')
    this.#waiting = []
    this.#cost = 0
    return encoder.encode(text)
  }

  /** Takes the next event of the iterable; of one that has events at once, a piece of them. */
  #pull(): void {
    while (this.#iterator !== undefined && !this.#isPulling && !this.#isOver && this.#cost < pieceBytes)
      this.#next(this.#iterator)
  }

  #next(iterator: AsyncIterator<T> | Iterator<T>): void {
    this.#isPulling = true
    // A generator that runs cannot return.
    this.#iterator = undefined
    try {
      const next = iterator.next()
      this.#iterator = iterator
      if (this.#isOver) this.#release()
      if (isPromise(next)) next.then(this.#pulled, this.#fail)
      else this.#pulled(next)
    } catch (error) {
      this.#fail(error)
    }
  }

  readonly #pulled = ({ done: isDone, value }: IteratorResult<T, unknown>): void => {
    this.#isPulling = false
    if (this.#isOver) return
    if (isDone === true) {
      this.#iterator = undefined
      this.#end()
      return
    }
    try {
      this.#put(this.#host.textOf(value as T), true)
    } catch (error) {
      this.#fail(error)
    }
  }

  #tick(): void {
    if (this.#deliver === undefined) {
      if (++this.#stalls >= maxStalls) this.#drop('it has taken nothing for four heartbeats')
    } else if (this.#isOpen && this.#isQuiet && this.#host.heartbeat > 0) this.#put(eventComment)
    this.#isQuiet = true
  }

  #drop(why: string): void {
    this.#waiting = []
    this.#failure = { error: new Error(`a reader of events is too slow, and was dropped: ${why}`) }
    this.#end()
    this.onFailure?.()
  }

  /** Ends the stream; the client is to come back. */
  #stop(): void {
    if (this.#isOver) return
    const { retry = stopRetry } = this.#host
    this.#put(retryText(Math.ceil((retry * (1 + Math.random())) / 2)))
    this.#end()
  }

  /** Ends the stream when what waits has been read. */
  #end(): void {
    if (!this.#isOver) {
      this.#isOver = true
      clearInterval(this.#ticks)
      clearTimeout(this.#opening)
      this.#forgetStop?.()
      this.#release()
    }
    this.#giveRoom()
    this.#deliver?.()
  }

  /** Cancels the source. */
  #release(): void {
    this.#abort?.abort()
    const iterator = this.#iterator
    const cleanUp = this.#cleanUp
    this.#iterator = undefined
    this.#cleanUp = undefined
    const { report } = this.#host
    for (const call of [() => iterator?.return?.(), cleanUp, ...this.#ends]) {
      try {
        const result: unknown = call?.()
        if (isPromise(result)) result.then(undefined, report)
      } catch (error) {
        report(error)
      }
    }
  }
}

function isPromise<V>(value: V | PromiseLike<V>): value is PromiseLike<V> {
  return typeof value === 'object' && value !== null && 'then' in value
}

function isAsyncIterable<T>(result: EventsResult<T>): result is AsyncIterable<T> {
  return typeof result === 'object' && Symbol.asyncIterator in result
}

function isIterable<T>(result: EventsResult<T>): result is Iterable<T> {
  return typeof result === 'object' && Symbol.iterator in result
}
