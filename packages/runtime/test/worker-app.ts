import cluster from 'node:cluster'
import { App } from '../src/index.ts'

// Started as a process of its own, and again by it for each worker.
const app = new App()
app.get('/pid', (c) => c.set('Connection', 'close').sendString(String(process.pid)))
app.get('/crash', () => process.exit(1))
const { url } = await app.listen({ host: '127.0.0.1', workers: 2 })
if (cluster.isPrimary) {
  process.send?.(url)
  process.once('message', () => {
    // As when a terminal ends the whole group: workers are told twice, and that is no failure.
    cluster.on('exit', (_, code) => {
      if (code !== 0) process.exitCode = 1
    })
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    void app.shutdown().then(() => process.disconnect())
  })
} else process.once('SIGTERM', () => void app.shutdown())
