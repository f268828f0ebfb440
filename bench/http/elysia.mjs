import { node } from '@elysiajs/node'
import { staticPlugin } from '@elysiajs/static'
import { elysiaApp } from './elysia-app.mjs'
import { filesFolder } from './files-folder.mjs'

const app = elysiaApp({ adapter: node() })
app.use(await staticPlugin({ assets: filesFolder, prefix: '/files', etag: false }))
app.listen({ port: Number(process.env.PORT), hostname: '127.0.0.1' })
