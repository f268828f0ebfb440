// Hono's own parseBody() holds the whole form in memory.
import { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import busboy from 'busboy'
import { Hono } from 'hono'
import { take } from './take.mjs'

const app = new Hono()
app.get('/', (c) => c.text('ready'))
app.post('/:way', async (c) => {
  const form = busboy({ headers: c.req.header() })
  const size = new Promise((resolve, reject) => {
    form.on('file', (_name, file) => take(file, c.req.param('way')).then(resolve, reject))
  })
  Readable.fromWeb(c.req.raw.body).pipe(form)
  return c.text(String(await size))
})
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
