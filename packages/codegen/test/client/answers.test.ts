import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { asNothing, asRedirect, fileName } from '../../src/client/parts/answers.ts'
import { ApiError, BindError, type ServerEvent } from '../../src/client/parts/api.ts'
import { json, lazy, list, object, open, optional, record, text } from '../../src/client/parts/codec.ts'
import { events } from '../../src/client/parts/events.ts'
import { exactJson } from '../../src/client/parts/exact-json.ts'

test('each parameter of Content-Disposition is read by itself', () => {
  const names: [string, string | undefined][] = [
    [`attachment; filename="x; filename*=utf-8''evil.exe"`, "x; filename*=utf-8''evil.exe"],
    ['attachment ; FileName = "sp.txt" ; size=3', 'sp.txt'],
    ['attachment; filename = sp.txt', 'sp.txt'],
    [`attachment; filename="a.txt"; filename*=UTF-8'en'%C3%A9.txt`, 'é.txt'],
    [`attachment; filename*=utf-8''%ff; filename=a.txt`, 'a.txt'],
    ['attachment; x="; filename=no"; filename="a\\"b.txt"', 'a"b.txt'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="open', undefined],
    ['attachment', undefined],
    ['', undefined],
  ]
  for (const [disposition, name] of names) assert.is(fileName(disposition), name, disposition)
})

test('JSON with exact integers may have as many escapes as it likes, but no endless number', () => {
  const escapes = '\\"'.repeat(4_000_000)
  const source = `{"a\\"9007199254740993":[9007199254740993,-9007199254740993,1.12345678901234567],"b":"${escapes}"}`
  const read = exactJson(source) as Record<string, unknown>
  assert.equal(read['a"9007199254740993'], [9007199254740993n, -9007199254740993n, 1.1234567890123457])
  assert.is(read['b'], '"'.repeat(4_000_000))
  assert.is(exactJson('9'.repeat(4096)), BigInt('9'.repeat(4096)))
  assert.is(exactJson(`"${'9'.repeat(2_000_000)}"`), '9'.repeat(2_000_000))
  for (const long of ['9'.repeat(2_000_000), `0.${'9'.repeat(5000)}`])
    assert.throws(
      () => exactJson(`[${long}]`),
      (error: unknown) => error instanceof BindError && /has too long a number/.test(error.message),
    )
  for (const wrong of ['"1234567890123456', '"1234567890123456\\', '[1234567890123456789'])
    assert.throws(
      () => exactJson(wrong),
      (error: unknown) => error instanceof SyntaxError,
      wrong,
    )
})

test('an error without a text has its status for a message', () => {
  const of = (detail?: string, title = ''): string => {
    const problem = { type: 'about:blank', title, status: 404, ...(detail !== undefined && { detail }) }
    return new ApiError({ status: 404, ok: false, headers: new Headers(), problem }).message
  }
  assert.equal(
    [of('a', 'b'), of('', 'b'), of(undefined, 'b'), of(''), of()],
    ['a', 'b', 'b', 'status 404', 'status 404'],
  )
})

test('a value that holds itself is refused by name', () => {
  const node: { next?: unknown } = {}
  node.next = node
  const typed = lazy(() => object([['next', optional(typed)]]))
  for (const codec of [json, typed, list(typed)]) {
    const value = codec === json || codec === typed ? node : [node]
    assert.throws(
      () => codec.to(value, 'tree'),
      (error: unknown) =>
        error instanceof TypeError && /^tree[.0-9]*\.next.* holds itself$/.test(error.message),
    )
  }
  assert.equal(typed.to({ next: {} }, ''), { next: {} })
})

test('a member of others is no declared property', () => {
  const codec = open('others', object([['name', optional(text)]]), record(text))
  assert.throws(() => codec.to({ name: 'a', others: { name: 'b' } }, ''), /^others\.name is declared$/)
  assert.equal(codec.to({ name: 'a', others: { other: 'b' } }, ''), { name: 'a', other: 'b' })
})

test('the loop of a stream that was cloned ends at once, and so does an answer without a body', async () => {
  const endless = (): Response => {
    const pull = (controller: ReadableStreamDefaultController): void =>
      controller.enqueue(new TextEncoder().encode('data: a\n\n'))
    const response = new Response(new ReadableStream({ pull }))
    response.clone()
    return response
  }
  let count = 0
  for await (const _ of events(endless())) if (++count === 2) break
  assert.is(count, 2)
  assert.equal(await asNothing(endless()), {})
  assert.equal(await asRedirect(endless()), { location: undefined })
})

test('an event comes in as many pieces as it likes', async () => {
  const piece = new TextEncoder().encode('a'.repeat(1000))
  const pieces = [new TextEncoder().encode('data:'), ...Array<Uint8Array>(20_000).fill(piece)]
  const ends = ['\r', '\n', 'id: 1\r', '\ndata: b\r', '\r', '\n'].map((one) => new TextEncoder().encode(one))
  const body = ReadableStream.from([...pieces, ...ends]) as ReadableStream<Uint8Array>
  const got: ServerEvent[] = []
  for await (const one of events(new Response(body))) got.push(one)
  assert.is(got.length, 1)
  assert.is(got[0]?.id, '1')
  assert.is(got[0]?.data, `${'a'.repeat(20_000_000)}\nb`)
})

test.run()
