import { once } from 'node:events'
import { publish, serveNode, tick } from './tick.mjs'

// The limit: an event is one text, made once for all clients.
const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}
const clients = new Set()

const textOf = (event) => `event: ${event.event}\nid: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`

serveNode({
  async one(_req, res, count) {
    res.writeHead(200, headers)
    for (let id = 0; id < count; id++) if (!res.write(textOf(tick(id)))) await once(res, 'drain')
    res.end()
  },
  all(_req, res) {
    res.writeHead(200, headers)
    res.write(':\n\n')
    clients.add(res)
    res.once('close', () => clients.delete(res))
  },
  publish: (count) =>
    publish(count, (event) => {
      const text = textOf(event)
      for (const res of clients) res.write(text)
    }),
})
