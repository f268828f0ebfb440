import { once } from 'node:events'
import { connect } from 'node:http2'
import { connect as connectSocket, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, HttpError } from '../../src/index.ts'
import { pickerOf, spelled } from '../support/path-spelling.ts'
import { tempFolder } from '../support/temp-folder.ts'

const guarded = ['admin', 'my docs', 'privé', '@private', 'a+b', 'C#', 'x;y=1', 'ΟΔΟΣ', '日本']
const root = tempFolder(
  Object.fromEntries(
    ['open', ...guarded].map((name) => [`${name}/x.txt`, name === 'open' ? 'open' : 'SECRET']),
  ),
)

const app = new App()
for (const name of guarded)
  app.use(`/files/${name.replaceAll('+', '\\+')}`, () => {
    throw new HttpError(401)
  })
app.get('/files/*', (c) => c.sendFile(c.params('*'), { root }))
app.get('/by-hand/*', (c) => c.sendFile(c.path().slice('/by-hand/'.length), { root }))
for (const name of guarded)
  app.get(`/before/${name.replaceAll('+', '\\+')}/*`, () => {
    throw new HttpError(401)
  })
app.get('/before/*', (c) => c.sendFile(c.params('*'), { root }))

const http1 = await app.listen({ host: '127.0.0.1' })
const http2 = await app.listen({ host: '127.0.0.1', http2: true })
const session = connect(http2.url)
const socket = connectSocket(http1.port, '127.0.0.1')
test.after(async () => {
  session.close()
  socket.destroy()
  await app.shutdown()
})

/** Two answers over each server: the status, and whether the file has left. */
async function ask(path: string): Promise<Readonly<Record<string, string>>> {
  const [one, two] = await Promise.all([overSocket(socket, path), overHttp2(path)])
  return { 'HTTP/1.1': one, 'HTTP/2': two }
}

async function overSocket(open: Socket, path: string): Promise<string> {
  open.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  let text = ''
  for (;;) {
    const [piece] = (await once(open, 'data')) as [Buffer]
    text += piece.toString('latin1')
    const length = /content-length: (\d+)/i.exec(text)?.[1]
    if (text.length === text.indexOf('\r\n\r\n') + 4 + Number(length)) break
  }
  return text.includes('SECRET') ? 'SECRET' : text.slice(9, 12)
}

async function overHttp2(path: string): Promise<string> {
  const stream = session.request({ ':path': path })
  let text = ''
  stream.setEncoding('latin1').on('data', (piece: string) => {
    text += piece
  })
  const [fields] = (await once(stream, 'response')) as [Record<string, unknown>]
  await once(stream, 'end')
  return text.includes('SECRET') ? 'SECRET' : String(fields[':status'])
}

const pick = pickerOf(5)

/** Random spellings, and each with its escapes escaped again. */
function spellingsOf(path: string): string[] {
  const once = Array.from({ length: 12 }, () => spelled(path, pick, false).replaceAll(' ', '%20'))
  const whole = path.replace(/[^/]/gu, (one) =>
    [...Buffer.from(one)].map((byte) => `%${byte.toString(16)}`).join(''),
  )
  const all = [...once, whole, encodeURI(path).replaceAll('#', '%23')]
  return [
    ...all,
    ...all.map((one) => one.replaceAll('%', '%25')),
    ...all.map((one) => one.replaceAll('%', '%%32%35')),
  ]
}

test('a guard of a folder holds for each spelling of a file in it', async () => {
  for (const name of guarded) {
    for (const sent of spellingsOf(`${name}/x.txt`)) {
      for (const route of ['/files/', '/before/']) {
        for (const [server, answer] of Object.entries(await ask(route + sent)))
          assert.ok(answer === '401' || answer === '404', `${server} ${route}${sent}: ${answer}`)
      }
    }
    for (const answer of Object.values(await ask(`/files/${encodeURIComponent(name)}/x.txt`)))
      assert.is(answer, '401', name)
  }
  assert.equal(await ask('/files/open/x.txt'), { 'HTTP/1.1': '200', 'HTTP/2': '200' })
})

test('bytes beyond ASCII in a target are its escapes', async () => {
  assert.is(await overHttp2(`/files/${Buffer.from('privé').toString('latin1')}/x.txt`), '401')
  assert.is(await overHttp2(`/by-hand/${Buffer.from('privé').toString('latin1')}/x.txt`), 'SECRET')
})

test('a bare # or backslash counts as its escape', async () => {
  assert.is(await overSocket(socket, '/files/C#/x.txt'), '401')
  assert.is(await overSocket(socket, '/files/open\\x.txt'), '404')
})

test.run()
