import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Json, RequestCase, Step } from './case-types.ts'
import { Exchanges } from './exchanges.ts'
import { fakeSubject } from './fake-runtime.ts'
import { runCase } from './run-case.ts'

const run = (rest: Partial<RequestCase>): Promise<string[]> =>
  runCase({ id: 'x', request: { target: '/' }, ...rest }, 'area', fakeSubject, new Exchanges(), 300)

const passes = async (rest: Partial<RequestCase>): Promise<void> => assert.equal(await run(rest), [])

async function fails(rest: Partial<RequestCase>, reason: RegExp): Promise<void> {
  const reasons = await run(rest)
  assert.match(reasons.join('\n'), reason, `reasons: ${reasons.join('; ')}`)
}

const ok: Step = { call: 'sendString', args: ['ok'] }

test('a case that holds passes', async () => {
  await passes({
    steps: [
      { call: 'person', returns: { name: 'Ada', tags: ['a', 'b'], born: { $date: '1970-01-01T00:00:00Z' } } },
      { call: 'status', args: [201], returns: { $ctx: true }, chain: [['set', 'x-a', '1']] },
      { call: 'fail', args: [404], throws: { kind: 'HttpError', status: 404, message: 'as asked' } },
      {
        call: 'failLater',
        throws: {
          kind: 'BindError',
          source: 'query',
          issues: [{ source: 'query', field: 'id', code: 'type' }],
        },
      },
      ok,
    ],
    response: { status: 201, headers: { 'x-a': '1' }, body: 'ok' },
  })
})

test('a wrong return value, error or response is a failure', async () => {
  const person = (returns: NonNullable<Step['returns']>): Partial<RequestCase> => ({
    steps: [{ call: 'person', returns }],
  })
  await fails(person({ name: 'Ada' }), /has "tags"/)
  await fails(
    person({ name: 'Eve', tags: ['a', 'b'], born: { $date: '1970-01-01T00:00:00Z' } }),
    /name is 'Ada', expected 'Eve'/,
  )
  await fails(
    { steps: [{ call: 'fail', args: [404], throws: { kind: 'HttpError', status: 400 } }] },
    /status is 404/,
  )
  await fails({ steps: [{ call: 'fail', args: [404], throws: { kind: 'BindError' } }] }, /expected BindError/)
  await fails({ steps: [{ call: 'failLater', throws: { issues: [] } }] }, /issues/)
  const other = [{ source: 'query', field: 'id', code: 'range' }]
  await fails({ steps: [{ call: 'failLater', throws: { issues: other } }] }, /code is 'type'/)
  await fails({ steps: [{ call: 'failLater', throws: { messageMatch: '^no' } }] }, /does not match/)
  await fails({ steps: [ok], response: { body: 'no' } }, /the body is 'ok'/)
  await fails({ steps: [ok], response: { status: 500 } }, /the status is 200/)
})

test('a missing throw and an unexpected throw are failures', async () => {
  await fails({ steps: [{ ...ok, throws: { kind: 'Error' } }] }, /did not throw/)
  await fails({ steps: [{ ...ok, uncaught: true }], response: { status: 200 } }, /did not throw/)
  await fails({ steps: [{ call: 'fail', args: [404], returns: 1 }], response: { status: 404 } }, /threw/)
  await fails({ steps: [{ call: 'fail', args: [404] }] }, /the handler was left/)
  await passes({ steps: [{ call: 'fail', args: [404], uncaught: true }], response: { status: 404 } })
  await passes({ steps: [{ call: 'fail', args: [404], mayThrow: true }, ok], response: { body: 'ok' } })
})

test('a missing export fails even where an error is expected', async () => {
  await fails({ steps: [{ call: 'nope', throws: { kind: 'Error' } }] }, /nope\(\) does not exist/)
  await fails({ steps: [{ call: 'nope', mayThrow: true }] }, /nope\(\) does not exist/)
  await fails({ steps: [{ call: 'query', generic: ['a', 'int'], returns: 1 }] }, /does not export query/)
  await fails({ steps: [{ bind: 'query', dto: 'A', throws: { kind: 'Error' } }] }, /bind\(\) does not exist/)
  await fails({ steps: [{ call: 'x', on: 'req', throws: { kind: 'Error' } }] }, /c.req\(\) does not exist/)
  await fails({ config: { msgPack: true } }, /does not export msgpack/)
  await fails({ parser: { zeroEmpty: true }, steps: [ok] }, /setParserDecoder/)
})

test('a check that is never reached is a failure', async () => {
  await fails(
    {
      steps: [
        { call: 'fail', args: [404] },
        { call: 'ip', returns: '' },
      ],
      response: { status: 404 },
    },
    /was not reached/,
  )
  await fails(
    { route: { method: 'POST' }, steps: [{ call: 'ip', returns: '' }], response: { status: 200 } },
    /no handler was reached/,
  )
  await fails({ steps: [{ ...ok, returnz: 1 } as Step] }, /does not know the key "returnz"/)
})

test('a hang and an uncaught error belong to their case', async () => {
  await fails({ steps: [{ call: 'hang' }] }, /nothing happened for 300 ms/)
  await fails({ steps: [{ call: 'leak' }, ok] }, /nobody waits for this/)
  await passes({ steps: [ok] })
})

test('aborted connections are seen', async () => {
  await passes({ steps: [{ call: 'drop' }], response: { noResponse: true } })
  await fails({ steps: [{ call: 'drop' }], response: { status: 200 } }, /closed without a byte/)
  await passes({ steps: [{ call: 'tear' }], response: { aborted: true } })
  await fails({ steps: [{ call: 'tear' }], response: { status: 200 } }, /breaks off/)
  await fails({ steps: [ok], response: { aborted: true } }, /expected one that breaks off/)
})

test('protocol, TLS and peer address follow the case', async () => {
  const say = (call: string, returns: NonNullable<Step['returns']>): Step[] => [{ call, returns }]
  await passes({ request: { httpVersion: '1.0' }, steps: say('version', '1.0') })
  await passes({
    request: { httpVersion: '2' },
    steps: [...say('version', '2.0'), ok],
    response: { status: 200, body: 'ok' },
  })
  await passes({ request: { tls: true }, steps: say('secure', true) })
  await passes({ request: { remoteAddress: '192.0.2.1' }, steps: say('ip', '192.0.2.1') })
  await passes({ request: { tls: true, remoteAddress: '2001:db8::1' }, steps: say('ip', '2001:db8::1') })
  await passes({
    request: { headers: [['x-A', '1']] },
    steps: say('rawHeaders', ['Host', 'example.com', 'x-A', '1']),
  })
})

test('interim responses are seen in both versions', async () => {
  const steps: Step[] = [{ call: 'hints', args: ['<a>; rel=preload'] }, ok]
  const interim = [{ status: 103, headers: { link: '<a>; rel=preload' } }]
  for (const httpVersion of ['1.1', '2'] as const) {
    await passes({ request: { httpVersion }, steps, response: { status: 200, body: 'ok', interim } })
    await fails({ request: { httpVersion }, steps, response: { interim: [] } }, /1 interim responses/)
  }
})

test('a stream writer is followed to its end, even after the client disconnects', async () => {
  const writer: Step['writer'] = [
    { write: 'a' },
    { waitAbort: true },
    { sleep: 20 },
    { flush: true, throws: { kind: 'Error' } },
  ]
  const request = { abortAfter: 'first-chunk' } as const
  await passes({ request, steps: [{ call: 'sendStreamWriter', writer }], response: { status: 200 } })
  const wrong: Step['writer'] = [{ write: 'a' }, { flush: true, throws: { kind: 'Error' } }]
  await fails(
    { steps: [{ call: 'sendStreamWriter', writer: wrong }], response: { body: 'a' } },
    /writer did not throw/,
  )
})

test('fixture files are in the working directory, which is restored afterwards', async () => {
  const before = process.cwd()
  const files = { 'in/a.txt': 'hi', b: { repeat: ['ab', 2] as const }, c: { hex: '6869' } }
  const read = (path: Json, text: string): Step => ({ call: 'readFile', args: [path], returns: text })
  await passes({ files, steps: [read('in/a.txt', 'hi'), read('b', 'abab'), read({ $path: 'c' }, 'hi')] })
  await fails({ files, steps: [read('in/a.txt', 'ho')] }, /expected 'ho'/)
  assert.is(process.cwd(), before)
})

test('further requests and later steps run and are checked', async () => {
  const second = { request: { target: '/' }, response: { body: 'no' } }
  // biome-ignore lint/suspicious/noThenProperty: the format's own key
  await fails({ steps: [ok], then: [second] }, /request 2: the body is 'ok'/)
  await fails({ steps: [{ later: [{ closed: 'c' }] }] }, /c was not closed|nothing happened/)
  await fails(
    { steps: [{ call: 'ip', as: 'a' }, { later: [{ check: { $ref: 'a' }, equals: 'x' }] }] },
    /expected 'x'/,
  )
})

test.run()
