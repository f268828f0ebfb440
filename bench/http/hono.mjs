import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { filesFolder } from './files-folder.mjs'
import { app } from './hono-app.mjs'

const rewriteRequestPath = (path) => path.replace('/files/', '/')
app.get('/files/*', serveStatic({ root: filesFolder, rewriteRequestPath }))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
