import * as fc from 'fast-check'
import { Response } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readMultipart } from '../../../src/bind/multipart/multipart-body.ts'
import { FileHeader } from '../../../src/request/file-header.ts'

const type = 'multipart/form-data; boundary=B'

interface Sent {
  readonly name: string
  readonly filename: string | undefined
}

/** The names as they are on the wire, raw. */
function bodyOf(parts: readonly Sent[]): Buffer {
  const texts = parts.map(({ name, filename }, i) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: text/plain`
    return `--B\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${i}\r\n`
  })
  return Buffer.from(`${texts.join('')}--B--\r\n`)
}

function readNames(body: Buffer): string[][] {
  return readMultipart(body, type, 1000).map(({ name, filename }) =>
    filename === undefined ? [name] : [name, filename],
  )
}

const pieces = [
  '%22',
  '%0D',
  '%0A',
  '%0d%0a',
  '%',
  '%2',
  '%25',
  '%20',
  '\\',
  '\\\\',
  ' ',
  ';',
  '=',
  "'",
  '*',
  'a',
  'é',
  '😀',
  '\t',
  '[0]',
  '.',
  '/',
]
const raw = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 2 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join('').replace(/["\p{Cc}\p{Surrogate}]/gu, 'x') || 'x')

test('names and file names are read as undici reads them', async () => {
  const sent = fc.sample(fc.record({ name: raw, filename: fc.option(raw, { nil: undefined }) }), {
    numRuns: 10_000,
    seed: 37,
  })
  for (let i = 0; i < sent.length; i += 1000) {
    const body = bodyOf(sent.slice(i, i + 1000))
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    const theirs = [...form].map(([name, value]) => (typeof value === 'string' ? [name] : [name, value.name]))
    for (const [at, names] of readNames(body).entries())
      assert.equal(names, theirs[at], `${i + at}: ${JSON.stringify(sent[i + at])}`)
    assert.is(theirs.length, readNames(body).length)
  }
})

test('names survive the encoding of FormData', async () => {
  const names = ['a"b', 'a\r\nb', 'é"', 'dir\\', '100%', 'a%20b', 'a%22b', 'a\\b', "a'b", 'a;b', '😀', '\t']
  const form = new FormData()
  for (const name of names) form.append(name, new File(['x'], `${name}.txt`))
  const request = new Request('http://a/', { method: 'POST', body: form })
  const read = readMultipart(
    new Uint8Array(await request.arrayBuffer()),
    request.headers.get('content-type') ?? '',
    100,
  )
  // The encoding cannot tell an escape from its text: %22 is read as a quote, by all readers.
  assert.equal(
    read.map(({ name }) => name),
    names.map((name) => name.replace('%22', '"')),
  )
})

function fileOf(disposition: string): string {
  const body = Buffer.from(
    `--B\r\nContent-Disposition: form-data; name="f"; ${disposition}\r\n\r\nx\r\n--B--`,
  )
  const [part] = readMultipart(body, type, 1)
  return part?.filename === undefined ? '' : new FileHeader(part.filename, part.header, part.bytes).filename
}

test('filename* is read where it stands alone', () => {
  assert.is(fileOf("filename*=UTF-8''a%20%C3%A9.txt"), 'a é.txt')
  assert.is(fileOf("filename*=utf-8'en'..%2F..%2Fevil"), 'evil')
  assert.is(fileOf(`filename="a.txt"; filename*=UTF-8''b.txt`), 'a.txt')
  assert.is(fileOf("filename*=UTF-8''"), '')
  for (const odd of ["iso-8859-1'en'%A3", 'a.txt', "UTF-8'a.txt"])
    assert.throws(() => fileOf(`filename*=${odd}`), /cannot be read/, odd)
})

test.run()
