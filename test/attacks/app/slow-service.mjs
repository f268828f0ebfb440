// A service as the documentation shows it: the first SIGTERM drains, the second ends the process.
import { App } from '@ctxgen/runtime'

const [ms, protocol, port = 0] = process.argv.slice(2)
const app = new App()
app.get('/*', async (c) => {
  process.send(c.path())
  await new Promise((resolve) => setTimeout(resolve, Number(ms)))
  c.sendString('ok')
})
const listening = await app.listen({ host: '127.0.0.1', port: Number(port), http2: protocol === 'h2c' })
process.once('SIGTERM', async () => {
  await app.shutdown()
  process.disconnect()
})
process.send(listening.port)
