import { createServer, type Socket } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Json } from './case-types.ts'
import { cookieDifferences } from './check-cookies.ts'
import { responseDifferences } from './check-response.ts'
import type { ClientResponse } from './client-response.ts'
import { type Comparison, compareValue, differences } from './compare.ts'
import { exportedNames } from './exported-names.ts'
import { makeMemFs } from './mem-fs.ts'
import { RawConnection } from './raw-client.ts'
import { readDiagnostics } from './read-diagnostics.ts'
import { decompress, requestBytes, wireRequest } from './request-bytes.ts'
import { ResponseParser } from './response-parser.ts'

const parse = (
  pieces: readonly string[],
  options: { method?: string; clean?: boolean } = {},
): ClientResponse => {
  const parser = new ResponseParser(options.method ?? 'GET')
  for (const piece of pieces) parser.push(Buffer.from(piece, 'latin1'))
  parser.end(options.clean ?? true)
  return parser.result()
}

const parsing = suite('response parser')

parsing('reads a body of a given length, in whatever pieces it comes', () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: 1\r\nx-a:  2 \r\n\r\nhello'
  for (const pieces of [[text], [...text], [text.slice(0, 30), text.slice(30)]]) {
    const response = parse(pieces)
    assert.is(response.ending, 'complete')
    assert.is(response.body.toString(), 'hello')
    assert.equal(response.headers, [
      ['content-length', '5'],
      ['x-a', '1'],
      ['x-a', '2'],
    ])
  }
})

parsing('reads chunks with extensions and trailers', () => {
  const text =
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nX-T: 1\r\n\r\n'
  for (const pieces of [[text], [...text]]) {
    const response = parse(pieces)
    assert.is(response.ending, 'complete')
    assert.is(response.body.toString(), 'abc0123456789')
  }
})

parsing('keeps interim responses apart', () => {
  const response = parse([
    'HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  ])
  assert.equal(response.interim, [{ status: 103, headers: [['link', '<a>']] }])
  assert.is(response.status, 200)
})

parsing('tells a whole response from a broken one', () => {
  assert.is(parse([]).ending, 'empty')
  assert.is(parse(['HTTP/1.1 200']).ending, 'aborted')
  assert.is(parse(['HTTP/1.1 100 Continue\r\n\r\n']).ending, 'aborted')
  assert.is(parse(['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell']).ending, 'aborted')
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n'
  assert.is(parse([chunked]).ending, 'aborted')
  assert.is(parse([`${chunked}0\r\n`]).ending, 'aborted')
  assert.is(parse(['HTTP/1.1 200 OK\r\n\r\nall there']).ending, 'complete')
  assert.is(parse(['HTTP/1.1 200 OK\r\n\r\nall there'], { clean: false }).ending, 'aborted')
})

parsing('knows responses without a body', () => {
  assert.is(parse(['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'], { method: 'HEAD' }).ending, 'complete')
  assert.is(parse(['HTTP/1.1 204 No Content\r\n\r\n']).ending, 'complete')
  assert.is(parse(['HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n']).ending, 'complete')
})

parsing('refuses what is no HTTP', () => {
  const broken = [
    'HTTP/2 200 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na',
    'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\na',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab',
    'HTTP/1.1 204 No Content\r\n\r\nbody',
    'HTTP/1.1 200 OK\r\nbad header\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n',
  ]
  for (const text of broken) assert.is(parse([text]).ending, 'malformed', text)
})

parsing.run()

const client = suite('raw client')

/** A server that answers every connection with these bytes and closes it. */
async function answering(
  bytes: string,
  use: (port: number, received: () => string) => Promise<void>,
): Promise<void> {
  let received = ''
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      socket.end(Buffer.from(bytes, 'latin1'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    await use(typeof address === 'object' && address !== null ? address.port : 0, () => received)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

client('sends exactly the bytes of the request', async () => {
  await answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok', async (port, received) => {
    const connection = await RawConnection.open(port, false)
    const wire = wireRequest(
      {
        target: '/a b?%zz',
        headers: [
          ['x-A', ' 1'],
          ['X-a', '2'],
        ],
        body: 'é',
      },
      () => '',
    )
    const response = await connection.exchange(requestBytes(wire, '1.0'), wire.method)
    assert.is(response.body.toString(), 'ok')
    const head =
      'POST /a b?%zz HTTP/1.0\r\nHost: example.com\r\nx-A:  1\r\nX-a: 2\r\nContent-Length: 2\r\n\r\n'
    assert.is(received(), `${head}\xc3\xa9`)
    connection.destroy()
  })
})

client('sees a body that is cut, and a connection without an answer', async () => {
  for (const [bytes, ending] of [
    ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok', 'aborted'],
    ['', 'empty'],
  ] as const) {
    await answering(bytes, async (port) => {
      const connection = await RawConnection.open(port, false)
      assert.is((await connection.exchange(Buffer.from('x'), 'GET')).ending, ending)
      assert.is(connection.usable, false)
    })
  }
})

client('goes away after the first chunk when asked to', async () => {
  await answering('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok', async (port) => {
    const connection = await RawConnection.open(port, false)
    assert.is((await connection.exchange(Buffer.from('x'), 'GET', true)).ending, 'cut')
  })
})

client('writes forms that others can read', async () => {
  const fields = [
    ['a', 'é"'],
    ['a', '2'],
  ] as const
  const files = [{ field: 'f', filename: 'x.txt', content: 'hi', type: 'text/plain' }]
  const multipart = wireRequest({ multipart: { fields, files } }, () => '')
  const form = await new Response(multipart.body, {
    headers: [...multipart.headers] as [string, string][],
  }).formData()
  assert.equal(form.getAll('a'), ['é"', '2'])
  const file = form.get('f')
  assert.ok(file instanceof File)
  assert.equal([file.name, file.type, await file.text()], ['x.txt', 'text/plain', 'hi'])
  const plain = wireRequest({ form: { 'a b': 'c&d' } }, () => '')
  assert.is(plain.body?.toString(), 'a+b=c%26d')
  assert.is(plain.method, 'POST')
})

client('compresses bodies and leaves the header to the case', () => {
  for (const encode of ['gzip', 'br', 'deflate'] as const) {
    const { body = Buffer.alloc(0), headers } = wireRequest({ body: 'hello', encode }, () => '')
    assert.is(decompress(body, encode).toString(), 'hello')
    assert.equal(
      headers.map(([name]) => name),
      ['Host', 'Content-Length'],
    )
  }
})

client.run()

const comparing = suite('compare')

const same = (expected: Json, actual: unknown): void => assert.equal(differences(expected, actual, 'it'), [])
const differs = (expected: Json, actual: unknown): void =>
  assert.ok(differences(expected, actual, 'it').length > 0, JSON.stringify(expected))

comparing('takes equal values for equal', () => {
  same({ a: [1, 'x', null, true] }, { a: [1, 'x', null, true], b: undefined })
  same({ a: { $undefined: true } }, {})
  same({ $undefined: true }, undefined)
  same({ a: 1 }, Object.assign(Object.create(null), { a: 1 }))
  same({ $date: '1970-01-01T00:00:00Z' }, new Date(0))
  same({ $bigint: '9007199254740993' }, 9007199254740993n)
  same({ $bytes: 'AQI=' }, Buffer.from([1, 2]))
  same({ path: '/' }, { path: '/', handlers: [() => undefined], next: () => undefined })
  same(0, -0)
  same(JSON.parse('{"__proto__":"x"}') as Json, JSON.parse('{"__proto__":"x"}'))
})

comparing('takes nothing else for equal', () => {
  differs({}, { extra: 1 })
  differs({ a: 1 }, {})
  differs({ a: 1 }, Object.create({ a: 1 }))
  differs({}, [])
  differs([], {})
  differs({}, new Date(0))
  differs({}, new Map())
  differs({}, new Uint8Array())
  differs({}, null)
  differs(null, undefined)
  differs([1], [1, 2])
  differs([1, 2], [2, 1])
  differs('5', 5)
  differs(5, 5n)
  differs({ $bigint: '5' }, 5)
  differs({ $date: '1970-01-01T00:00:00Z' }, '1970-01-01T00:00:00Z')
  differs({ $date: '1970-01-01T00:00:00Z' }, new Date(1))
  differs({ $bytes: 'AQI=' }, [1, 2])
  differs({ $bytes: 'AQI=' }, new Uint8Array([1, 3]))
  differs({ $undefined: true }, null)
  differs({ $undefined: true }, {})
  differs(JSON.parse('{"__proto__":{}}') as Json, {})
})

comparing('knows classes, references and the Ctx', () => {
  class Money {
    amount = 5
  }
  const ctx = {}
  const scope = { classOf: () => Money, ref: () => ({ x: [1n] }), c: ctx, app: ctx }
  const check = (expected: Json, actual: unknown): number => differences(expected, actual, 'it', scope).length
  assert.is(check({ $class: 'Money', value: { amount: 5 } }, new Money()), 0)
  assert.ok(check({ $class: 'Money', value: { amount: 5 } }, { amount: 5 }) > 0)
  assert.ok(check({ $class: 'Money', value: { amount: 6 } }, new Money()) > 0)
  assert.is(check({ $ref: 'x' }, { x: [1n] }), 0)
  assert.ok(check({ $ref: 'x' }, { x: [2n] }) > 0)
  assert.is(check({ $ctx: true }, ctx), 0)
  assert.ok(check({ $ctx: true }, {}) > 0)
})

comparing('reads files', async () => {
  const file = { filename: 'a.txt', size: 2, type: 'text/plain', text: async () => 'hi' }
  const check = async (expected: Json): Promise<number> => {
    const out: Comparison = { problems: [], waiting: [] }
    compareValue({ $file: expected }, file, 'it', {}, out)
    await Promise.all(out.waiting)
    return out.problems.length
  }
  assert.is(await check({ filename: 'a.txt', content: 'hi', size: 2, type: 'text/plain' }), 0)
  for (const wrong of [{ filename: 'b' }, { content: 'ho' }, { size: 3 }, { type: 'x' }])
    assert.is(await check(wrong), 1)
})

comparing.run()

const responses = suite('check response')

const response: ClientResponse = {
  status: 200,
  headers: [
    ['content-type', 'application/json'],
    ['vary', 'A'],
    ['vary', 'B'],
    ['set-cookie', 'a=1; Path=/; HttpOnly'],
    ['set-cookie', 'a=2; max-age=0; samesite=Lax'],
  ],
  body: Buffer.from('{"a":1,"b":[2]}'),
  interim: [],
  ending: 'complete',
}

responses('lets a fitting response pass', () => {
  const fitting = {
    status: [404, 200],
    headers: { Vary: 'A, B', 'content-type': { match: 'json$' }, 'x-gone': null, vary: ['A', 'B'] },
    cookies: {
      a: { value: '2', maxAge: 0, expired: true, path: null, sameSite: 'Lax', httpOnly: null },
      b: null,
    },
    body: '{"a":1,"b":[2]}',
    bodyLength: 15,
    bodyMatch: 'a',
    bodyNotMatch: 'c',
    bodyJson: { a: 1, b: [2] },
    bodyJsonPart: { b: [2] },
    bodyDecoded: '{"a":1,"b":[2]}',
    interim: [],
  }
  assert.equal(responseDifferences(fitting, response), [])
})

responses('reports each wrong expectation', () => {
  const wrong: Parameters<typeof responseDifferences>[0][] = [
    { status: 201 },
    { status: [201, 404] },
    { headers: { 'content-type': 'text/html' } },
    { headers: { 'content-type': null } },
    { headers: { 'x-gone': 'a' } },
    { headers: { vary: ['A'] } },
    { headers: { vary: ['B', 'A'] } },
    { headers: { 'x-gone': { match: '' } } },
    { headers: { vary: { notMatch: 'B' } } },
    { cookies: { a: { value: '1' } } },
    { cookies: { a: null } },
    { cookies: { b: { value: '1' } } },
    { cookies: { a: { secure: true } } },
    { cookies: { a: { expired: false } } },
    { body: '{}' },
    { bodyBase64: 'AA==' },
    { bodyJson: { a: 1 } },
    { bodyJsonPart: { a: 2 } },
    { bodyJsonPart: { c: 2 } },
    { bodyMatch: '^b' },
    { bodyNotMatch: 'b' },
    { bodyLength: 14 },
    { bodyDecoded: 'x' },
    { interim: [{ status: 103 }] },
    { aborted: true },
    { noResponse: true },
  ]
  for (const expected of wrong)
    assert.is(responseDifferences(expected, response).length, 1, JSON.stringify(expected))
})

responses('takes a broken response for a fault unless one is expected', () => {
  const check = (expected: object, ending: ClientResponse['ending']): number =>
    responseDifferences(expected, { ...response, ending }).length
  assert.is(check({}, 'aborted'), 1)
  assert.is(check({}, 'empty'), 1)
  assert.is(check({}, 'malformed'), 1)
  assert.is(check({ aborted: true }, 'aborted'), 0)
  assert.is(check({ aborted: true }, 'empty'), 0)
  assert.is(check({ aborted: true, status: 200 }, 'empty'), 1)
  assert.is(check({ noResponse: true }, 'empty'), 0)
  assert.is(check({ noResponse: true }, 'aborted'), 1)
})

responses('reads cookie attributes by name, not by spelling or order', () => {
  const line = 'n=a=b; SECURE; path=/x; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Partitioned'
  const wanted = { value: 'a=b', secure: true, path: '/x', partitioned: true, expired: true, domain: null }
  assert.equal(cookieDifferences({ n: wanted }, [line]), [])
})

responses.run()

const reading = suite('reading what the generator writes')

reading('finds exported names', () => {
  const source = `
export function bindQueryA(): void {}
export const A: Dto<A> = {}
export type { A, B as C } from './a.ts'
export { type D, e as f }
// export const no = 1
/* export const never = 1 */
export async function later() {}
const inner = 1
export type UserDto = X
export interface I {}
`
  assert.equal([...exportedNames(source)].sort(), ['A', 'C', 'D', 'I', 'UserDto', 'bindQueryA', 'f', 'later'])
})

reading('finds errors in text and JSON lines, but no warnings', () => {
  const output = [
    'src/a.ts:3:7 - error CTX1004: no number: "a:b"',
    '  3 | code frame',
    '/w/src/b.ts:1:1 - error CTX1: x',
    'src/a.ts:4:1 - warning CTX1005: hm',
    '{"path":"src/c.ts","line":5,"code":"CTX2","severity":"error","message":"m"}',
    '{"path":"src/c.ts","line":6,"code":"CTX2","severity":"warning","message":"m"}',
    '{ broken',
  ].join('\n')
  assert.equal(readDiagnostics(output, '/w'), [
    { file: 'src/a.ts', line: 3, code: 'CTX1004', message: 'no number: "a:b"' },
    { file: 'src/b.ts', line: 1, code: 'CTX1', message: 'x' },
    { file: 'src/c.ts', line: 5, code: 'CTX2', message: 'm' },
  ])
})

reading('has an in-memory file system that reads like node:fs', async () => {
  const fs = makeMemFs({ '/v/x.txt': 'hello' }) as unknown as typeof import('node:fs')
  assert.is(fs.readFileSync('/v/x.txt', 'utf8'), 'hello')
  assert.is(fs.statSync('/v').isDirectory(), true)
  assert.is((await fs.promises.stat('/v/x.txt')).size, 5)
  assert.throws(
    () => fs.statSync('/v/y'),
    (error: Error) => Reflect.get(error, 'code') === 'ENOENT',
  )
  let text = ''
  for await (const chunk of fs.createReadStream('/v/x.txt', { start: 1, end: 2 })) text += String(chunk)
  assert.is(text, 'el')
})

reading.run()
