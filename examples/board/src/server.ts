import { redisChannels } from '@ctxgen/middleware/redis-channels'
import { Redis } from 'ioredis'
import { createApp } from './app.js'
import { boardsInMemory, boardsInRedis } from './boards.js'

const { PORT = '3000', REDIS_URL } = process.env
const redis = REDIS_URL === undefined ? undefined : new Redis(REDIS_URL)
const app =
  redis === undefined ? createApp(boardsInMemory()) : createApp(boardsInRedis(redis), redisChannels(redis))
if (redis !== undefined) app.onStop(() => redis.quit())
const { url } = await app.listen({ port: Number(PORT), signals: true })
console.log(`The board is at ${url}`)
