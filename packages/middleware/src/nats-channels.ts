import type { BrokerListener, BrokerSubscription, ChannelBroker } from '@ctxgen/runtime'
import { JetStreamLog, type NatsConnection, subjectOf } from './nats/jetstream-log.ts'

export type { NatsConnection } from './nats/jetstream-log.ts'

/** The options of {@link natsChannels}. */
export interface NatsChannelsOptions {
  /** The name of the stream, and the first part of its subjects. Default: `ctxgen`. */
  readonly stream?: string
  /** The newest messages that the stream keeps of each channel, at least as many as `keep` of a channel. Default: 1000. */
  readonly keep?: number
  /** Milliseconds for which it keeps them. Default: a day. */
  readonly keepFor?: number
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Takes the messages of channels over NATS 2.9 or newer with JetStream: a stream is the log of all channels, and publishes again what it
 * has stored. It makes the stream unless there is one.
 */
export function natsChannels(
  connection: NatsConnection,
  { stream = 'ctxgen', keep: most = 1000, keepFor = dayMs }: NatsChannelsOptions = {},
): ChannelBroker {
  if (!/^[\w-]{1,200}$/.test(stream)) throw new TypeError(`not the name of a stream: ${stream}`)
  const log = new JetStreamLog(connection, { stream, keep: most, maxAge: keepFor })
  const listeners = new Set<BrokerListener>()
  let isWatching = false
  const watch = async (): Promise<void> => {
    if (isWatching) return
    isWatching = true
    for await (const { type } of connection.status()) {
      if (type !== 'reconnect') continue
      // The server may have lost the stream.
      log.forget()
      for (const listener of listeners) listener.interrupted()
    }
  }
  return {
    async publish(topic, text, keep) {
      if (keep > most)
        throw new RangeError(`the channel keeps ${keep} messages, more than the ${most} of natsChannels()`)
      if (keep > 0) return log.add(topic, text)
      connection.publish(subjectOf(stream, 'tell', topic), text)
      return ''
    },
    async subscribe(topic, keep, listener): Promise<BrokerSubscription> {
      watch().catch(() => {})
      if (keep > 0) await log.open()
      const subscription = connection.subscribe(subjectOf(stream, keep > 0 ? 'live' : 'tell', topic), {
        callback(_error, message) {
          const one =
            keep > 0
              ? log.republished(message, message.string())
              : { id: '', previous: '', text: message.string() }
          if (one === undefined) listener.interrupted()
          else listener.message(one)
        },
      })
      listeners.add(listener)
      const close = (): void => {
        listeners.delete(listener)
        subscription.unsubscribe()
      }
      try {
        // The server has it.
        await connection.flush()
        return { last: keep > 0 ? await log.last(topic) : '', close }
      } catch (error) {
        close()
        throw error
      }
    },
    read: (topic, since, limit) => log.read(topic, since, limit),
  }
}
