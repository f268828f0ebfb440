import { app } from './ctxgen-app.mjs'

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
