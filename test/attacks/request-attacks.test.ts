import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Fixture } from './fixture-client.ts'
import { http2Answers } from './http2-answer.ts'
import { type Attack, type Exchange, loadAttacks, type Parsed, reference } from './reference.ts'

const areas = [
  'wire-smuggling',
  'proxy-host',
  'negotiation',
  'method-override',
  'routing',
  'http2',
  'conditional-cache',
]
const fixture = await Fixture.start()
test.after(() => fixture.stop())

for (const attack of loadAttacks(areas).filter(({ call }) => call === undefined)) {
  test(`${attack.area} ${attack.id}`, async () => assert.equal(await faultsOf(attack), []))
}

// They wait for time-outs: all at once they take as long as one.
test('slow-clients', async () => {
  const [slow, counting] = partition(loadAttacks(['slow-clients']))
  const faults = await Promise.all(
    slow.map(async (attack) => (await faultsOf(attack)).map((text) => `${attack.id}: ${text}`)),
  )
  assert.equal(faults.flat(), [])
  // What counts open files has to be alone.
  for (const attack of counting) assert.equal(await faultsOf(attack), [])
})

test('method-override mo-ctx-method-set', async () => {
  const app = new App()
  app.get('/', (c) => c.sendString(c.method('FOO\r\nX: 1')))
  assert.is(await (await app.test('/')).text(), 'GET')
})

test('routing ro-invalid-patterns', async () => {
  const [attack] = loadAttacks(['routing']).filter(({ id }) => id === 'ro-invalid-patterns')
  const [patterns] = attack?.call?.args ?? []
  assert.ok(Array.isArray(patterns))
  for (const pattern of patterns) {
    const app = new App()
    try {
      app.get(pattern, (c) => c.sendString('x'))
    } catch (error) {
      assert.ok(error instanceof TypeError && error.message.length > 10)
      continue
    }
    for (const path of ['/', '/a', '/a/b', '/%'])
      assert.ok([200, 404].includes((await app.test(path)).status))
  }
})

test('routing ro-10k-routes', async () => {
  const start = performance.now()
  const app = new App()
  for (let i = 0; i < 10_000; i++) app.get(`/static/page${i}`, () => {})
  for (let i = 0; i < 1000; i++) app.get(`/static/:p/sub${i}`, () => {})
  app.router.find('GET', '/')
  assert.ok(performance.now() - start < 2000, 'building takes too long')
  const again = performance.now()
  for (let i = 0; i < 10_000; i++) app.router.find('GET', `/static/page${i}/sub1000`)
  assert.ok((performance.now() - again) / 10 < 50, 'a look-up takes more than 50 µs')
})

function partition(attacks: readonly Attack[]): [Attack[], Attack[]] {
  const counts = ({ check }: Attack): boolean => check.fdsBack === true
  return [attacks.filter((attack) => !counts(attack)), attacks.filter(counts)]
}

async function faultsOf(attack: Attack): Promise<string[]> {
  const http2 = attack.via?.includes('h2c') === true
  const port =
    attack.routes === undefined
      ? fixture.port(http2 ? 'h2c' : (attack.profile ?? 'http'))
      : await fixture.routes(attack.id, attack.routes)
  const before = await fixture.state()
  const exchanges = await sendAll(attack, port)
  const faults = exchanges.flatMap((exchange) =>
    reference.judge(attack, exchange, http2 ? parsedHttp2(exchange) : reference.parse(exchange.buf)),
  )
  if (!(await fixture.isAlive(http2 ? fixture.port('http') : port))) faults.push('it is not alive any more')
  const after = await fixture.state()
  const { check } = attack
  if (after.uncaught > 0) faults.push(`${after.uncaught} uncaught errors`)
  if (check.noPollution && after.polluted) faults.push('a prototype was polluted')
  if (check.noTmpFiles && after.tmpFiles > 0) faults.push('temporary files are left')
  if (check.handlerNotCalled && JSON.stringify(after.hits) !== JSON.stringify(before.hits))
    faults.push('a handler was called')
  if (check.fdsBack && after.fds > before.fds + 5) faults.push(`${after.fds - before.fds} files are open`)
  if (after.rssMb - before.rssMb > check.maxRssMb)
    faults.push(`${Math.round(after.rssMb - before.rssMb)} MB more`)
  return [...new Set(faults)]
}

/** As the reference runner: up to 50 times, up to 50 at once; what counts is the last time. */
async function sendAll(attack: Attack, port: number): Promise<Exchange[]> {
  const bytes = reference.wireOf(attack)
  const times = Math.min(attack.repeat ?? 1, 50)
  const atOnce = Math.min(attack.concurrency ?? 1, 50)
  let last: Exchange[] = []
  for (let i = 0; i < times; i++) {
    const once = (): Promise<Exchange> =>
      reference.sendOnce(port, bytes, attack.client, attack.check.maxMs + 500)
    last = await Promise.all(Array.from({ length: atOnce }, once))
  }
  return last
}

function parsedHttp2({ buf }: Exchange): Parsed {
  const responses = http2Answers(buf).map((answer) => ({ ...answer, head: '', headers: [] }))
  return { responses, raw: buf.toString('latin1') }
}

test.run()
