import { FannedMessage, type Receiver } from '../../response/fanned-message.ts'
import type { BrokerListener, BrokerSubscription, ChannelBroker, LoggedMessage } from './broker.ts'

/** The settings of a topic. */
interface TopicHost<T> {
  readonly name: string
  readonly broker: ChannelBroker
  readonly keep: number
  readonly gap: T | false
  readonly stamp: ((message: T, id: string) => T) | undefined
  /** Reads and checks a message. @throws BindError or ValidationError */
  readonly read: (text: string) => T | Promise<T>
  readonly report: (error: unknown) => void
}

/** One that hears a topic. */
export interface Hearer<T> {
  readonly receiver: Receiver<T>
  hasEnded: boolean
  /** It has all messages up to this one, which the topic has not heard yet. */
  ahead?: string | undefined
}

/** Messages that are read from a log at once. */
const pageSize = 100
/** Messages that a process remembers, so that most clients that come back need no log. */
const maxRecent = 100
/** Messages that are sent without waiting for room. */
const maxAtOnce = 16
/** Milliseconds between looks into the log, for a connection that loses messages without a word. */
const checkMs = 30_000
const retryMs = 500
/** Messages of a topic without log that wait for their asynchronous rules. */
const maxQueued = 1000

/** The subscription of this process to a topic of a broker, for all who hear it here. */
export class Topic<T> {
  readonly #host: TopicHost<T>
  readonly #hearers = new Set<Hearer<T>>()
  #opening: Promise<void> | undefined
  #subscription: BrokerSubscription | undefined
  #check: ReturnType<typeof setInterval> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  /** The place in the log up to which messages were passed on. */
  #last = ''
  #recent: FannedMessage<T>[] = []
  #heard = 0
  /** Messages are being read from the log, or wait for their rules. */
  #isBusy = false
  /** The log has more. */
  #isBehind = false
  #isOut = false
  #queue: Promise<unknown> = Promise.resolve()
  #queued = 0
  readonly #pages = new Map<string, Promise<readonly FannedMessage<T>[] | undefined>>()

  constructor(host: TopicHost<T>) {
    this.#host = host
  }

  /** Adds one that hears the topic, when it has what it has missed. Rejects with the error of the broker. */
  async add(hearer: Hearer<T>, since: string | undefined): Promise<void> {
    await this.#open()
    if (since !== undefined && this.#host.keep > 0) await this.#replay(hearer, since)
    else this.#join(hearer)
  }

  delete(hearer: Hearer<T>): void {
    hearer.hasEnded = true
    this.#hearers.delete(hearer)
  }

  get size(): number {
    return this.#hearers.size
  }

  close(): void {
    clearInterval(this.#check)
    clearTimeout(this.#retry)
    this.#hearers.clear()
    this.#opening?.then(
      () => this.#subscription?.close(),
      () => {},
    )
  }

  /** Sends a message without a place in the log. @param to all who hear the topic by default */
  tell(value: T, to?: Iterable<Hearer<T>>): void {
    this.#pass(new FannedMessage(value, undefined), to)
  }

  #open(): Promise<void> {
    this.#opening ??= this.#begin()
    return this.#opening
  }

  async #begin(): Promise<void> {
    // Messages that arrive before the place is known are read from the log.
    this.#isBusy = true
    await this.#subscribe()
    this.#isBusy = false
    if (this.#host.keep === 0) return
    this.#check = setInterval(() => this.#catchUp(), checkMs)
    this.#check.unref?.()
    if (this.#isBehind) this.#catchUp()
  }

  #join(hearer: Hearer<T>): void {
    if (!hearer.hasEnded) this.#hearers.add(hearer)
  }

  async #subscribe(): Promise<void> {
    const { broker, name, keep } = this.#host
    const listener: BrokerListener = {
      message: (message) => this.#take(message),
      interrupted: () => (keep === 0 ? this.#tellGap() : this.#catchUp()),
    }
    const before = this.#subscription
    this.#subscription = await broker.subscribe(name, keep, listener)
    before?.close()
    this.#last = this.#subscription.last
  }

  #take(message: LoggedMessage): void {
    if (this.#host.keep === 0) this.#enqueue(message)
    else if (this.#isBusy || message.previous !== this.#last) this.#catchUp()
    else {
      const passed = this.#passOn(message)
      if (passed === undefined) return
      this.#isBusy = true
      passed.then(() => {
        this.#isBusy = false
        if (this.#isBehind) this.#catchUp()
      })
    }
  }

  #enqueue(message: LoggedMessage): void {
    if (this.#queued === 0) {
      const passed = this.#passOn(message)
      if (passed !== undefined) this.#wait(() => passed)
    } else if (this.#queued < maxQueued) this.#wait(() => this.#passOn(message))
    else this.#tellGap()
  }

  #wait(work: () => Promise<void> | undefined): void {
    this.#queued++
    this.#queue = this.#queue.then(work).then(() => {
      this.#queued--
    })
  }

  /** Reads a message, and passes it on. Never throws. */
  #passOn(message: LoggedMessage): Promise<void> | undefined {
    const { id } = message
    if (message.text === '') {
      this.#last = id
      return undefined
    }
    const done = (read: FannedMessage<T> | undefined): void => {
      this.#last = id
      if (read === undefined) this.#tellGap()
      else this.#remember(read)
    }
    const read = this.#readOne(message)
    if (read instanceof Promise) return read.then(done)
    done(read)
    return undefined
  }

  /** `undefined` for a message that does not fit, which is reported. */
  #readOne({
    id,
    text,
  }: LoggedMessage): FannedMessage<T> | undefined | Promise<FannedMessage<T> | undefined> {
    const { read, stamp, report } = this.#host
    const fanned = (value: T): FannedMessage<T> =>
      new FannedMessage(stamp === undefined || id === '' ? value : stamp(value, id), id || undefined)
    const refuse = (error: unknown): undefined => {
      report(error)
      return undefined
    }
    try {
      const value = read(text)
      return value instanceof Promise ? value.then(fanned).catch(refuse) : fanned(value)
    } catch (error) {
      return refuse(error)
    }
  }

  #remember(message: FannedMessage<T>): void {
    this.#heard++
    if (this.#host.keep > 0) {
      this.#recent.push(message)
      if (this.#recent.length > maxRecent) this.#recent.shift()
    }
    this.#pass(message)
  }

  #pass(message: FannedMessage<T>, to: Iterable<Hearer<T>> = this.#hearers): void {
    let isReported = false
    for (const hearer of to) {
      if (hearer.hasEnded) continue
      if (hearer.ahead !== undefined && message.id !== undefined) {
        if (hearer.ahead === message.id) hearer.ahead = undefined
        continue
      }
      try {
        void hearer.receiver.deliver(message)
      } catch (error) {
        if (!isReported) this.#host.report(error)
        isReported = true
      }
    }
  }

  #tellGap(): void {
    const { gap, keep } = this.#host
    for (const hearer of this.#hearers) hearer.ahead = undefined
    if (gap !== false) this.#pass(new FannedMessage(gap, keep === 0 ? undefined : this.#last))
  }

  /** Passes on what the log has behind the last message. */
  #catchUp(): void {
    this.#isBehind = true
    if (this.#isBusy) return
    this.#isBusy = true
    this.#readMissed().then(
      () => {
        this.#isBusy = false
        this.#isOut = false
      },
      (error: unknown) => {
        this.#isBusy = false
        if (!this.#isOut) this.#host.report(error)
        this.#isOut = true
        clearTimeout(this.#retry)
        this.#retry = setTimeout(() => this.#catchUp(), retryMs)
        this.#retry.unref?.()
      },
    )
  }

  async #readMissed(): Promise<void> {
    const { broker, name } = this.#host
    while (this.#isBehind) {
      this.#isBehind = false
      const page = await broker.read(name, this.#last, pageSize)
      if (page === undefined) {
        await this.#subscribe()
        this.#recent = []
        this.#tellGap()
      } else {
        for (const message of page) await this.#passOn(message)
        if (page.length === pageSize) this.#isBehind = true
      }
    }
  }

  /** Sends what a subscriber has missed until it has all that the topic has heard, and adds it in the same turn. */
  async #replay(hearer: Hearer<T>, since: string): Promise<void> {
    const { keep, gap } = this.#host
    let at = since
    let sent = 0
    while (!hearer.hasEnded && sent <= keep) {
      const behind = this.#behind(at)
      if (behind !== undefined && behind.length <= maxAtOnce) {
        for (const message of behind) void hearer.receiver.deliver(message)
        this.#join(hearer)
        return
      }
      const heard = this.#heard
      const page = behind ?? (await this.#pageBehind(at))
      if (page === undefined) break
      for (const message of page) {
        if (hearer.hasEnded) return
        await hearer.receiver.deliver(message)
      }
      sent += page.length
      at = page.at(-1)?.id ?? at
      const isAhead = page.length === 0 && this.#behind(at) === undefined && this.#heard - heard < maxRecent
      if (!isAhead) continue
      hearer.ahead = at
      this.#join(hearer)
      return
    }
    if (!hearer.hasEnded && gap !== false) void hearer.receiver.deliver(new FannedMessage(gap, this.#last))
    this.#join(hearer)
  }

  /** The messages that were heard after one; `undefined` when that is not known here. */
  #behind(id: string): readonly FannedMessage<T>[] | undefined {
    if (id === this.#last) return []
    const at = this.#recent.findLastIndex((message) => message.id === id)
    return at < 0 ? undefined : this.#recent.slice(at + 1)
  }

  /** A page of the log, which those who ask for it at the same time share. */
  #pageBehind(id: string): Promise<readonly FannedMessage<T>[] | undefined> {
    const known = this.#pages.get(id)
    if (known !== undefined) return known
    const page = this.#readPage(id).finally(() => this.#pages.delete(id))
    this.#pages.set(id, page)
    return page
  }

  async #readPage(id: string): Promise<readonly FannedMessage<T>[] | undefined> {
    const { broker, name } = this.#host
    const page = await broker.read(name, id, pageSize)
    if (page === undefined) return undefined
    const messages: FannedMessage<T>[] = []
    for (const one of page) {
      const read = one.text === '' ? undefined : await this.#readOne(one)
      if (one.text !== '' && read === undefined) return undefined
      if (read !== undefined) messages.push(read)
    }
    return messages
  }
}
