import { cors } from '@ctxgen/middleware/cors'
import { helmet } from '@ctxgen/middleware/helmet'
import { limiter } from '@ctxgen/middleware/limiter'
import { logger } from '@ctxgen/middleware/logger'
import { requestId } from '@ctxgen/middleware/request-id'
import { App } from '@ctxgen/runtime'
import { limit, nullStream, origin, wanted, windowMs } from './five.mjs'

const log = logger({ format: 'json', to: (line) => nullStream.write(line) })
const app = new App(wanted.has('logger') ? { onResponse: log } : {})
if (wanted.has('requestId')) app.use(requestId())
if (wanted.has('helmet')) app.use(helmet())
if (wanted.has('cors')) app.use(cors({ allowOrigins: [origin], allowCredentials: true }))
if (wanted.has('limiter')) app.use(limiter({ max: limit, window: windowMs }))
app.get('/', (c) => c.sendString('Hello, World!'))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
