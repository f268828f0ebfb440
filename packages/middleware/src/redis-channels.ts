import type { BrokerListener, BrokerSubscription, ChannelBroker, LoggedMessage } from '@ctxgen/runtime'
import { type RedisClient, redisSender } from './redis/redis-client.ts'
import { type RedisSubscriber, subscriberOf } from './redis/redis-subscriber.ts'

/** A client of ioredis, iovalkey or node-redis, whose subscribers are copies of it. */
export type RedisChannelsClient = RedisClient & {
  /** A client with the same options, and a connection of its own. */
  duplicate(): object
}

/** The options of {@link redisChannels}. */
export interface RedisChannelsOptions {
  /** Before each key. Default: `ctxgen:`. */
  readonly prefix?: string
  /** Milliseconds after which the messages of a silent channel are forgotten. Default: a day. */
  readonly keepFor?: number
}

// Scripts run in one step. A message has the id of the one before it, `p`, so that each reader notices a gap.
const publishScript = `local done = redis.call('get', KEYS[2])
if done and tonumber(string.match(done, '^%d+')) >= tonumber(ARGV[4]) then return string.match(done, ' (.*)$') end
local last = redis.call('xrevrange', KEYS[1], '+', '-', 'count', 1)[1]
local before = last and last[1] or '0-0'
local id = redis.call('xadd', KEYS[1], 'maxlen', ARGV[2], '*', 'p', before, 't', ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[3])
redis.call('set', KEYS[2], ARGV[4] .. ' ' .. id, 'px', 60000)
redis.call('spublish', KEYS[1], id .. ' ' .. before .. ' ' .. ARGV[1])
return id`
const beginScript = `local last = redis.call('xrevrange', KEYS[1], '+', '-', 'count', 1)[1]
local id = last and last[1] or redis.call('xadd', KEYS[1], '*', 'p', '0-0', 't', '')
redis.call('pexpire', KEYS[1], ARGV[1])
return id`
const readScript = `local last = redis.call('xrevrange', KEYS[1], '+', '-', 'count', 1)[1]
if not last then return false end
if last[1] == ARGV[1] then return {} end
local found = redis.call('xrange', KEYS[1], '(' .. ARGV[1], '+', 'count', ARGV[2])
if not found[1] or found[1][2][2] ~= ARGV[1] then return false end
return found`

const dayMs = 24 * 60 * 60 * 1000

/**
 * Takes the messages of channels over Redis 7, Valkey 7, or newer: a stream for each channel, which is its log, and sharded
 * publish. Messages that it has acknowledged survive its end with `appendfsync always` alone; without, subscribers get `gap`.
 */
export function redisChannels(
  client: RedisChannelsClient,
  { prefix = 'ctxgen:', keepFor = dayMs }: RedisChannelsOptions = {},
): ChannelBroker {
  const send = redisSender(client)
  // A client sends a command again whose answer it has not seen: what is numbered is not added twice.
  const publisher = crypto.randomUUID()
  let published = 0
  const ttl = `${Math.max(1, Math.ceil(keepFor))}`
  // Both keys of a script are in one slot of a cluster.
  const keyOf = (topic: string): string => `${prefix}{${topic}}`
  const heard = new Map<string, Subscription>()
  let subscriber: RedisSubscriber | undefined
  const subscribed = (): RedisSubscriber => {
    subscriber ??= subscriberOf(client.duplicate(), {
      message(key, text) {
        const message = messageOf(text)
        for (const listener of heard.get(key)?.listeners ?? []) listener.message(message)
      },
      interrupted(key) {
        for (const listener of heard.get(key)?.listeners ?? []) listener.interrupted()
      },
    })
    return subscriber
  }
  const leave = (key: string, listener: BrokerListener): void => {
    const known = heard.get(key)
    if (!known?.listeners.delete(listener) || known.listeners.size > 0) return
    heard.delete(key)
    // A connection that is gone hears nothing.
    subscriber?.unsubscribe(key).catch(() => {})
  }
  return {
    async publish(topic, text, keep) {
      const key = keyOf(topic)
      if (keep > 0) {
        const numbered = `${++published}`
        const keys = [key, `${key}:${publisher}`]
        return String(await send('EVAL', publishScript, '2', ...keys, text, `${keep}`, ttl, numbered))
      }
      await send('SPUBLISH', key, `  ${text}`)
      return ''
    },
    async subscribe(topic, keep, listener): Promise<BrokerSubscription> {
      const key = keyOf(topic)
      const known = heard.get(key) ?? { listeners: new Set(), begun: subscribed().subscribe(key) }
      heard.set(key, known)
      known.listeners.add(listener)
      try {
        await known.begun
        const last = keep === 0 ? '' : String(await send('EVAL', beginScript, '1', key, ttl))
        return { last, close: () => leave(key, listener) }
      } catch (error) {
        leave(key, listener)
        throw error
      }
    },
    async read(topic, since, limit): Promise<readonly LoggedMessage[] | undefined> {
      if (!/^\d{1,15}-\d{1,15}$/.test(since) || since === '0-0') return undefined
      const found = await send('EVAL', readScript, '1', keyOf(topic), since, `${limit}`)
      return Array.isArray(found) ? found.map(entryOf) : undefined
    },
    async close() {
      await subscriber?.close()
      subscriber = undefined
      heard.clear()
    },
  }
}

interface Subscription {
  readonly listeners: Set<BrokerListener>
  readonly begun: Promise<unknown>
}

/** As the script has published it: `id before text`. */
function messageOf(published: string): LoggedMessage {
  const first = published.indexOf(' ')
  const second = published.indexOf(' ', first + 1)
  return {
    id: published.slice(0, first),
    previous: published.slice(first + 1, second),
    text: published.slice(second + 1),
  }
}

/** An entry of a stream: its id, and the names and values of its fields. */
function entryOf(entry: unknown): LoggedMessage {
  const [id, [, previous, , text] = []] = entry as [string, string[]?]
  return { id: String(id), previous: String(previous), text: String(text) }
}
