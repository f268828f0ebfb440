import { App } from '@ctxgen/runtime'
import { root } from './content.mjs'

const app = new App()
const options = { root, byteRange: true }
app.get('/*', (c) => c.sendFile(c.params('*') || 'small.html', options))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
