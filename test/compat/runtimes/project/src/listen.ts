import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { app } from './app.ts'

// Node, Bun and Deno, each with its own server. It ends while a request is under way.
app.get('/shutdown', async (c) => {
  void app.shutdown().then((drained) => console.log(drained ? 'closed' : 'cut'))
  await delay(100)
  c.sendString('the last one')
})
app.get('/deadline', async (c) => {
  void app.shutdown({ timeout: 50 }).then((drained) => {
    console.log(drained ? 'closed' : 'cut')
    process.exit()
  })
  await delay(2000)
  c.sendString('too late')
})
// Longer than Bun then waits for a silent client. Deno's own server has no such option.
app.get('/slow', async (c) => {
  await delay(6000)
  c.sendString('at last')
})
const secure = process.argv[2] === 'tls'
const tls = secure ? { cert: readFileSync('cert.pem'), key: readFileSync('key.pem', 'utf8') } : {}
const idle = 'Deno' in globalThis ? {} : { keepAliveTimeout: 1000 }
const { url, port } = await app.listen({ host: '127.0.0.1', ...idle, ...tls })
const again = await app.listen({ host: '127.0.0.1', port }).catch((error: { code: string }) => error.code)
console.log(url)
console.log(again)
