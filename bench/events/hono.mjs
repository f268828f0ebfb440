import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { port, publish, tick } from './tick.mjs'

const app = new Hono()
const streams = new Set()
const messageOf = (event) => ({ event: event.event, id: String(event.id), data: JSON.stringify(event) })

app.get('/', (c) => c.text('ok'))
app.get('/one', (c) =>
  streamSSE(c, async (stream) => {
    const count = Number(c.req.query('n'))
    for (let id = 0; id < count; id++) await stream.writeSSE(messageOf(tick(id)))
  }),
)
app.get('/all', (c) =>
  streamSSE(c, async (stream) => {
    await stream.write(':\n\n')
    streams.add(stream)
    await new Promise((resolve) => stream.onAbort(resolve))
    streams.delete(stream)
  }),
)
app.get('/publish', async (c) => {
  await publish(Number(c.req.query('n')), (event) => {
    for (const stream of streams) void stream.writeSSE(messageOf(event))
  })
  return c.text('done')
})
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
