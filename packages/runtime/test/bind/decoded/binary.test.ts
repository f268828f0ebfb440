import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultBindSettings } from '../../../src/bind/binder/request-parsers.ts'
import { Reading } from '../../../src/bind/reading/reading.ts'
import { throwIssues } from '../../../src/bind/reading/throw-issues.ts'
import { cbor } from '../../../src/cbor.ts'
import {
  discriminantOf,
  jsonBytes,
  jsonDate,
  jsonInt,
  jsonInt64,
  jsonObject,
  jsonRecord,
  jsonString,
  jsonUint8,
  oneOf,
  readCbor,
  readMsgPack,
  shape,
} from '../../../src/codegenv1.ts'
import { App } from '../../../src/index.ts'
import { msgpack } from '../../../src/msgpack.ts'
import { bodyInput, issuesOf } from '../body-input.ts'

const empty = shape(
  'Empty',
  () => ({}),
  () => ({}),
)
const named = shape(
  'Named',
  () => ({ name: 'string' }),
  (json, at) => ({ name: jsonString(json['name'], 'name', at) }),
)
const limits = { maxDepth: 32, maxObjects: 1000, maxRareKeys: 50_000 }
const bytesOf = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const fromMsgPack = (hex: string): unknown => msgpack().decode(bytesOf(hex), limits)
const fromCbor = (hex: string): unknown => cbor().decode(bytesOf(hex), limits)

const msgPackRefused: Record<string, string> = {
  'nothing at all': '',
  'bytes behind the value': '81a161a17801',
  'a map of 4 billion pairs': 'dfffffffffa16101',
  'a list of 4 billion elements': 'ddffffffff01',
  'lists that promise more than there is together': '92dc000401dc000401',
  'a text of 4 GiB': 'dbffffffff61',
  'half a number': 'cf00000000',
  'a key that is a number': '810101',
  'a key that is a list': '819001',
  'an extension': 'd6700000 0001',
  'an extension of 16 bytes': `d8ff${'00'.repeat(16)}`,
  'a timestamp of 5 bytes': 'c705ff0000000000',
  'a timestamp of too many nanoseconds': 'd7ffee6b280060000000',
  'a timestamp that no date can hold': 'c70cff000000007fffffffffffffff',
  'a byte that is never used': '81a161c1',
  'a slash in two bytes, which is not UTF-8': '81a161a2c0af',
  'a key that is not UTF-8': '81a1ffc0',
  'maps within maps': `${'81a161'.repeat(34)}c0`,
}
for (const [what, hex] of Object.entries(msgPackRefused)) {
  test(`MessagePack: ${what} is refused`, () => assert.throws(() => fromMsgPack(hex)))
}

const cborRefused: Record<string, string> = {
  'nothing at all': '',
  'bytes behind the value': 'a161616178 00',
  'a text that is not UTF-8': '62c0af',
  'a chunk of text that is not UTF-8': '7f62c0afff',
  'a list of 2^53 + 1 elements': '9b0020000000000001f6',
  'a list of all numbers there are': '9bffffffffffffffff',
  'lists that promise more than there is together': '8284018401',
  'half a number': '1b00000000',
  'a reserved length': '1c1d1e',
  'a break alone': 'ff',
  'a break behind a key': 'bf6161ff',
  'a list that does not end': '9f01',
  'chunks of another type': '5f6161ff',
  'chunks in chunks': '7f7f6161ffff',
  'a text that does not end': '7f6161',
  'a key that is a number': 'a10101',
  'a key of bytes': 'a1416101',
  'a tag as a key': 'a1c0616101',
  'a tag of its own': 'd81ca0',
  'a tag on a tag': 'c0c06161',
  'a date that is none': 'c06378797a',
  'a date that is bytes': 'c04131',
  'February 30': `c074${Buffer.from('2021-02-30T00:00:00Z').toString('hex')}`,
  'an epoch that is text': 'c16161',
  'an epoch that is infinite': 'c1f97c00',
  'an epoch that no date can hold': 'c11bffffffffffffffff',
  'a big integer of 2 kB': `c2590800${'ff'.repeat(2048)}`,
  'a big integer that is text': 'c26161',
  'a simple value': 'f8ff',
  'lists within lists': `${'81'.repeat(34)}00`,
  'a million lists that do not end': '9f'.repeat(1_000_000),
}
for (const [what, hex] of Object.entries(cborRefused)) {
  test(`CBOR: ${what} is refused`, () => assert.throws(() => fromCbor(hex)))
}

test('nesting up to the limit is read', () => {
  assert.ok(fromMsgPack(`${'91'.repeat(33)}c0`))
  assert.ok(fromCbor(`${'81'.repeat(33)}00`))
})

test('MessagePack has whole numbers of every width, bytes and dates', () => {
  assert.equal(
    fromMsgPack('96 7f ccff d180 00 d3 8000000000000000 cf ffffffffffffffff c40201ff'.replaceAll(' ', '')),
    [127, 255, -32768, -(2n ** 63n), 2n ** 64n - 1n, Buffer.from([1, 255])],
  )
  assert.equal(fromMsgPack('d6ff60000000'), new Date(0x60000000 * 1000))
  assert.equal(fromMsgPack('c70cff00000000ffffffffffffffff'), new Date(-1000))
  // A time between two milliseconds is rounded down, before 1970 and in far years as well.
  assert.equal(fromMsgPack('c70cff1dcd657bffffffffffffffff'), new Date(-500))
  assert.equal(fromMsgPack('c70cff359569c0000000225bfc3cf1'), new Date('6646-05-17T22:36:33.898Z'))
})

test('CBOR has strings in chunks, dates and big integers', () => {
  assert.equal(fromCbor('5f4101420203ff'), new Uint8Array([1, 2, 3]))
  assert.equal(fromCbor('bf7f61 61 ff 7f626a6f62686effff'.replaceAll(' ', '')), { a: 'john' })
  assert.equal(fromCbor('c11b0000000060000000'), new Date(0x60000000 * 1000))
  assert.equal(fromCbor('c11a60000000'), new Date(0x60000000 * 1000))
  assert.equal(fromCbor('c1fb3ff8000000000000'), new Date(1500))
  assert.equal(fromCbor('c1f93e00'), new Date(1500))
  assert.equal(fromCbor('c13903e7'), new Date(-1_000_000))
  assert.is(fromCbor('c249010000000000000000'), 2n ** 64n)
  assert.is(fromCbor('3b7fffffffffffffff'), -(2n ** 63n))
  assert.is(fromCbor('3bffffffffffffffff'), -(2n ** 64n))
})

test('the key __proto__ is an ordinary key', () => {
  const hostile = [
    fromMsgPack('82 a95f5f70726f746f5f5f 81a16101 a162 91 81a95f5f70726f746f5f5f02'),
    fromCbor('a2 695f5f70726f746f5f5f a1616101 6162 81 a1 7f645f5f7072656f746f5f5fff 02'),
  ]
  for (const value of hostile) {
    assert.equal(value, JSON.parse('{"__proto__":{"a":1},"b":[{"__proto__":2}]}'))
    assert.is((value as { a?: unknown }).a, undefined)
  }
  assert.is(({} as { a?: unknown }).a, undefined)
})

test('MessagePack keys are distinguished, however many and alike they are', () => {
  const { encode, decode } = msgpack()
  const alike = ['', 'é', 'Ã©', 'ab', 'ba', 'aé', '\0', 'x'.repeat(32), 'x'.repeat(33), 'é'.repeat(16)]
  const numbered = Array.from({ length: 5000 }, (_, i) => `k${i}`)
  // Twice, since keys are cached.
  const keys = [...alike, ...numbered, ...alike, ...numbered.toReversed()]
  const read = decode(encode(keys.map((key) => ({ [key]: 1 }))), { ...limits, maxObjects: 20_000 })
  assert.equal(
    (read as object[]).map((one) => Object.keys(one)[0]),
    keys,
  )
})

test('encoding and decoding round-trip', () => {
  const value = {
    a: [1, -1, 1.5, 2n ** 63n, null, true, 'é'],
    b: { c: new Uint8Array([1, 2]), d: new Date(1500) },
  }
  for (const codec of [msgpack(), cbor()]) {
    const back = codec.decode(codec.encode(value), limits) as typeof value
    assert.equal(back.a, value.a)
    assert.equal([...back.b.c], [1, 2])
    assert.equal(back.b.d, value.b.d)
  }
})

test('the readers of generated code take any width, bytes and dates', () => {
  const hex = '85a161d30000000000000005a162cc05a16305a164c40101a165d6ff00000001'
  const all = shape(
    'All',
    () => ({ a: 'int', b: 'uint8', c: 'int64', d: 'bytes', e: 'date' }),
    (json, at) => ({
      a: jsonInt(json['a'], 'a', at),
      b: jsonUint8(json['b'], 'b', at),
      c: jsonInt64(json['c'], 'c', at),
      d: jsonBytes(json['d'], 'd', at),
      e: jsonDate(json['e'], 'e', at),
    }),
  )
  const at = new Reading(bodyInput('', bytesOf(hex), { msgPack: msgpack() }))
  const body = readMsgPack(at, all)
  throwIssues(at)
  assert.equal(body, { a: 5, b: 5, c: 5n, d: Buffer.from([1]), e: new Date(1000) })
  assert.is(jsonBytes('AQ==', 'f', at), undefined)
  assert.is(jsonInt(2n ** 60n, 'g', at), undefined)
  assert.equal(
    issuesOf(() => throwIssues(at)).map(({ path }) => path),
    ['f', 'g'],
  )
})

test("a format's own date is one in the years that can be sent, 0 to 9999", () => {
  const dated = shape(
    'Dated',
    () => ({ on: 'date' }),
    (json, at) => ({ on: jsonDate(json['on'], 'on', at) }),
  )
  const timeOf = (seconds: bigint): string => seconds.toString(16).padStart(16, '0')
  const ofMsgPack = (seconds: bigint): Reading =>
    new Reading(bodyInput('', bytesOf(`81a26f6ec70cff00000000${timeOf(seconds)}`), { msgPack: msgpack() }))
  const ofCbor = (seconds: bigint): Reading =>
    new Reading(bodyInput('', bytesOf(`a1626f6ec11b${timeOf(seconds)}`), { cbor: cbor() }))
  const last = 253_402_300_799n
  assert.equal(readMsgPack(ofMsgPack(last), dated), { on: new Date('9999-12-31T23:59:59Z') })
  assert.equal(readCbor(ofCbor(last), dated), { on: new Date('9999-12-31T23:59:59Z') })
  for (const [read, at] of [
    [readMsgPack, ofMsgPack(last + 1n)],
    [readCbor, ofCbor(last + 1n)],
  ] as const) {
    read(at, dated)
    assert.equal(
      at.issues().map(({ path, code }) => `${path} ${code}`),
      ['on type'],
    )
  }
})

test('empty base64 is one shared, immutable list of bytes', () => {
  const read = (): Uint8Array | undefined => jsonBytes('', 'x', new Reading(bodyInput('', '')))
  assert.is(read()?.length, 0)
  assert.is(read(), read())
  assert.ok(Object.isFrozen(read()))
})

test('base64 in JSON is strict', () => {
  const at = new Reading(bodyInput('', ''))
  assert.equal(jsonBytes('AP8H', 'a', at), new Uint8Array([0, 255, 7]))
  assert.equal(jsonBytes('', 'a', at), new Uint8Array(0))
  throwIssues(at)
  for (const text of ['AP8', 'A===', 'AP 8', 'AP-_', 'AP8=\n', '====', 5, null]) {
    const wrong = new Reading(bodyInput('', ''))
    assert.is(jsonBytes(text, 'a', wrong), undefined, String(text))
    assert.is(wrong.issues().length, 1, String(text))
  }
})

test('an unreadable or non-map body is one issue of the whole body', () => {
  for (const hex of ['', 'c1', '90', 'c0']) {
    const at = new Reading(bodyInput('', bytesOf(hex), { msgPack: msgpack() }))
    readMsgPack(at, named)
    assert.equal(
      issuesOf(() => throwIssues(at)).map(({ source, path }) => [source, path]),
      [['body', '']],
      hex,
    )
  }
  const at = new Reading(bodyInput('', bytesOf('f7'), { cbor: cbor() }))
  readCbor(at, named)
  assert.is(issuesOf(() => throwIssues(at)).length, 1)
})

test('a format that is not set up names its setup', () => {
  const at = new Reading(bodyInput('', ''))
  assert.throws(() => readMsgPack(at, empty), /MessagePack .*msgpack\(\)/)
  assert.throws(() => readCbor(at, empty), /CBOR .*cbor\(\)/)
})

test('for body() a format that is not set up is unsupported', async () => {
  const app = new App()
  app.post('/', (c) => c.json(c.bind().body()))
  const headers = { 'content-type': 'application/cbor' }
  assert.is((await app.test('/', { method: 'POST', headers, body: 'a' })).status, 415)
})

test('without a DTO the decoded value is returned', async () => {
  const app = new App({ msgPack: msgpack(), cbor: cbor() })
  app.post('/m', (c) => c.json(c.bind().msgPack()))
  app.post('/c', (c) => c.json(c.bind().cbor()))
  app.post('/b', (c) => c.json(c.bind().body()))
  const post = async (path: string, hex: string, type = 'x/y') =>
    (
      await app.test(path, {
        method: 'POST',
        headers: { 'content-type': type },
        body: Buffer.from(hex, 'hex'),
      })
    ).text()
  assert.is(await post('/m', '9201a161'), '[1,"a"]')
  assert.is(await post('/c', '82016161'), '[1,"a"]')
  assert.is(await post('/b', '82016161', 'application/cbor'), '[1,"a"]')
  assert.is(await post('/b', '9201a161', 'application/vnd.msgpack'), '[1,"a"]')
})

test('dates and bytes are not objects', () => {
  for (const value of [
    fromCbor('c100'),
    fromCbor('4101'),
    fromMsgPack('c40101'),
    fromMsgPack('d6ff00000000'),
  ]) {
    const at = new Reading(bodyInput('', ''))
    at.source = 'body'
    at.isBinary = true
    jsonObject(value, 'o', at, empty)
    jsonRecord(value, 'r', at, jsonInt)
    discriminantOf(value, 'u', 'kind', oneOf('a', 'b'), at)
    assert.equal(
      at.issues().map(({ path }) => path),
      ['o', 'r', 'u'],
    )
  }
  const at = new Reading(bodyInput('', bytesOf('4101'), { cbor: cbor() }))
  readCbor(at, empty)
  assert.equal(
    at.issues().map(({ path }) => path),
    [''],
  )
})

test('the tag that begins a body of CBOR is skipped, once', () => {
  const decode = (hex: string): unknown => cbor().decode(Buffer.from(hex, 'hex'), defaultBindSettings)
  assert.equal(decode('d9d9f7a1616101'), { a: 1 })
  assert.equal(decode('d9d9f780'), [])
  for (const hex of ['d9d9f7', 'd9d9f7d9d9f780', '81d9d9f780']) assert.throws(() => decode(hex), hex)
})

test.run()
