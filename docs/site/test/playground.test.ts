import { randomBytes } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { examples } from '../playground/examples.ts'
import { inspect } from '../playground/inspect.ts'
import { parseCurl } from '../playground/parse-curl.ts'
import { hashOf, maxState, type PlaygroundState, stateOf } from '../playground/state.ts'

const state: PlaygroundState = {
  source: "/** @query */ export interface Ä { a: '</script>' }",
  method: 'POST',
  path: '/a',
  url: '/a?b=1',
  headers: 'A: b\nC: d',
  body: '\u0000"',
}

test('a link has the whole state', async () => {
  for (const one of [state, ...Object.values(examples)]) {
    const hash = await hashOf(one)
    assert.match(String(hash), /^#v1\.[\w-]+$/)
    assert.equal(await stateOf(String(hash)), one)
  }
})

test('a state that is too long has no link', async () => {
  assert.is(await hashOf({ ...state, body: 'x'.repeat(maxState) }), undefined)
  const random = randomBytes(40_000).toString('hex')
  assert.ok(random.length < maxState)
  assert.is(await hashOf({ ...state, body: random }), undefined)
})

/** The hash of any text, as a link has it. */
async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  return `#v1.${Buffer.from(bytes).toString('base64url')}`
}

test('any other hash is none', async () => {
  const good = String(await hashOf(state))
  const damaged = [
    '',
    '#',
    '#top',
    '#v1.',
    '#v1.%00',
    '#v1.AAAA',
    '#v2.AAAA',
    good.slice(0, -8),
    `${good}<script>`,
    `#v1.${'A'.repeat(40_000)}`,
    await packed('{'),
    await packed('null'),
    await packed('{"source":""}'),
    await packed('["a"]'),
    await packed('["a","b","c","d","e",1]'),
    await packed('["a","b","c","d","e",{"length":0}]'),
    await packed(`["${'a'.repeat(maxState)}","b","c","d","e","f"]`),
    // A bomb: a small hash of many bytes.
    await packed(`["${'a'.repeat(20_000_000)}","b","c","d","e","f"]`),
  ]
  for (const hash of damaged) assert.is(await stateOf(hash), undefined, hash.slice(0, 60))
})

test('command lines of curl', () => {
  assert.equal(parseCurl("curl 'localhost:3000/cars?colour=red&page=2'"), {
    method: 'GET',
    url: '/cars?colour=red&page=2',
    headers: '',
    body: '',
  })
  assert.equal(
    parseCurl(
      '$ curl -X PATCH https://example.com/a \\\n  -H "X-A: \\"b\\"" -b session=1 --json \'{"a":"it\'\\\'\'s"}\'',
    ),
    {
      method: 'PATCH',
      url: '/a',
      headers: 'X-A: "b"\nCookie: session=1\nContent-Type: application/json\nAccept: application/json',
      body: '{"a":"it\'s"}',
    },
  )
  assert.equal(parseCurl('curl -sd a=1 --data-urlencode "b=x y&z" /form'), {
    method: 'POST',
    url: '/form',
    headers: 'Content-Type: application/x-www-form-urlencoded',
    body: 'a=1&b=x%20y%26z',
  })
  assert.is(parseCurl('curl -G -d a=1 -d b=2 /q?c=3').url, '/q?c=3&a=1&b=2')
  assert.equal(parseCurl("curl -F title=A -F 'photo=@a.txt;type=text/plain' /p"), {
    method: 'POST',
    url: '/p',
    headers: 'Content-Type: multipart/form-data; boundary=playground-boundary',
    body:
      '--playground-boundary\r\nContent-Disposition: form-data; name="title"\r\n\r\nA\r\n' +
      '--playground-boundary\r\nContent-Disposition: form-data; name="photo"; filename="a.txt"\r\n' +
      'Content-Type: text/plain\r\n\r\nthe content of a.txt\r\n--playground-boundary--\r\n',
  })
})

test('what curl would not read is refused', () => {
  for (const line of ['', 'wget x', 'curl', "curl 'x", 'curl --proxy a b', 'curl -H', 'curl http://[']) {
    assert.throws(() => parseCurl(line), undefined, line)
  }
})

test('values look as in TypeScript', () => {
  const value = {
    at: new Date(0),
    big: 12n,
    'not-a-name': null,
    list: [],
    bytes: new Uint8Array([1, 2]),
    map: new Map([['a', 1]]),
    none: undefined,
    text: '"</script>',
  }
  assert.is(
    inspect(value),
    `{
  at: new Date("1970-01-01T00:00:00.000Z"),
  big: 12n,
  "not-a-name": null,
  list: [],
  bytes: new Uint8Array([1, 2]),
  map: new Map([["a", 1]]),
  none: undefined,
  text: "\\"</script>",
}`,
  )
  assert.is(inspect({ a: 1, b: [1, 2] }), '{ a: 1, b: [1, 2] }')
})

test.run()
