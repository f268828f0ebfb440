// Sends a file when no descriptor is left, then again when there are.
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { App } from '@ctxgen/runtime'

const root = process.argv[2]
const app = new App({ onError: () => {} })
app.get('/:name', (c) => c.sendFile(c.params('name'), { root }))

const statusOf = async (path) => {
  const response = await app.test(path)
  await response.arrayBuffer().catch(() => {})
  return response.status
}

// What sending files loads needs descriptors as well.
await statusOf('/empty.txt')
const held = []
holdAll()
// The file that was just sent may still have been open.
await sleep(100)
holdAll()
const starved = await statusOf('/big.bin')
held.forEach(closeSync)
process.send({ starved, recovered: await statusOf('/big.bin') }, () => process.disconnect())

function holdAll() {
  try {
    for (;;) held.push(openSync('/dev/null'))
  } catch (error) {
    if (error.code !== 'EMFILE') throw error
  }
}
