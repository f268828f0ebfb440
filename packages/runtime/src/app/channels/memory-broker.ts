import type { BrokerListener, BrokerSubscription, ChannelBroker, LoggedMessage } from './broker.ts'

interface Log {
  /** The id before the first message. */
  start: string
  messages: LoggedMessage[]
  /** As charged for it. */
  size: number
  readonly listeners: Set<BrokerListener>
}

/** Characters in all logs. Past it those go that have been silent for the longest time. */
const maxLogged = 32 * 1024 * 1024
/** A message takes memory besides its text, and so does a topic that nobody hears. */
const cost = 200

/** Takes messages from channel to channel of one process. */
export class MemoryBroker implements ChannelBroker {
  /** Ids of another process are unknown here. */
  readonly #process = Math.random().toString(36).slice(2)
  /** Those that have spoken last are at the end. */
  readonly #logs = new Map<string, Log>()
  readonly #maxLogged: number
  #count = 0
  #logged = 0

  constructor(max: number = maxLogged) {
    this.#maxLogged = max
  }

  async publish(topic: string, text: string, keep: number): Promise<string> {
    const log = this.#logOf(topic)
    const message = keep === 0 ? { id: '', previous: '', text } : this.#add(log, text, keep)
    this.#moveToEnd(topic, log)
    this.#forget()
    for (const listener of log.listeners) listener.message(message)
    return message.id
  }

  async subscribe(topic: string, _keep: number, listener: BrokerListener): Promise<BrokerSubscription> {
    const log = this.#logOf(topic)
    if (log.listeners.size === 0) this.#charge(log, -cost)
    log.listeners.add(listener)
    return {
      last: lastOf(log),
      close: () => {
        if (!log.listeners.delete(listener) || log.listeners.size > 0) return
        this.#charge(log, cost)
        this.#forget()
      },
    }
  }

  async read(topic: string, since: string, limit: number): Promise<readonly LoggedMessage[] | undefined> {
    const log = this.#logs.get(topic)
    if (log === undefined) return undefined
    if (since === lastOf(log)) return []
    const at = log.messages.findIndex(({ previous }) => previous === since)
    return at < 0 ? undefined : log.messages.slice(at, at + limit)
  }

  #logOf(topic: string): Log {
    const known = this.#logs.get(topic)
    if (known !== undefined) return known
    const log: Log = { start: this.#nextId(), messages: [], size: 0, listeners: new Set() }
    this.#charge(log, cost)
    this.#logs.set(topic, log)
    return log
  }

  #nextId(): string {
    return `${this.#process}-${++this.#count}`
  }

  #add(log: Log, text: string, keep: number): LoggedMessage {
    const message = { id: this.#nextId(), previous: lastOf(log), text }
    log.messages.push(message)
    this.#charge(log, text.length + cost)
    while (log.messages.length > keep) this.#charge(log, -((log.messages.shift()?.text.length ?? 0) + cost))
    return message
  }

  #charge(log: Log, size: number): void {
    log.size += size
    this.#logged += size
  }

  #moveToEnd(topic: string, log: Log): void {
    this.#logs.delete(topic)
    this.#logs.set(topic, log)
  }

  #forget(): void {
    for (const [topic, log] of this.#logs) {
      if (this.#logged <= this.#maxLogged) return
      log.start = lastOf(log)
      log.messages = []
      this.#charge(log, -log.size)
      if (log.listeners.size > 0) this.#moveToEnd(topic, log)
      else this.#logs.delete(topic)
    }
  }
}

function lastOf({ messages, start }: Log): string {
  return messages.at(-1)?.id ?? start
}
