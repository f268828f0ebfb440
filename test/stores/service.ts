// One process of a service whose counts, sessions, keys and answers stand in stores. It prints its port.
import { cache } from '@ctxgen/middleware/cache'
import { csrfToken, csrfTokenOf } from '@ctxgen/middleware/csrf'
import { idempotency } from '@ctxgen/middleware/idempotency'
import { limiter } from '@ctxgen/middleware/limiter'
import { postgresStore } from '@ctxgen/middleware/postgres-store'
import { redisStore } from '@ctxgen/middleware/redis-store'
import { session, sessionOf } from '@ctxgen/middleware/session'
import { App } from '@ctxgen/runtime'
import { Redis } from 'ioredis'
import pg from 'pg'
import { RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible'

declare module '@ctxgen/middleware/session' {
  interface SessionData {
    [key: `k-${string}`]: string
  }
}

const [redisPort, postgresPort] = process.argv.slice(2).map(Number)
const redis = new Redis({
  port: redisPort ?? 0,
  host: '127.0.0.1',
  enableOfflineQueue: false,
  retryStrategy: () => 50,
})
redis.on('error', () => {})
await new Promise((resolve) => redis.once('ready', resolve))
const pool = new pg.Pool({
  port: postgresPort ?? 0,
  host: '127.0.0.1',
  user: 'postgres',
  max: 8,
  connectionTimeoutMillis: 1000,
})
pool.on('error', () => {})
const postgres = postgresStore(pool)
const errors: string[] = []
const app = new App({ onError: (error) => errors.push(String(error)) })
let runs = 0
let begun = 0
app.get('/runs-of-sessions', (c) => c.json(begun))
app.get('/errors', (c) => c.json(errors.splice(0)))
app.get('/runs', (c) => c.json(runs))

// Requests that have opened their session, and go on together.
let held = 0
let letGo = (): void => {}
let gate = new Promise<void>((resolve) => {
  letGo = resolve
})
app.get('/held', (c) => c.json(held))
app.get('/let-go', (c) => {
  letGo()
  held = 0
  gate = new Promise((resolve) => {
    letGo = resolve
  })
  c.sendString('')
})

const key = (): string => 'all'
const limits = {
  redis: new RateLimiterRedis({ storeClient: redis, points: 1000, duration: 600 }),
  postgres: new RateLimiterPostgres({
    storeClient: pool,
    points: 200,
    duration: 600,
    tableName: 'limits',
    tableCreated: true,
  }),
}
// A busy machine is not an outage.
const storeTimeout = 10_000
for (const [name, store] of Object.entries({ redis: redisStore(redis), postgres })) {
  const limit = name === 'redis' ? limits.redis : limits.postgres
  const scope = (): string => name
  const here = app.group(`/${name}`)
  here.get('/limited', limiter({ store: limit, key, storeTimeout }), (c) => c.sendString('in'))
  here.post('/pay', idempotency({ scope, store, lockTimeout: 1500, storeTimeout }), async (c) => {
    runs++
    await new Promise(setImmediate)
    c.status(201).json({ run: `${process.pid} ${runs}` })
  })
  here.post('/hang', idempotency({ scope, store, lockTimeout: 1500, storeTimeout }), async (c) => {
    runs++
    if (c.query('hang') !== '') await new Promise(() => {})
    c.sendString('done')
  })
  here.post('/slow', idempotency({ scope, store, storeTimeout }), async (c) => {
    held++
    await gate
    c.sendString(`${process.pid} ${++runs}`)
  })
  here.get('/cached', cache({ store, storeTimeout }), (c) =>
    c.set('Cache-Control', 'max-age=600').json(++runs),
  )
  const secret = 'only for this test: thirty-two characters'
  const tokens = csrfToken({ secret, store, storeTimeout })
  here.get('/token', tokens, (c) => c.sendString(csrfTokenOf(c)))
  here.post('/token', tokens, (c) => c.sendString('done'))
  const sessions = session({ secret, store, storeTimeout })
  here.get('/set', sessions, (c) => {
    begun++
    sessionOf(c).set(`k-${c.query('key')}`, c.query('value'))
    c.sendString('')
  })
  here.get('/hold', sessions, async (c) => {
    held++
    await gate
    const current = sessionOf(c)
    if (c.query('do') === 'end') current.destroy()
    else current.set(`k-${c.query('key')}`, 'yes')
    if (c.query('do') === 'renew') current.regenerate()
    c.sendString('')
  })
  here.get('/all', sessions, (c) => {
    const current = sessionOf(c)
    c.json(
      c
        .query('keys')
        .split(',')
        .map((one) => current.get(`k-${one}`)),
    )
  })
}

const { port } = await app.listen({ host: '127.0.0.1' })
console.log(port)
