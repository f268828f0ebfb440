import { Hono } from 'hono'
import { upgradeWebSocket, websocket } from 'hono/bun'
import { z } from 'zod'
import { answerTo, port, said } from './said.mjs'

const Say = z.object({
  type: z.literal('say'),
  id: z.int(),
  text: z.string().min(1).max(500),
  tags: z.array(z.string()).max(5),
})
const app = new Hono()

app.get(
  '/chat',
  upgradeWebSocket(() => ({
    onOpen: (_event, socket) => void socket.raw.subscribe('news'),
    onMessage: (event, socket) => socket.send(JSON.stringify(said(Say.parse(JSON.parse(event.data))))),
  })),
)
app.get('/*', async (c) => c.text(await answerTo(c.req.url, toAll)))
const server = Bun.serve({ fetch: app.fetch, websocket, port, hostname: '127.0.0.1' })

function toAll(message) {
  server.publish('news', JSON.stringify(message))
}
