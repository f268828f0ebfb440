import cluster from 'node:cluster'
import { App } from '../src/index.ts'

// Started as a process of its own, and again by it for each worker.
const app = new App()
app.get('/pid', (c) => c.set('Connection', 'close').sendString(String(process.pid)))
app.get('/crash', () => process.exit(1))
const { url } = await app.listen({ host: '127.0.0.1', workers: 2 })
if (cluster.isPrimary) {
  process.send?.(url)
  process.once('message', () => void app.shutdown().then(() => process.disconnect()))
}
