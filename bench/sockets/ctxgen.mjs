import { App } from '@ctxgen/runtime'
import { Chat, Said } from '../dist/binders.mjs'
import { answerTo, port, said } from './said.mjs'

const app = new App()
const channel = app.channel(Said, 'news', { gap: false })

app.ws('/chat', Chat, {
  // Limits for a client that is the bench.
  maxRate: 1e9,
  open: (socket) => channel.subscribe(socket),
  message: (socket, message) => socket.send(said(message)),
})
app.get('/*', async (c) =>
  c.sendString(await answerTo(c.originalURL(), (message) => channel.publish(message))),
)
await app.listen({ port, host: '127.0.0.1' })
