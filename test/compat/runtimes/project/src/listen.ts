import { setTimeout as delay } from 'node:timers/promises'
import { app } from './app.ts'

// Node, Bun and Deno: a server of node:http. It ends while a request is under way.
app.get('/shutdown', async (c) => {
  void app.shutdown().then(() => console.log('closed'))
  await delay(100)
  c.sendString('the last one')
})
const { url } = await app.listen({ host: '127.0.0.1' })
console.log(url)
