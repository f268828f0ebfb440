import '@ctxgen/runtime/xml'
import { app } from './app.ts'

// biome-ignore lint/style/noDefaultExport: what a worker is.
export default { fetch: (request: Request) => app.fetch(request) }
