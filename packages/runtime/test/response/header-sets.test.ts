import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx, type Handler, HttpError } from '../../src/index.ts'
import { headerSet, removeHeader, setHeaders } from '../../src/middleware.ts'
import { rawExchange } from '../support/raw-exchange.ts'
import { withApp } from '../support/serve.ts'

type Put = (c: Ctx, headers: Readonly<Record<string, string>>) => void

const sets = new WeakMap<object, ReturnType<typeof headerSet>>()

function putSet(c: Ctx, headers: Readonly<Record<string, string>>): void {
  const set = sets.get(headers) ?? headerSet(headers)
  sets.set(headers, set)
  setHeaders(c, set)
}

function putEach(c: Ctx, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) c.set(name, value)
}

const policy = { 'X-Frame-Options': 'DENY', 'X-Content-Type-Options': 'nosniff' }
const more = { 'X-More': 'm', 'Permissions-Policy': 'camera=()' }
const other = { 'x-frame-options': 'SAMEORIGIN', 'X-Other': 'o' }
const special = { 'Content-Type': 'text/x-own', Vary: 'A', 'Cache-Control': 'max-age=5', 'X-Special': 's' }
const latin = { 'X-Latin': 'é' }

/** Handlers that must answer the same whether headers come as a set or one by one. */
const cases: Readonly<Record<string, (put: Put) => Handler>> = {
  plain: (put) => (c) => {
    put(c, policy)
    c.sendString('é')
  },
  'two sets': (put) => (c) => {
    put(c, policy)
    put(c, more)
    c.json({ frame: c.getRespHeader('x-frame-options'), all: Object.keys(c.getRespHeaders()).sort() })
  },
  'the same set twice': (put) => (c) => {
    put(c, policy)
    put(c, policy)
    c.sendString('a')
  },
  'a set over another': (put) => (c) => {
    put(c, policy)
    put(c, other)
    c.sendString(c.getRespHeader('X-Frame-Options'))
  },
  'a set over a header': (put) => (c) => {
    c.set('X-MORE', 'old').append('X-Listed', 'a', 'b')
    put(c, more)
    c.sendString(c.getRespHeader('x-more'))
  },
  'a header over a set': (put) => (c) => {
    put(c, policy)
    c.set('x-frame-options', 'later').vary('Origin').vary('Accept')
    c.sendString(c.getRespHeader('X-Frame-Options'))
  },
  'appended to a set': (put) => (c) => {
    put(c, policy)
    c.append('X-Frame-Options', 'DENY', 'b').append('X-None', '').append('X-One', 'one')
    c.sendString('a')
  },
  'removed from a set': (put) => (c) => {
    put(c, policy)
    removeHeader(c, 'x-FRAME-options')
    c.sendString(`${c.getRespHeader('X-Frame-Options')}.${c.getRespHeader('X-Content-Type-Options')}`)
  },
  'headers that a server reads': (put) => (c) => {
    put(c, special)
    c.vary('B')
    c.sendString('a')
  },
  'characters outside ASCII': (put) => (c) => {
    put(c, policy)
    put(c, latin)
    c.sendString('é')
  },
  'a failed handler': (put) => (c) => {
    put(c, policy)
    put(c, special)
    throw new HttpError(418, 'no', { headers: { 'X-Content-Type-Options': 'error' } })
  },
  'no body': (put) => (c) => {
    put(c, policy)
    c.status(204)
  },
  'a stream': (put) => (c) => {
    put(c, policy)
    c.sendStream(['a', 'b'])
  },
  "headers of the server's own response": (put) => (c) => {
    const res = c.response()
    if (isNodeResponse(res)) res.setHeader('X-Frame-Options', 'own').setHeader('X-Own', 'own')
    put(c, policy)
    c.sendString('a')
  },
  'a replaced writeHead': (put) => (c) => {
    const res = c.response()
    if (isNodeResponse(res)) {
      const writeHead = res.writeHead.bind(res)
      res.writeHead = (status: number, lines: unknown) =>
        Array.isArray(lines) ? writeHead(status, [...lines, 'X-Seen', `${lines.includes('DENY')}`]) : res
    }
    put(c, policy)
    c.sendString('a')
  },
}

function isNodeResponse(res: unknown): res is ServerResponse {
  return typeof res === 'object' && res !== null && 'setHeader' in res
}

function register(app: App): void {
  for (const [i, handler] of Object.values(cases).entries()) {
    app.all(`/set/${i}`, handler(putSet))
    app.all(`/each/${i}`, handler(putEach))
  }
}

async function seen(response: Response): Promise<unknown> {
  const headers = [...response.headers].filter(([name]) => name !== 'date')
  return { status: response.status, headers, body: await response.text() }
}

async function compare(send: (path: string, init: RequestInit) => Promise<Response>): Promise<void> {
  for (const [i, name] of Object.keys(cases).entries()) {
    for (const method of ['GET', 'HEAD']) {
      // Twice: joined sets are cached.
      for (let times = 0; times < 2; times++) {
        const byOne = await seen(await send(`/each/${i}`, { method }))
        assert.equal(await seen(await send(`/set/${i}`, { method })), byOne, `${method}: ${name}`)
      }
    }
  }
}

test('a set of headers answers as its headers one by one, on a server of our own', () =>
  withApp({}, register, ({ url }) => compare((path, init) => fetch(`${url}${path}`, init))))

test('the same on a server made elsewhere, and for fetch', async () => {
  const app = new App({ onError: () => {} })
  register(app)
  await compare(async (path, init) => app.fetch(new Request(`http://a${path}`, init)))
  const server = createServer(app.handler())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await compare((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init))
  server.closeAllConnections()
  server.close()
})

test('each line of a set is sent once, with the status line first', () =>
  withApp({}, register, async ({ port }) => {
    const text = await rawExchange(port, 'GET /set/0 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    const [first, ...lines] = text.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
    assert.is(first, 'HTTP/1.1 200 OK')
    const names = lines.map((line) => line.split(':', 1)[0]?.toLowerCase())
    assert.is(new Set(names).size, names.length, lines.join('\n'))
    assert.ok(lines.includes('X-Frame-Options: DENY'))
  }))

test('a set that could break the header section is refused when it is made', () => {
  assert.throws(() => headerSet({ 'X-A': 'a\r\nX-B: b' }), /invalid character/)
  assert.throws(() => headerSet({ 'X A': 'a' }), /not a header name/)
})

test.run()
