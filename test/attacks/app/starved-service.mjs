// Sends a file without a free descriptor, then with some: by fetch, and over open connections.
import { closeSync, openSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { App } from '@ctxgen/runtime'

const root = process.argv[2]
const app = new App({ onError: () => {} })
app.get('/:name', (c) => c.sendFile(c.params('name'), { root }))

const host = '127.0.0.1'
const { port } = await app.listen({ host })
const { url } = await app.listen({ host, http2: true })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const session = connect(url.replace('localhost', host))

const ways = [
  async (path) => {
    const response = await app.test(path)
    await response.arrayBuffer().catch(() => {})
    return response.status
  },
  (path) =>
    new Promise((resolve, reject) => {
      const request = get({ host, port, path, agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
      request.on('error', reject)
    }),
  (path) =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':path': path })
      stream.on('response', (headers) => {
        stream.resume().on('end', () => resolve(headers[':status']))
      })
      stream.on('error', reject)
    }),
]
const statusesOf = async (path) => {
  const statuses = []
  for (const statusOf of ways) statuses.push(await statusOf(path))
  return statuses
}

// Sending a file loads modules, which need descriptors as well.
await statusesOf('/empty.txt')
const held = []
holdAll()
// The file just sent may still be open.
await sleep(100)
holdAll()
const starved = await statusesOf('/big.bin')
held.forEach(closeSync)
process.send({ starved, recovered: await statusesOf('/big.bin') }, () => process.exit())

function holdAll() {
  try {
    for (;;) held.push(openSync('/dev/null'))
  } catch (error) {
    if (error.code !== 'EMFILE') throw error
  }
}
