// The library below ctxgen, which trusts each message.
import { createServer } from 'node:http'
import nodeAdapter from 'crossws/adapters/node'
import { answerTo, port, said } from './said.mjs'

const peers = new Set()
const adapter = nodeAdapter({
  hooks: {
    open: (peer) => peers.add(peer),
    message: (peer, message) => peer.send(JSON.stringify(said(message.json()))),
    close: (peer) => peers.delete(peer),
  },
})
const server = createServer(async (req, res) => {
  res.end(await answerTo(req.url, toAll))
})
server.on('upgrade', adapter.handleUpgrade)
server.listen(port, '127.0.0.1')

function toAll(message) {
  const text = JSON.stringify(message)
  for (const peer of peers) peer.send(text)
}
