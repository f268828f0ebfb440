import { randomUUID } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import { pino } from 'pino'
import { limit, nullStream, origin, wanted, windowMs } from './five.mjs'

// One line for a request: Fastify's own logging writes two.
const log = wanted.has('logger') && { loggerInstance: pino(nullStream), disableRequestLogging: true }
const app = Fastify({ ...log, ...(wanted.has('requestId') && { genReqId: () => randomUUID() }) })
if (wanted.has('requestId')) {
  app.addHook('onRequest', (req, reply, done) => {
    reply.header('x-request-id', req.id)
    done()
  })
}
if (wanted.has('helmet')) await app.register(helmet)
if (wanted.has('cors')) await app.register(cors, { origin, credentials: true })
if (wanted.has('limiter')) await app.register(rateLimit, { max: limit, timeWindow: windowMs })
if (wanted.has('logger')) {
  app.addHook('onResponse', ({ log, ip, method, url, headers }, reply, done) => {
    const { statusCode: status, elapsedTime: ms } = reply
    log.info({ ip, method, path: url, status, ms, userAgent: headers['user-agent'] }, 'answered')
    done()
  })
}
app.get('/', (_req, reply) => {
  reply.header('content-type', 'text/plain; charset=utf-8')
  reply.send('Hello, World!')
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
