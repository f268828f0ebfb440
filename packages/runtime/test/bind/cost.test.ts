import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseExactJson, parseWrittenJson } from '../../src/bind/decoded/json-text.ts'
import { parseXml } from '../../src/bind/decoded/parse-xml.ts'
import { cbor } from '../../src/cbor.ts'
import { App } from '../../src/index.ts'
import { msgpack } from '../../src/msgpack.ts'

const limits = { maxDepth: 32, maxObjects: 3, maxRareKeys: 2 }
const bytesOf = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

const exact: readonly (readonly [text: string, value: unknown])[] = [
  ['12345678901234567', 12345678901234567n],
  ['-9007199254740993', -9007199254740993n],
  ['12345678901234567.0', 12345678901234567n],
  ['123456789012345670e-1', 12345678901234567n],
  ['1e19', 10n ** 19n],
  ['-1.5E+18', -15n * 10n ** 17n],
  ['0.00001e24', 10n ** 19n],
  ['9007199.3e10', 90071993000000000n],
  ['18446744073709551615', 2n ** 64n - 1n],
  ['1'.repeat(40), BigInt('1'.repeat(40))],
  // Whole, but no 64-bit integers: their zeros are not written out.
  ['1e20', 1e20],
  ['1e308', 1e308],
  ['123e300', 1.23e302],
  ['1e400', Number.POSITIVE_INFINITY],
  ['0e308', 0],
  ['1e15', 1e15],
  ['0.1234567890123456', 0.1234567890123456],
]
for (const [text, value] of exact) {
  test(`JSON: ${text}`, () => {
    assert.equal(parseExactJson(text, limits), value)
    const inside = `{"s":"\\"${text}\\\\","a":[ ${text} ,true,false,null,{}],"${text}":"x"}`
    const expected = { s: `"${text}\\`, a: [value, true, false, null, {}], [text]: 'x' }
    assert.equal(parseExactJson(inside, limits), expected)
  })
}

const repeated: readonly (readonly [text: string, value: unknown])[] = [
  ['{"a":12345678901234567,"a":12345678901234568}', { a: 12345678901234568n }],
  ['{"a":9007199254740993,"a":9007199254740992}', { a: 9007199254740992n }],
  ['{"a":9007199254740993,"a":2}', { a: 2 }],
  ['{"a":9007199254740993,"a":"x"}', { a: 'x' }],
  ['{"a":{"b":[9007199254740993]},"a":{"b":[1,{}]}}', { a: { b: [1, {}] } }],
  ['{"a":[9007199254740993],"a":{"0":1}}', { a: { 0: 1 } }],
  ['{"\\u0061":9007199254740993,"\\"}":9007199254740995}', { a: 9007199254740993n, '"}': 9007199254740995n }],
  ['{"__proto__":9007199254740993,"constructor":{"name":9007199254740993}}', undefined],
]
for (const [text, value] of repeated) {
  test(`JSON: ${text}`, () => {
    const read = parseExactJson(text, limits)
    if (value !== undefined) assert.equal(read, value)
    assert.equal(Object.keys(read ?? {}), Object.keys(JSON.parse(text)))
  })
}

test('JSON: of two equal numbers of one key the last counts', () => {
  const text = '{"a":9007199254740993,"a":9007199254740992.0}'
  assert.equal(parseWrittenJson(text, limits), { a: 9007199254740992 })
})

test('JSON: integers beyond 2^53 count as objects', () => {
  const list = (count: number): string => `[${Array(count).fill('9007199254740993').join()}]`
  assert.equal(parseExactJson(list(3), limits), Array(3).fill(9007199254740993n))
  assert.throws(() => parseExactJson(list(4), limits), 'has more than 3 objects and lists')
})

test('JSON with a long number is read like other JSON', () => {
  const text =
    '{"n":12345678901234567,"__proto__":{"a":1},"e":"\\u0041\\n","long":"a text of some length","n":[[],{}]}'
  const value = parseExactJson(text, limits)
  assert.equal(value, JSON.parse(text))
  assert.equal(Object.keys(value ?? {}), ['n', '__proto__', 'e', 'long'])
  for (const wrong of [
    '{12345678901234567:1}',
    '[12345678901234567',
    '[012345678901234567]',
    '"12345678901234567',
  ]) {
    assert.throws(
      () => parseExactJson(wrong, limits),
      (error: unknown) => error instanceof SyntaxError,
    )
  }
  const depth = 200_000
  assert.ok(parseExactJson(`[12345678901234567,${'['.repeat(depth)}${']'.repeat(depth)}]`, limits))
})

const joined: readonly (readonly [name: string, hex: string, value: unknown])[] = [
  ['without chunks', '7fff', ''],
  ['of empty chunks', '7f6060ff', ''],
  ['of 30 characters', `7f6f${'61'.repeat(15)}6f${'62'.repeat(15)}ff`, 'a'.repeat(15) + 'b'.repeat(15)],
  ['of 300', `7f${`78${'64'}${'61'.repeat(100)}`.repeat(3)}ff`, 'a'.repeat(300)],
  ['of 70,000', `7f${`7988b8${'61'.repeat(35_000)}`.repeat(2)}ff`, 'a'.repeat(70_000)],
]
for (const [name, hex, value] of joined) {
  test(`CBOR: a text ${name}`, () => {
    assert.equal(cbor().decode(bytesOf(`83${hex}01${hex}`), limits), [value, 1, value])
  })
}

test('CBOR: chunks and dates of another notation among others', () => {
  const decoded = cbor().decode(bytesOf('84017f61616162ffc11b0000000000000001bf7f6161616bff02ff'), limits)
  assert.equal(decoded, [1, 'ab', new Date(1000), { ak: 2 }])
  const body = bytesOf('817f6161ff')
  cbor().decode(body, limits)
  assert.equal(Buffer.from(body).toString('hex'), '817f6161ff', 'the body itself was changed')
})

const counted: readonly (readonly [name: string, decode: () => unknown, decodeMore: () => unknown])[] = [
  [
    'CBOR maps',
    () => cbor().decode(bytesOf('82a0a0'), limits),
    () => cbor().decode(bytesOf('83a0a0a0'), limits),
  ],
  [
    'CBOR bytes',
    () => cbor().decode(bytesOf('824040'), limits),
    () => cbor().decode(bytesOf('83404040'), limits),
  ],
  [
    'CBOR dates',
    () => cbor().decode(bytesOf('82c100c100'), limits),
    () => cbor().decode(bytesOf('83c100c100c100'), limits),
  ],
  [
    'MessagePack lists',
    () => msgpack().decode(bytesOf('929090'), limits),
    () => msgpack().decode(bytesOf('93909090'), limits),
  ],
  [
    'MessagePack bytes',
    () => msgpack().decode(bytesOf('92c400c400'), limits),
    () => msgpack().decode(bytesOf('93c400c400c400'), limits),
  ],
]
for (const [name, decode, decodeMore] of counted) {
  test(`maxObjects: ${name}`, () => {
    decode()
    assert.throws(decodeMore, 'has more than 3 objects and lists')
  })
}

test('maxObjects: an element or attribute of XML counts three times, as does a reference', () => {
  const some = { maxDepth: 32, maxObjects: 9, maxRareKeys: 2 }
  parseXml('<a><b c=""/></a>', some)
  parseXml('<a><b>&lt;</b></a>', some)
  const tooMany = 'has more than 3 elements, attributes and references'
  assert.throws(() => parseXml('<a><b/><b/><b/></a>', some), tooMany)
  assert.throws(() => parseXml('<a b="" c=""><b/></a>', some), tooMany)
  assert.throws(() => parseXml(`<a>${'&lt;'.repeat(3)}</a>`, some), tooMany)
})

test('maxObjects: JSON, where texts do not count', async () => {
  const app = new App({ maxObjects: 3 })
  app.post('/', (c) => c.json(c.bind().json()))
  const send = (body: string): Promise<Response> => app.test('/', { method: 'POST', body })
  assert.is((await send('[{},[],"[[{\\"[[["]')).status, 200)
  const refused = await send('[{},[],[]]')
  assert.is(refused.status, 400)
  assert.match(await refused.text(), 'has more than 3 objects and lists')
  assert.is((await send(`[${'1,'.repeat(100_000)}1]`)).status, 200)
})

test('maxRareKeys: members whose key is not among the first thousand different ones', async () => {
  const app = new App({ maxRareKeys: 20, cbor: cbor(), msgPack: msgpack() })
  app.post('/', (c) => c.json({ isObject: typeof c.bind().body() === 'object' }))
  const answers = async (value: unknown): Promise<readonly string[]> => {
    const bodies = [
      [JSON.stringify(value), 'application/json'],
      [cbor().encode(value), 'application/cbor'],
      [msgpack().encode(value), 'application/vnd.msgpack'],
    ] as const
    return Promise.all(
      bodies.map(async ([body, type]) => {
        const request = { method: 'POST', body, headers: { 'Content-Type': type } }
        const text = await (await app.test('/', request)).text()
        return /has more than 20 rare keys/.exec(text)?.[0] ?? text
      }),
    )
  }
  const keyed = (count: number): object[] => Array.from({ length: count }, (_, i) => ({ [`a${i}`]: ':::' }))
  const taken = '{"isObject":true}'
  assert.equal(await answers([...keyed(1020), ...keyed(1000)]), [taken, taken, taken])
  const refused = 'has more than 20 rare keys'
  assert.equal(await answers(keyed(1021)), [refused, refused, refused])
  assert.equal(await answers(Object.assign({}, ...keyed(1021))), [refused, refused, refused])
  const protos = Array.from({ length: 21 }, () => JSON.parse('{"__proto__":":::"}'))
  assert.equal(await answers([...protos, ...keyed(500)]), [refused, refused, refused])
  const names = Array.from({ length: 1021 }, (_, i) => `<a${i}/>`).join('')
  const most = { ...limits, maxObjects: 5000, maxRareKeys: 20 }
  parseXml(`<a0>${names}</a0>`, { ...most, maxRareKeys: 21 })
  assert.throws(() => parseXml(`<a0>${names}</a0>`, most), refused)
})

const grammar: readonly (readonly [xml: string, isXml: boolean])[] = [
  ['<doc/></doc/>', false],
  ['<doc></doc/>', false],
  ['<doc></doc ></doc>', false],
  ['<doc></doc >', true],
  ['<??><doc/>', false],
  ['<?p?><doc/>', true],
  ["<?p '?><doc/>", true],
  ['<?xml?><doc/>', false],
  ['<?xml encoding="UTF-8" version="1.0"?><doc/>', false],
  ["<?xml version='1.0' encoding='utf-8' standalone='yes' ?><doc/>", true],
  ['<a b="1"c="2"/>', false],
  ['<a b = "1" c\n=\t\'2\'/>', true],
  ['<a b/>', false],
  ['<1/>', false],
  ['< a/>', false],
  ['<a ></a>', true],
  ['<a / >', false],
  ['<a><!-- -- --></a>', false],
  ['<a>]]></a>', false],
]
for (const [xml, isXml] of grammar) {
  const enough = { ...limits, maxObjects: 9 }
  test(`XML: ${isXml ? 'takes' : 'refuses'} ${xml}`, () => {
    if (isXml) parseXml(xml, enough)
    else assert.throws(() => parseXml(xml, enough), 'is not valid XML')
  })
}

test.run()
