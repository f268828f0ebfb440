import { serve, upgradeWebSocket } from '@hono/node-server'
import { Hono } from 'hono'
import { WebSocketServer } from 'ws'
import { z } from 'zod'
import { answerTo, port, said } from './said.mjs'

const Say = z.object({
  type: z.literal('say'),
  id: z.int(),
  text: z.string().min(1).max(500),
  tags: z.array(z.string()).max(5),
})
const app = new Hono()
const sockets = new Set()

app.get(
  '/chat',
  upgradeWebSocket(() => ({
    onOpen: (_event, socket) => sockets.add(socket),
    onMessage: (event, socket) => socket.send(JSON.stringify(said(Say.parse(JSON.parse(event.data))))),
    onClose: (_event, socket) => sockets.delete(socket),
  })),
)
app.get('/*', async (c) => c.text(await answerTo(c.req.url, toAll)))
serve({
  fetch: app.fetch,
  websocket: { server: new WebSocketServer({ noServer: true, perMessageDeflate: false }) },
  port,
  hostname: '127.0.0.1',
})

function toAll(message) {
  const text = JSON.stringify(message)
  for (const socket of sockets) socket.send(text)
}
