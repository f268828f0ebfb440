import type { BindSettings } from '../../bind/reading/bind-input.ts'
import type { Receiver } from '../../response/fanned-message.ts'
import { BodyInput } from '../ws/message-codec.ts'
import type { ChannelBroker } from './broker.ts'
import type { ChannelDto, ChannelOptions, SubscribeOptions, Subscriber } from './channel.ts'
import { checkName } from './channel-name.ts'
import { MemoryBroker } from './memory-broker.ts'
import { Presence } from './presence.ts'
import { type Hearer, Topic } from './topic.ts'

/** The part of an app that its channels use. */
export interface ChannelHost {
  readonly broker: ChannelBroker | undefined
  readonly settings: BindSettings
  /** @param channel its name */
  readonly report: (error: unknown, channel: string) => void
}

/** A channel that someone uses here. */
interface OpenChannel<T> {
  readonly dto: ChannelDto<T>
  readonly topic: Topic<T>
  readonly presence: Presence
  /** Subscriptions, and calls of `members()`. */
  users: number
  telling: ReturnType<typeof setTimeout> | undefined
  /** The names that all who hear were sent, as JSON. */
  told: string
  /** Those who were sent no names yet. */
  readonly newcomers: Set<Hearer<T>>
}

export interface ChannelParts<T> {
  readonly dto: ChannelDto<T>
  readonly name: string
  readonly options: ChannelOptions<T>
}

const defaultKeep = 1000
const defaultTimeout = 15_000
/** Milliseconds in which changes of presence become one message; more with many members and subscribers. */
const gatherMs = 50
const maxGatherMs = 5000

/** The channels of an app. */
export class ChannelSet {
  readonly #host: ChannelHost
  readonly #broker: ChannelBroker
  readonly #open = new Map<string, unknown>()

  constructor(host: ChannelHost) {
    this.#host = host
    this.#broker = host.broker ?? new MemoryBroker()
  }

  async publish<T>({ dto, name, options }: ChannelParts<T>, message: T): Promise<string> {
    const text = dto.stringify(message)
    // Every process would refuse a message that does not fit.
    await this.#read(dto, text)
    return this.#broker.publish(`m:${name}`, text, options.keep ?? defaultKeep)
  }

  async subscribe<T>(
    parts: ChannelParts<T>,
    to: Subscriber<T>,
    { since, as }: SubscribeOptions,
  ): Promise<() => void> {
    if (as !== undefined) checkName(as, 'member')
    const receiver = receiverOf(to, (error) => this.#host.report(error, parts.name))
    const { presence: message } = parts.options
    const open = this.#enter(parts)
    const hearer: Hearer<T> = { receiver, hasEnded: false }
    const end = this.#enderOf(parts.name, open, hearer, as)
    if (as !== undefined) open.presence.join(as)
    receiver.onEnd(end)
    try {
      const isPresent = as !== undefined || message !== undefined
      if (isPresent) open.presence.open().catch((error: unknown) => this.#host.report(error, parts.name))
      await open.topic.add(hearer, since ?? sinceOf(to))
      if (message !== undefined) {
        open.newcomers.add(hearer)
        this.#tellPresence(parts, open)
      }
    } catch (error) {
      end()
      throw error
    }
    return end
  }

  /** A closure keeps all variables around it: those of a subscription that it does not need would last as long. */
  #enderOf<T>(name: string, open: OpenChannel<T>, hearer: Hearer<T>, as: string | undefined): () => void {
    return () => {
      if (hearer.hasEnded) return
      open.topic.delete(hearer)
      open.newcomers.delete(hearer)
      if (as !== undefined) open.presence.leave(as)
      this.#leave(name, open)
    }
  }

  async members<T>(parts: ChannelParts<T>): Promise<readonly string[]> {
    const open = this.#enter(parts)
    try {
      await open.presence.open()
      return open.presence.members()
    } finally {
      this.#leave(parts.name, open)
    }
  }

  /** The servers have closed. */
  async close(): Promise<void> {
    for (const [name, { topic, presence, telling }] of this.#open as Map<string, OpenChannel<never>>) {
      clearTimeout(telling)
      topic.close()
      presence.close()
      this.#open.delete(name)
    }
    try {
      await this.#broker.close?.()
    } catch (error) {
      this.#host.report(error, '')
    }
  }

  #enter<T>(parts: ChannelParts<T>): OpenChannel<T> {
    const { dto, name } = parts
    const known = this.#open.get(name) as OpenChannel<T> | undefined
    if (known !== undefined && known.dto !== dto)
      throw new TypeError(`channel ${name}: its messages are ${known.dto.name}, not ${dto.name}`)
    const open = known ?? this.#begin(parts)
    open.users++
    return open
  }

  #leave<T>(name: string, open: OpenChannel<T>): void {
    if (--open.users > 0 || this.#open.get(name) !== open) return
    this.#open.delete(name)
    clearTimeout(open.telling)
    open.topic.close()
    open.presence.close()
  }

  #begin<T>(parts: ChannelParts<T>): OpenChannel<T> {
    const { dto, name, options } = parts
    const { keep = defaultKeep, gap, stamp, presenceTimeout: timeout = defaultTimeout } = options
    const broker = this.#broker
    const report = (error: unknown): void => this.#host.report(error, name)
    const read = (text: string): T | Promise<T> => this.#read(dto, text)
    const changed = (): void => this.#tellPresence(parts, open)
    const open: OpenChannel<T> = {
      dto,
      topic: new Topic({ name: `m:${name}`, broker, keep, gap, stamp, read, report }),
      presence: new Presence({ topic: `p:${name}`, broker, timeout, changed, report }),
      users: 0,
      telling: undefined,
      told: '',
      newcomers: new Set(),
    }
    this.#open.set(name, open)
    return open
  }

  #read<T>(dto: ChannelDto<T>, text: string): T | Promise<T> {
    return dto.json(new BodyInput(text, 'application/json', this.#host.settings))
  }

  /** Sends those who do not know them the names of those who are there, once for many changes. */
  #tellPresence<T>({ options: { presence: message }, name }: ChannelParts<T>, open: OpenChannel<T>): void {
    if (message === undefined || open.telling !== undefined) return
    const ms = Math.min(maxGatherMs, gatherMs + (open.presence.members().length * open.topic.size) / 1000)
    open.telling = setTimeout(() => {
      open.telling = undefined
      const names = open.presence.members()
      const told = JSON.stringify(names)
      const newcomers = told === open.told ? [...open.newcomers] : undefined
      open.told = told
      open.newcomers.clear()
      if (newcomers?.length === 0) return
      try {
        open.topic.tell(message(names), newcomers)
      } catch (error) {
        this.#host.report(error, name)
      }
    }, ms)
  }
}

function receiverOf<T>(to: Subscriber<T>, report: (error: unknown) => void): Receiver<T> {
  if (isReceiver<T>(to)) return to
  if (typeof to !== 'function')
    throw new TypeError('a channel sends to a socket, a stream of events or a function')
  return {
    deliver({ value, id }) {
      // A subscriber must not fail the others.
      Promise.resolve(to(value, id)).catch(report)
    },
    onEnd() {},
  }
}

function isReceiver<T>(to: object): to is Receiver<T> {
  return 'deliver' in to && 'onEnd' in to
}

/** The place of a stream of events. */
function sinceOf(to: object): string | undefined {
  return 'since' in to && typeof to.since === 'string' ? to.since : undefined
}
