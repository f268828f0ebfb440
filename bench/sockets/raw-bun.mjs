// The limit on Bun: its own server, which trusts each message.
import { answerTo, port, said } from './said.mjs'

const server = Bun.serve({
  port,
  hostname: '127.0.0.1',
  async fetch(request) {
    if (new URL(request.url).pathname === '/chat' && server.upgrade(request)) return undefined
    return new Response(
      await answerTo(request.url, (message) => server.publish('news', JSON.stringify(message))),
    )
  },
  websocket: {
    open: (socket) => socket.subscribe('news'),
    message: (socket, data) => socket.send(JSON.stringify(said(JSON.parse(data)))),
  },
})
