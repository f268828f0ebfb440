// Sends 200 bodies at once, each 4 KB that decode to 4 MiB, and prints the memory used, in MB.
import { gzipSync } from 'node:zlib'
import { App } from '../../src/index.ts'

const app = new App({ onError: () => {} })
app.post('/', async (c) => {
  await new Promise((resolve) => setTimeout(resolve, 500))
  c.sendString(`${c.body().length}`)
})
const request = {
  method: 'POST',
  body: gzipSync(Buffer.alloc(4 * 1024 * 1024)),
  headers: { 'Content-Encoding': 'gzip' },
}
const answers = await Promise.all(Array.from({ length: 200 }, () => app.test('/', request)))
const statuses = new Set(answers.map(({ status }) => status))
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
process.stdout.write(JSON.stringify({ statuses: [...statuses].sort(), megabytes }))
