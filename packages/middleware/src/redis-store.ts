import { type RedisClient, redisSender } from './redis/redis-client.ts'
import type { TextStore } from './store/text-store.ts'

export type { RedisClient } from './redis/redis-client.ts'
export type { TextStore } from './store/text-store.ts'

/** The options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** Before each key. Default: `ctxgen:`. */
  readonly prefix?: string
}

// Scripts run in one step.
const replaceScript = `local v = redis.call('get', KEYS[1])
if (ARGV[1] == '0' and v) or (ARGV[1] == '1' and v ~= ARGV[2]) then return 0 end
redis.call('set', KEYS[1], ARGV[3], 'px', ARGV[4])
return 1`
const deleteScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`

/**
 * A store in Redis or Valkey, for several processes. What it has acknowledged survives its end with `appendfsync always`
 * alone.
 */
export function redisStore(client: RedisClient, { prefix = 'ctxgen:' }: RedisStoreOptions = {}): TextStore {
  const send = redisSender(client)
  return {
    async get(key) {
      const found = await send('GET', prefix + key)
      return found === null || found === undefined ? undefined : String(found)
    },
    async set(key, text, ms) {
      await send('SET', prefix + key, text, 'PX', whole(ms))
    },
    async replace(key, expected, text, ms) {
      const isThere = expected === undefined ? '0' : '1'
      const done = await send(
        'EVAL',
        replaceScript,
        '1',
        prefix + key,
        isThere,
        expected ?? '',
        text,
        whole(ms),
      )
      return Number(done) === 1
    },
    async delete(key, expected) {
      if (expected === undefined) await send('DEL', prefix + key)
      else await send('EVAL', deleteScript, '1', prefix + key, expected)
    },
  }
}

function whole(ms: number): string {
  return `${Math.max(1, Math.ceil(ms))}`
}
