// The limit on Node: ws alone, which trusts each message.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { answerTo, port, said } from './said.mjs'

const server = createServer(async (req, res) => {
  res.end(await answerTo(req.url, toAll))
})
const sockets = new WebSocketServer({ server, path: '/chat', perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', (data) => socket.send(JSON.stringify(said(JSON.parse(data)))))
})
server.listen(port, '127.0.0.1')

function toAll(message) {
  const text = JSON.stringify(message)
  for (const socket of sockets.clients) socket.send(text)
}
