/** A connection that hears sharded channels. */
export interface RedisSubscriber {
  subscribe(key: string): Promise<unknown>
  unsubscribe(key: string): Promise<unknown>
  close(): Promise<void>
}

interface RedisListener {
  message(key: string, text: string): void
  /** The connection was gone: what was published then is missing. */
  interrupted(key: string): void
}

type On = (event: string, call: (...args: never[]) => void) => unknown

/** The used part of ioredis and iovalkey. */
interface IoRedis {
  readonly status: string
  on: On
  once: On
  connect(): Promise<unknown>
  ssubscribe(key: string): Promise<unknown>
  sunsubscribe(key: string): Promise<unknown>
  disconnect(): unknown
}

/** The used part of node-redis. */
interface NodeRedis {
  on: On
  connect(): Promise<unknown>
  sSubscribe(key: string, call: (text: string, key: string) => void): Promise<unknown>
  sUnsubscribe(key: string): Promise<unknown>
  disconnect(): Promise<unknown>
}

/** Milliseconds in which a server must be there for a new subscription. */
const connectMs = 5000

/** A subscriber by a client that does nothing else. */
export function subscriberOf(client: object, listener: RedisListener): RedisSubscriber {
  const keys = new Set<string>()
  const subscriber = 'ssubscribe' in client ? ofIoRedis(client as IoRedis) : ofNodeRedis(client as NodeRedis)
  return {
    async subscribe(key) {
      keys.add(key)
      await subscriber.subscribe(key)
    },
    async unsubscribe(key) {
      keys.delete(key)
      await subscriber.unsubscribe(key)
    },
    close: () => subscriber.close(),
  }

  function ofIoRedis(redis: IoRedis): RedisSubscriber {
    redis.on('smessage', (key: string, text: string) => listener.message(key, text))
    // The commands of the user's own client tell the same errors.
    redis.on('error', () => {})
    const ready = within(
      new Promise<void>((resolve) => (redis.status === 'ready' ? resolve() : redis.once('ready', resolve))),
    )
    if (redis.status === 'wait') redis.connect().catch(() => {})
    let isFirst = true
    redis.on('ready', () => {
      if (!isFirst)
        for (const key of keys)
          redis.ssubscribe(key).then(
            () => listener.interrupted(key),
            () => {},
          )
      isFirst = false
    })
    return {
      async subscribe(key) {
        await ready()
        await redis.ssubscribe(key)
      },
      unsubscribe: (key) => redis.sunsubscribe(key),
      async close() {
        redis.disconnect()
      },
    }
  }

  /** It subscribes again by itself. */
  function ofNodeRedis(redis: NodeRedis): RedisSubscriber {
    redis.on('error', () => {})
    let isFirst = true
    redis.on('ready', () => {
      if (!isFirst) for (const key of keys) listener.interrupted(key)
      isFirst = false
    })
    const ready = within(redis.connect())
    return {
      async subscribe(key) {
        await ready()
        await redis.sSubscribe(key, (text) => listener.message(key, text))
      },
      unsubscribe: (key) => redis.sUnsubscribe(key),
      async close() {
        await redis.disconnect()
      },
    }
  }
}

/** Waits for a connection, but not for ever: a later caller waits again. */
function within(connected: Promise<unknown>): () => Promise<void> {
  connected.catch(() => {})
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis does not answer')), connectMs)
    })
    await Promise.race([connected, late]).finally(() => clearTimeout(timer))
  }
}
