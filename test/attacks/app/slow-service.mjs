// A service as the documentation has it: the first SIGTERM drains, the second one ends the process.
import { App } from '@ctxgen/runtime'

const ms = Number(process.argv[2])
const http2 = process.argv[3] === 'h2c'
const app = new App()
app.get('/*', async (c) => {
  process.send('request')
  await new Promise((resolve) => setTimeout(resolve, ms))
  c.sendString('ok')
})
const { port } = await app.listen({ host: '127.0.0.1', http2 })
process.once('SIGTERM', async () => {
  await app.shutdown()
  process.disconnect()
})
process.send(port)
