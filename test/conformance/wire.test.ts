import { createServer, type Socket } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ClientResponse } from './client-response.ts'
import { RawConnection } from './raw-client.ts'
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

parsing('reads a body of a given length, in any pieces', () => {
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

parsing('distinguishes a complete response from a broken one', () => {
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

parsing('rejects invalid HTTP', () => {
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

/** A server that sends these bytes on every connection and closes it. */
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

client('sees a truncated body, and a connection without an answer', async () => {
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

client('disconnects after the first chunk on request', async () => {
  await answering('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok', async (port) => {
    const connection = await RawConnection.open(port, false)
    assert.is((await connection.exchange(Buffer.from('x'), 'GET', true)).ending, 'cut')
  })
})

client('writes forms that other parsers can read', async () => {
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
