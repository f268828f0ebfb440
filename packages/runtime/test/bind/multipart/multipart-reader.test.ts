import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readMultipart } from '../../../src/bind/multipart/multipart-body.ts'
import { MultipartReader } from '../../../src/bind/multipart/multipart-reader.ts'
import type { Pieces } from '../../../src/request/pieces.ts'

const type = 'multipart/form-data; boundary=b'
const field = 'Content-Disposition: form-data; name="a"'
const file = 'Content-Disposition: form-data; name="f"; filename="x"\r\nContent-Type: text/plain'

/** Bodies and issues of every kind, for pieces of every size. */
const bodies = [
  '',
  '--b--',
  '--b--\r\n',
  '--b-- \t',
  '--b--\r\nepilogue\r\n--b\r\n',
  '\r\n--b--',
  'preamble\r\n--b--',
  `--b\r\n${field}\r\n\r\n1\r\n--b--\r\n`,
  `--b \t\r\n${field}\r\n\r\n1\r\n--b \r\n${file}\r\n\r\n\r\n--b--`,
  `--b\r\n${field}\r\n\r\n\r\n--bc\r\n--b\r\r\n--\r\n--b-\r\n--b--`,
  `--b\r\n${field}\r\n\r\n\r\r\n\r\n-\r\n--\r\n--b--x\r\n--b--`,
  `--b\r\n${file}\r\n\r\n${'line\r\n--'.repeat(20)}\r\n--b--`,
  `--b\r\n\r\nnameless\r\n--b--`,
  `--b\r\n${field}\r\n\r\n1`,
  `--b\r\n${field}\r\n\r\n1\r\n--b`,
  `--b\r\n${field}\r\n\r\n1\r\n--b-`,
  `--b\r\n${field}`,
  `--b\r\nbad header\r\n\r\n1\r\n--b--`,
  `--b\r\n${field}\r\n\r\n1\r\n--b\r\n${field}\r\n\r\n2\r\n--b\r\n${field}\r\n\r\n3\r\n--b--`,
  'no boundary',
]

function inPieces(body: Uint8Array, size: number): Pieces {
  let at = 0
  return {
    async read() {
      const piece = body.subarray(at, at + size)
      at += size
      return piece.length === 0 ? undefined : piece
    },
    close() {},
  }
}

/** Name, file name, content and header of each part, or the issue. */
type Result = (readonly unknown[])[] | string

function atOnce(body: Uint8Array): Result {
  try {
    return readMultipart(body, type, 2).map(({ name, filename, header, bytes }) => [
      name,
      filename,
      Buffer.from(bytes).toString(),
      { ...header },
    ])
  } catch (error) {
    return String(error)
  }
}

async function partByPart(body: Uint8Array, size: number): Promise<Result> {
  const parts: (readonly unknown[])[] = []
  try {
    const reader = new MultipartReader(inPieces(body, size), type, 2)
    for (let part = await reader.next(); part !== undefined; part = await reader.next()) {
      let text = ''
      for (let piece = await part.pieces.read(); piece !== undefined; piece = await part.pieces.read()) {
        assert.ok(piece.length > 0)
        text += Buffer.from(piece).toString()
      }
      parts.push([part.name, part.filename, text, { ...part.header }])
    }
    return parts
  } catch (error) {
    return String(error)
  }
}

test('a body in pieces of any size has the parts and the issues of a whole one', async () => {
  for (const text of bodies) {
    const body = Buffer.from(text)
    const expected = atOnce(body)
    for (let size = 1; size <= Math.min(body.length + 1, 40); size++)
      assert.equal(await partByPart(body, size), expected, `${JSON.stringify(text)} ${size}`)
  }
})

test('the next part discards the rest of the one before, and a passed part is an error', async () => {
  const body = Buffer.from(`--b\r\n${file}\r\n\r\nlong content\r\n--b\r\n${field}\r\n\r\n2\r\n--b--`)
  const reader = new MultipartReader(inPieces(body, 7), type, 9)
  const first = await reader.next()
  await first?.pieces.read()
  const second = await reader.next()
  assert.is(second?.name, 'a')
  try {
    await first?.pieces.read()
    assert.unreachable()
  } catch (error) {
    assert.match(String(error), /the part f was passed/)
  }
  const reading = second?.pieces.read()
  try {
    await reader.next()
    assert.unreachable()
  } catch (error) {
    assert.match(String(error), /still being read/)
  }
  await reading
  assert.is(await reader.next(), undefined)
})

test('a header without an end, and blanks without one, are refused before they are held', async () => {
  for (const begin of ['--b\r\nName: ', '--b ']) {
    let read = 0
    const endless: Pieces = {
      async read() {
        read += 1000
        return Buffer.from(read === 1000 ? begin : ' '.repeat(1000))
      },
      close() {},
    }
    try {
      await new MultipartReader(endless, type, 9).next()
      assert.unreachable()
    } catch (error) {
      assert.match(String(error), /header/)
    }
    assert.ok(read < 20_000)
  }
})

test.run()
