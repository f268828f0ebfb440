import cluster from 'node:cluster'
import { App } from '../../../src/index.ts'

// Started in a separate process: <workers> [<drain delay>] [fail]
const [, , workers = '1', drainDelay = '0', fails] = process.argv
const app = new App()
app.onStart(() => console.log('start'))
app.onStop((reason) => {
  if (fails !== undefined) throw new Error('hook failed')
  console.log(`stop ${reason}`)
})
app.get('/stopping', (c) => c.sendString(`${c.app().isStopping}`))
app.get('/slow', async (c) => {
  await new Promise((resolve) => setTimeout(resolve, 400))
  c.sendString('slow')
})
app.get('/hang', () => new Promise(() => {}))
const { url } = await app.listen({
  host: '127.0.0.1',
  ...(workers !== '1' && { workers: Number(workers) }),
  signals: { drainDelay: Number(drainDelay) },
})
if (cluster.isPrimary) {
  process.send?.(url)
  // The channel of the test would keep the process alive.
  process.disconnect()
}
