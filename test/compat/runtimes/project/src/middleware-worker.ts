import { tryMiddleware } from './middleware.ts'

// biome-ignore lint/style/noDefaultExport: what a worker is.
export default { fetch: async () => Response.json(await tryMiddleware()) }
