import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { logger } from 'hono/logger'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { rateLimiter } from 'hono-rate-limiter'
import { limit, nullStream, origin, wanted, windowMs } from './five.mjs'

const isBun = 'Bun' in globalThis
const { getConnInfo } = await import(isBun ? 'hono/bun' : '@hono/node-server/conninfo')
const app = new Hono()
if (wanted.has('logger')) app.use(logger((line) => nullStream.write(line)))
if (wanted.has('requestId')) app.use(requestId())
if (wanted.has('helmet')) app.use(secureHeaders())
if (wanted.has('cors')) app.use(cors({ origin, credentials: true }))
if (wanted.has('limiter')) {
  const keyGenerator = (c) => getConnInfo(c).remote.address ?? ''
  app.use(rateLimiter({ limit, windowMs, keyGenerator }))
}
app.get('/', (c) => c.text('Hello, World!'))

const port = Number(process.env.PORT)
if (isBun) Bun.serve({ port, hostname: '127.0.0.1', fetch: app.fetch })
else (await import('@hono/node-server')).serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
