import websocket from '@fastify/websocket'
import Ajv from 'ajv'
import fastify from 'fastify'
import { answerTo, port, said } from './said.mjs'

// The plugin checks no messages: this is Fastify's own validator.
const isSay = new Ajv().compile({
  type: 'object',
  properties: {
    type: { const: 'say' },
    id: { type: 'integer' },
    text: { type: 'string', minLength: 1, maxLength: 500 },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
  },
  required: ['type', 'id', 'text', 'tags'],
})
const app = fastify()
await app.register(websocket, { options: { perMessageDeflate: false } })
app.get('/chat', { websocket: true }, (socket) => {
  socket.on('message', (data) => {
    const message = JSON.parse(data)
    if (isSay(message)) socket.send(JSON.stringify(said(message)))
    else socket.close(1008)
  })
})
app.get('/*', async (request) => answerTo(request.url, toAll))
await app.listen({ port, host: '127.0.0.1' })

function toAll(message) {
  const text = JSON.stringify(message)
  for (const socket of app.websocketServer.clients) socket.send(text)
}
