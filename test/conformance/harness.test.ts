import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Json } from './case-types.ts'
import { cookieDifferences } from './check-cookies.ts'
import { responseDifferences } from './check-response.ts'
import type { ClientResponse } from './client-response.ts'
import { type Comparison, compareValue, differences } from './compare.ts'
import { exportedNames } from './exported-names.ts'
import { makeMemFs } from './mem-fs.ts'
import { readDiagnostics } from './read-diagnostics.ts'

const comparing = suite('compare')

const same = (expected: Json, actual: unknown): void => assert.equal(differences(expected, actual, 'it'), [])
const differs = (expected: Json, actual: unknown): void =>
  assert.ok(differences(expected, actual, 'it').length > 0, JSON.stringify(expected))

comparing('accepts equal values', () => {
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

comparing('rejects unequal values', () => {
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

responses('accepts a matching response', () => {
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

responses('reports a broken response unless the case expects one', () => {
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

responses('reads cookie attributes by name, in any spelling and order', () => {
  const line = 'n=a=b; SECURE; path=/x; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Partitioned'
  const wanted = { value: 'a=b', secure: true, path: '/x', partitioned: true, expired: true, domain: null }
  assert.equal(cookieDifferences({ n: wanted }, [line]), [])
})

responses.run()

const reading = suite("reading the generator's output")

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
