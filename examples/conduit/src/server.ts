import { logger } from '@ctxgen/middleware/logger'
import { conduit } from './app.js'
import { Store } from './store.js'

const app = conduit(new Store(), { onResponse: logger() })
const { url } = await app.listen({ port: Number(process.env['PORT'] ?? 3000), signals: true })
console.log(`conduit listens on ${url}/api`)
