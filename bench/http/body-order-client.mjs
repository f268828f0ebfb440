// Sends batches of requests to a port, and reports the number of wrong answers. Connections are kept for the next batch.
import { once } from 'node:events'
import { connect } from 'node:net'
import { userJson } from '../requests.mjs'

const connections = 16
const body = userJson(0)
const request = Buffer.from(
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
)
const socketsOf = new Map()

process.on('message', async ({ port, count }) => {
  if (!socketsOf.has(port))
    socketsOf.set(port, await Promise.all(Array.from({ length: connections }, () => open(port))))
  const left = { count, wrong: 0 }
  await Promise.all(socketsOf.get(port).map((socket) => sendRequests(socket, left)))
  process.send(left.wrong)
})

async function open(port) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Sends one request after another, until none is left. */
function sendRequests(socket, left) {
  return new Promise((resolve) => {
    let answer = ''
    const next = () => {
      answer = ''
      if (left.count-- > 0) socket.write(request)
      else {
        socket.off('data', onData)
        resolve()
      }
    }
    const onData = (chunk) => {
      answer += chunk.latin1Slice()
      const end = answer.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/content-length: (\d+)/i.exec(answer)?.[1])
      if (answer.length < end + 4 + length) return
      if (!answer.startsWith('HTTP/1.1 200') || length !== body.length) left.wrong++
      next()
    }
    socket.on('data', onData)
    next()
  })
}
