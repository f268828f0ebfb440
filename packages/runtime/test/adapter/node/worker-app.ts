import cluster from 'node:cluster'
import { App } from '../../../src/index.ts'

// Started in a separate process, and again by it for each worker.
const app = new App()
app.get('/pid', (c) => c.set('Connection', 'close').sendString(String(process.pid)))
app.get('/crash', () => process.exit(1))
app.get('/slow', () => new Promise((resolve) => setTimeout(resolve, 600_000)))
app.get('/busy', () => {
  for (;;);
})
const { url } = await app.listen({ host: '127.0.0.1', workers: 2 })
if (cluster.isPrimary) {
  process.send?.(url)
  process.on('message', (message) => {
    if (message === 'kill') killAll()
    else void end(message === 'stop' ? undefined : Number(message))
  })
} else process.once('SIGTERM', () => void app.shutdown())

function killAll(): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
}

async function end(timeout: number | undefined): Promise<void> {
  // As on Ctrl-C in a terminal, which signals the whole group: workers get it twice, without a failure.
  cluster.on('exit', (_, code) => {
    if (code !== 0) process.exitCode = 1
  })
  if (timeout === undefined)
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  process.send?.(await app.shutdown(timeout === undefined ? {} : { timeout }))
  process.disconnect()
}
