import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App } from '../../src/adapter/app.ts'
import { plainList } from '../../src/bind/decoded/json-output.ts'
import { sentData } from '../../src/bind/decoded/sent-data.ts'
import { cbor } from '../../src/cbor.ts'
import { msgpack } from '../../src/msgpack.ts'

const codecs = { msgPack: msgpack(), cbor: cbor() }

class User {
  readonly passwordHash: string = 'HASH'
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  toJSON(): unknown {
    return { name: this.name }
  }
}

class Box {
  readonly user: User = new User('ann')
  toJSON(key: string): unknown {
    return { owner: this.user, key }
  }
}

const day = new Date(0)
const bytes = new Uint8Array([1])

test('toJSON decides at each level, in every format and whichever one the client prefers', async () => {
  const value = { box: new Box(), list: [new User('bob')], deep: { deeper: [{ user: new User('cy') }] } }
  const app = new App(codecs)
  app.get('/xml', (c) => c.xml(value))
  app.get('/cbor', (c) => c.cbor(value))
  app.get('/msgpack', (c) => c.msgPack(value))
  app.get('/auto', (c) => c.autoFormat(value))
  const wanted = JSON.parse(JSON.stringify(value))
  assert.equal(decoded('cbor', await bytesOf(app, '/cbor')), wanted)
  assert.equal(decoded('msgPack', await bytesOf(app, '/msgpack')), wanted)
  assert.is(
    String(await bytesOf(app, '/xml')),
    '<root><box><owner><name>ann</name></owner><key>box</key></box><list><name>bob</name></list>' +
      '<deep><deeper><user><name>cy</name></user></deeper></deep></root>',
  )
  for (const type of ['html', 'json', 'plain', 'xml', 'vnd.msgpack', 'cbor']) {
    const accept = ['html', 'plain'].includes(type) ? `text/${type}` : `application/${type}`
    assert.not((await bytesOf(app, '/auto', accept)).includes('HASH'), type)
  }
})

test('an integer that MessagePack would cut is a 406', async () => {
  const app = new App(codecs)
  app.get('/:value', (c) => c.msgPack({ list: [BigInt(c.params('value'))] }))
  for (const fits of [2n ** 64n - 1n, -(2n ** 63n)])
    assert.equal(decoded('msgPack', await bytesOf(app, `/${fits}`)), { list: [fits] })
  for (const value of [2n ** 64n, -(2n ** 63n) - 1n])
    assert.is((await app.fetch(new Request(`http://localhost/${value}`))).status, 406)
})

test('half of a surrogate pair is a replacement character, in texts and keys of any length', () => {
  for (const [text, shown] of [
    ['a\ud800', 'a\ufffd'],
    [`\udc00${'b'.repeat(99)}`, `\ufffd${'b'.repeat(99)}`],
    ['\u{1f600}', '\u{1f600}'],
  ] as const)
    for (const format of ['cbor', 'msgPack'] as const)
      assert.equal(decoded(format, codecs[format].encode({ [text]: [text] })), { [shown]: [shown] })
})

class Secrets extends Array<string> {
  toJSON(): unknown {
    return { secret: 1 }
  }
}

test('lists and objects in which nothing changes are not copied, and members before a change are', () => {
  const value = { id: 1, tags: ['a'], rows: [{ day, bytes, nothing: null }] }
  assert.is(sentData(value, 'cbor'), value)
  assert.equal(sentData({ id: 1, user: new User('ann'), tags: ['a'] }, 'cbor'), {
    id: 1,
    user: { name: 'ann' },
    tags: ['a'],
  })
  assert.equal(sentData(['a', new User('ann'), 'b'], 'cbor'), ['a', { name: 'ann' }, 'b'])
  assert.equal(
    sentData(JSON.parse('{"__proto__":1,"a":{"b":2}}'), 'cbor'),
    JSON.parse('{"__proto__":1,"a":{"b":2}}'),
  )
})

test('undefined members are left to an encoder that omits them', () => {
  const value = { id: 1, tag: undefined }
  assert.is(sentData(value, 'msgPack'), value)
  assert.equal(Object.keys(Object(sentData(value, 'cbor'))), ['id'])
})

test('a list of a DTO is copied only where JSON would write more than its elements', () => {
  const plain = ['a', 'b']
  assert.is(plainList(plain), plain)
  assert.is(plainList(undefined), undefined)
  assert.is(plainList(null), null)
  const own = Object.assign(['a'], { toJSON: () => ({ secret: 1 }) })
  for (const list of [Secrets.of('a'), own]) {
    assert.is(JSON.stringify(plainList(list)), '["a"]')
    assert.is(JSON.stringify(plainList(list, (one) => one + one)), '["aa"]')
  }
})

test('dates, bytes and big integers keep their types, and all else is as in JSON', () => {
  const value = {
    day,
    bytes,
    big: 9007199254740993n,
    boxed: [Object(5), Object('text'), Object(false)],
    never: undefined,
    call: () => 1,
    sign: Symbol('s'),
    list: [undefined, () => 1, Symbol('s')],
    map: new Map([['a', 1]]),
    set: new Set(['a']),
    error: new Error('private'),
    regex: /a/,
    broken: new Date(Number.NaN),
    own: Object.assign(Object.create({ inherited: 1 }), { a: 1 }),
  }
  const json = JSON.parse(JSON.stringify({ ...value, day: 0, bytes: 0, big: 0 }))
  const wanted = { ...json, day, bytes, big: 9007199254740993n }
  assert.equal(decoded('cbor', codecs.cbor.encode(value)), wanted)
  assert.equal(decoded('msgPack', codecs.msgPack.encode(value)), wanted)
})

test('an own __proto__ is sent as JSON sends it', () => {
  const value: unknown = JSON.parse('{"b":2,"__proto__":{"a":1}}')
  for (const format of ['cbor', 'msgPack'] as const) {
    const back = decoded(format, codecs[format].encode(value))
    assert.is(JSON.stringify(back), '{"b":2,"__proto__":{"a":1}}', format)
  }
})

test('toJSON is called once, as JSON.stringify does', () => {
  const again = { toJSON: () => ({ a: 1, toJSON: () => 'again' }) }
  const found = { toJSON: () => day }
  const itself: object = { a: 1, toJSON: () => itself }
  for (const format of ['cbor', 'msgPack'] as const) {
    assert.equal(decoded(format, codecs[format].encode([again, found, itself])), [{ a: 1 }, day, { a: 1 }])
  }
  assert.is(JSON.stringify([again, itself]), '[{"a":1},{"a":1}]')
})

test('a cycle is an error, not a crash', () => {
  const cycle: { below?: unknown } = {}
  cycle.below = [cycle]
  for (const format of ['cbor', 'msgPack'] as const) {
    assert.throws(() => codecs[format].encode(cycle), /nested more than 200 levels deep, or a cycle/)
  }
})

async function bytesOf(app: App, path: string, accept = '*/*'): Promise<Buffer> {
  const answer = await app.test(new Request(`http://localhost${path}`, { headers: { accept } }))
  assert.is(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

function decoded(format: 'cbor' | 'msgPack', sent: Uint8Array): unknown {
  return codecs[format].decode(new Uint8Array(sent), { maxDepth: 32, maxObjects: 1000, maxRareKeys: 1000 })
}

test.run()
