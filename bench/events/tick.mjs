import { createServer } from 'node:http'

export const port = Number(process.env.PORT)
const at = new Date('2026-01-02T03:04:05.678Z')
const note = 'x'.repeat(40)

export function tick(id) {
  return { event: 'tick', id, at, symbol: 'CTXG', price: 12.5, note }
}

/** Publishes, a turn of the event loop for each event. */
export async function publish(count, send) {
  for (let id = 0; id < count; id++) {
    send(tick(id))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export function countOf(url) {
  return Number(new URL(url, 'http://a').searchParams.get('n'))
}

/** A node server with the routes of the bench: `one` and `all` get request and response, `publish` the number of events. */
export function serveNode(routes) {
  createServer(async (req, res) => {
    const { pathname } = new URL(req.url, 'http://a')
    if (pathname === '/one') routes.one(req, res, countOf(req.url))
    else if (pathname === '/all') routes.all(req, res)
    else if (pathname === '/publish') {
      await routes.publish(countOf(req.url))
      res.end('done')
    } else res.end('ok')
  }).listen(port, '127.0.0.1')
}
