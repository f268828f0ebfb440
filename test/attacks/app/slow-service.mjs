// A service as the documentation has it: the first SIGTERM drains, the second one ends the process.
import { App } from '@ctxgen/runtime'

const [ms, wanted = 0] = process.argv.slice(2).map(Number)
const app = new App()
app.get('/*', async (c) => {
  process.send(c.path())
  await new Promise((resolve) => setTimeout(resolve, ms))
  c.sendString('ok')
})
const { port } = await app.listen({ host: '127.0.0.1', port: wanted })
process.once('SIGTERM', async () => {
  await app.shutdown()
  process.disconnect()
})
process.send(port)
