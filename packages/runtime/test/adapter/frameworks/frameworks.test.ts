import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  expressInput,
  fastifyInput,
  fetchInput,
  honoInput,
  koaInput,
  problemOf,
} from '../../../src/adapters.ts'
import { Bind, type BindInput, HttpError } from '../../../src/index.ts'
import { ruleContext } from '../../../src/validate/rule-context.ts'
import { rawExchange } from '../../support/raw-exchange.ts'

// The real frameworks are in test/compat/frameworks; these edge cases need none.

interface Bound {
  readonly query: string
  readonly garage: string | undefined
  readonly params: readonly string[]
  readonly type: string
  readonly answered: readonly string[]
  readonly body: string
}

function boundOf(input: BindInput): Bound {
  return {
    query: input.rawQuery(),
    garage: input.routeParam('garage'),
    params: input.routeParamNames(),
    type: input.contentType(),
    answered: input.rawResponseHeaders(),
    body: new TextDecoder().decode(input.bodyBytes()),
  }
}

/** Serves one handler for the length of a test; its result is sent as JSON, its error as a problem. */
async function served(
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<unknown>,
  use: (port: number) => Promise<void>,
): Promise<void> {
  const server = createServer((req, res) => {
    handle(req, res)
      .then((value) => res.end(JSON.stringify(value)))
      .catch((error: unknown) => {
        const problem = problemOf(error)
        res.writeHead(problem.status).end(JSON.stringify(problem))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    // The address of TCP is always an object.
    await use((server.address() as AddressInfo).port)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

async function post(port: number, body: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/a?x=1&y=%20`, { method: 'POST', body, headers })
  return response.json()
}

test('two lines of Content-Type are a 400, and a 415 when the server joins them', async () => {
  const bind = (input: BindInput): unknown => new Bind(input).body()
  const adapters: readonly ((req: IncomingMessage, res: ServerResponse) => Promise<unknown>)[] = [
    async (req, res) => bind(await expressInput()(req, res)),
    async (req, res) =>
      bind(await fastifyInput()({ raw: req, params: {} }, { raw: res, getHeaders: () => res.getHeaders() })),
    async (req, res) => bind(await koaInput()({ req, res, request: {} })),
  ]
  for (const handle of adapters) {
    await served(handle, async (port) => {
      for (const [types, status] of [
        [['text/plain', 'application/json'], 400],
        [['application/json', 'application/json'], 400],
        [['application/json'], 200],
      ] as const) {
        const lines = types.map((type) => `Content-Type: ${type}\r\n`).join('')
        const head = `POST / HTTP/1.1\r\nHost: a\r\n${lines}Content-Length: 2\r\nConnection: close\r\n\r\n`
        assert.match(await rawExchange(port, `${head}{}`), new RegExp(`^HTTP/1.1 ${status} `), lines)
      }
    })
  }
  const headers = new Headers([
    ['content-type', 'application/json'],
    ['content-type', 'application/json'],
  ])
  const request = new Request('http://a/', { method: 'POST', headers, body: '{}' })
  const input = await fetchInput()(request)
  assert.throws(
    () => bind(input),
    (error: unknown) => error instanceof HttpError && error.status === 415,
  )
})

test('a request of bare node:http has all its parts', async () => {
  const input = expressInput()
  await served(
    async (req, res) => {
      res.setHeader('X-Total', 3)
      res.setHeader('X-Tag', ['a', 'b'])
      return boundOf(await input(Object.assign(req, { params: { garage: '7', rest: ['a', 'b'] } }), res))
    },
    async (port) => {
      assert.equal(await post(port, '{"a":1}', { 'content-type': 'application/json' }), {
        query: 'x=1&y=%20',
        garage: '7',
        params: ['garage', 'rest'],
        type: 'application/json',
        answered: ['x-total', '3', 'x-tag', 'a', 'x-tag', 'b'],
        body: '{"a":1}',
      })
    },
  )
})

test('a parameter never comes from the prototype, and a wildcard is one text', async () => {
  const input = await fetchInput()(new Request('http://h/'), { rest: ['a', 'b'] })
  assert.is(input.routeParam('toString'), undefined)
  assert.is(input.routeParam('rest'), 'a/b')
})

test('a body consumed by another parser is a mistake of the service, and reported as such', async () => {
  const input = koaInput()
  await served(
    async (req, res) => {
      for await (const _ of req);
      const failure = await input({ req, res, request: {} }).catch((error: unknown) => error)
      return failure instanceof HttpError ? 'HttpError' : String(failure)
    },
    async (port) => {
      assert.match(String(await post(port, 'abc')), /parsed before it was bound/)
    },
  )
})

test('bytes kept by a parser are used, and decoded if it did not', async () => {
  const [fastify, koa] = [fastifyInput({ bodyLimit: 3 }), koaInput({ bodyLimit: 3 })]
  await served(
    async (req, res) => {
      const body = Buffer.from('abc')
      const reply = { raw: res, getHeaders: () => res.getHeaders() }
      return [
        boundOf(await fastify({ raw: req, params: undefined, body }, reply)).body,
        boundOf(await koa({ req, res, request: { rawBody: 'xyz' } })).body,
        await koa({ req, res, request: { rawBody: 'four' } })
          .then(boundOf)
          .catch(problemOf),
      ]
    },
    async (port) => {
      const tooLarge = { type: 'about:blank', title: 'Payload Too Large', status: 413 }
      assert.equal(await post(port, 'abc'), ['abc', 'xyz', tooLarge])
    },
  )
})

test('a body past the limit is refused, whatever was announced', async () => {
  const input = expressInput({ bodyLimit: 4 })
  await served(
    async (req, res) => boundOf(await input(req, res)),
    async (port) => {
      const head = 'POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n'
      assert.match(await rawExchange(port, `${head}3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n`), /^HTTP\/1.1 413 /)
      assert.match(await rawExchange(port, `${head}3\r\nabc\r\n0\r\n\r\n`), /"body":"abc"/)
    },
  )
})

for (const when of ['while it is read', 'before it is read']) {
  test(`a request that is aborted ${when} does not hang`, async () => {
    const input = expressInput()
    let settle: (message: unknown) => void = () => {}
    const message = new Promise((resolve) => {
      settle = resolve
    })
    await served(
      async (req, res) => {
        if (when === 'before it is read') await new Promise((resolve) => req.on('close', resolve))
        const failure = await input(req, res)
          .then(boundOf)
          .catch((error: unknown) => error)
        settle(failure instanceof HttpError ? failure.message : failure)
      },
      async (port) => {
        const socket = connect(port, '127.0.0.1')
        socket.write('POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc')
        setTimeout(() => socket.destroy(), 50)
        assert.is(await message, 'The request broke off')
      },
    )
  })
}

test('a running rule learns of a disconnect', async () => {
  const input = expressInput()
  let settle: (value: unknown) => void = () => {}
  const aborted = new Promise((resolve) => {
    settle = resolve
  })
  await served(
    async (req, res) => {
      const { signal } = ruleContext(await input(req, res))
      signal?.addEventListener('abort', () => settle(true))
      await aborted
    },
    async (port) => {
      const socket = connect(port, '127.0.0.1')
      socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n')
      setTimeout(() => socket.destroy(), 50)
      assert.is(await aborted, true)
    },
  )
  const gone = new AbortController()
  const request = new Request('http://h/', { signal: gone.signal })
  const { signal } = ruleContext(await fetchInput()(request))
  gone.abort()
  assert.is(signal?.aborted, true)
})

test("a Request is read up to the limit, Hono's too", async () => {
  const chunked = (): Request => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
    })
    return new Request('http://h/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  }
  const context = (raw: Request) => ({
    req: { raw, param: () => ({}), arrayBuffer: () => raw.arrayBuffer() },
    res: new Response(null, { headers: { 'x-total': '1' } }),
  })
  for (const input of [await fetchInput()(chunked()), await honoInput()(context(chunked()))]) {
    assert.throws(
      () => input.bodyBytes(),
      (error: unknown) => error instanceof HttpError && error.status === 413,
    )
  }
  const small = await honoInput()(context(new Request('http://h/?q', { method: 'POST', body: 'abc' })))
  assert.equal(boundOf(small), {
    query: 'q',
    garage: undefined,
    params: [],
    type: 'text/plain;charset=UTF-8',
    answered: ['x-total', '1'],
    body: 'abc',
  })
})

test('an unexpected error reveals nothing', () => {
  assert.equal(problemOf(new Error('secret')), {
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
  })
})

test.run()
