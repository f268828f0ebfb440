import { app } from './ctxgen-app.mjs'
import { filesFolder } from './files-folder.mjs'

app.get('/files/*', (c) => c.sendFile(c.params('*'), { root: filesFolder }))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
