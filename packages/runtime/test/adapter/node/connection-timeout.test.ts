import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App } from '../../../src/index.ts'
import { pause, until } from '../../support/serve.ts'

/** An app whose answers take longer than its connections may be silent, or consist of frequent pieces. */
function slowApp(): App {
  const app = new App()
  app.get('/slow', async (c) => {
    await pause(2000)
    c.sendString('too late')
  })
  app.get('/pieces', (c) =>
    c.sendStream(
      (async function* () {
        for (let i = 0; i < 12; i++) {
          yield 'x'
          await pause(50)
        }
      })(),
    ),
  )
  return app
}

test('connectionTimeout closes a silent connection of HTTP/1, and no busy one', async () => {
  const app = slowApp()
  const { port, url } = await app.listen({ host: '127.0.0.1', connectionTimeout: 300 })
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  const began = Date.now()
  assert.ok(await until(() => socket.destroyed))
  assert.ok(Date.now() - began < 1900)
  assert.is(answer, '')
  assert.is((await (await fetch(`${url}/pieces`)).text()).length, 12)
  await app.shutdown({ timeout: 10 })
})

test('connectionTimeout closes a silent session of HTTP/2, and no busy one', async () => {
  const app = slowApp()
  const { url } = await app.listen({ host: '127.0.0.1', http2: true, connectionTimeout: 300 })
  const session = connectHttp2(url)
  session.on('error', () => {})
  const busy = session.request({ ':path': '/pieces' })
  let text = ''
  busy.on('data', (bytes) => {
    text += bytes
  })
  await new Promise((resolve) => busy.on('close', resolve))
  assert.is(text.length, 12)
  const began = Date.now()
  const silent = session.request({ ':path': '/slow' })
  silent.on('error', () => {})
  assert.ok(await until(() => session.destroyed))
  assert.ok(Date.now() - began < 1900)
  await app.shutdown({ timeout: 10 })
})

test.run()
