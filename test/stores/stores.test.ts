import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { postgresStore } from '@ctxgen/middleware/postgres-store'
import { redisStore } from '@ctxgen/middleware/redis-store'
import { Redis } from 'ioredis'
import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { Agent, request } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { storeCases } from '../../packages/middleware/test/support/store-cases.ts'
import { PostgresServer, RedisServer } from './servers.ts'

// Four processes of a service on a real Redis and a real PostgreSQL, which go away and come back.

const redisServer = new RedisServer()
const postgresServer = new PostgresServer()
await Promise.all([redisServer.start(), postgresServer.start()])
const redis = new Redis({ port: redisServer.port, host: '127.0.0.1' })
const pool = new pg.Pool({ port: postgresServer.port, host: '127.0.0.1', user: 'postgres' })
for (const client of [redis, pool]) client.on('error', () => {})
const postgres = postgresStore(pool)
await Promise.all([
  postgres.createTable(),
  new Promise<void>((resolve, reject) => {
    const done = (error?: Error): void => (error ? reject(error) : resolve())
    new RateLimiterPostgres({ storeClient: pool, points: 1, duration: 1, tableName: 'limits' }, done)
  }),
])

const children: ChildProcess[] = []
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
// uvu ends nothing when it is stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
let ports: number[] = []

async function startChild(): Promise<number> {
  const args = [
    fileURLToPath(new URL('service.ts', import.meta.url)),
    `${redisServer.port}`,
    `${postgresServer.port}`,
  ]
  const child = spawn(process.execPath, [...process.execArgv, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const line = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  assert.is(child.exitCode, null, 'the service ended')
  return Number(line[0])
}

test.before(async () => {
  ports = await Promise.all([startChild(), startChild(), startChild(), startChild()])
})

test.after(async () => {
  for (const child of children) child.kill('SIGKILL')
  redis.disconnect()
  await pool.end()
  await Promise.all([redisServer.stop(), postgresServer.stop()])
})

interface Sent {
  readonly method?: 'POST'
  readonly headers?: Record<string, string>
  readonly body?: string
}

interface Asked {
  readonly status: number
  readonly text: string
  /** The one that it sets. */
  readonly cookie: string
}

const dispatcher = new Agent({ connections: 50 })

let turn = 0
/** Answers are cached by host. */
const sameHost = { headers: { Host: 'cars.example' } }

/** Asks one process, or each in turn. */
async function ask(
  path: string,
  sent: Sent = {},
  port: number = ports[turn++ % ports.length] ?? 0,
): Promise<Asked> {
  const answer = await request(`http://127.0.0.1:${port}${path}`, { ...sent, dispatcher })
  const [cookie = ''] = [answer.headers['set-cookie'] ?? ''].flat()
  return { status: answer.statusCode, text: await answer.body.text(), cookie: cookie.split(';')[0] ?? '' }
}

function withKey(key: string): Sent {
  return { method: 'POST', headers: { 'Idempotency-Key': `"${key}"` }, body: 'a' }
}

/** A form with a token that counts once. */
async function withToken(name: string): Promise<Sent> {
  const { cookie, text } = await ask(`/${name}/token`)
  return { method: 'POST', headers: { cookie, 'X-CSRF-Token': text } }
}

async function runsOfAll(): Promise<number> {
  const runs = await Promise.all(ports.map(async (port) => Number((await ask('/runs', {}, port)).text)))
  return runs.reduce((sum, one) => sum + one, 0)
}

/** Asks again until the answer is the expected one. */
async function until(work: () => Promise<Asked>, isDone: (asked: Asked) => boolean): Promise<Asked> {
  for (let tries = 0; tries < 500; tries++) {
    const asked = await work()
    if (isDone(asked)) return asked
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('it did not come back')
}

for (const [name, store] of [
  ['redis', redisStore(redis)],
  ['postgres', postgres],
] as const)
  for (const [text, check] of storeCases) test(`${name}: ${text}`, () => check(store))

test('node-redis sends commands in another way', async () => {
  const store = redisStore({ sendCommand: (args) => redis.call(...(args as [string, ...string[]])) })
  await store.set('a', 'b', 10_000)
  assert.is(await store.get('a'), 'b')
})

test('postgres: what has ended is pruned, and the name of the table is checked', async () => {
  await postgres.set('ended', 'a', 1)
  await until(
    async () => ({ status: 0, text: (await postgres.get('ended')) ?? '', cookie: '' }),
    ({ text }) => text === '',
  )
  await postgres.prune()
  assert.is((await pool.query("select 1 from ctxgen_store where key = 'ended'")).rows.length, 0)
  for (const table of ['a b', 'a"', 'A', ''])
    assert.throws(() => postgresStore(pool, { table }), /not the name of a table/)
})

for (const [name, max, sent] of [
  ['redis', 1000, 5000],
  ['postgres', 200, 1000],
] as const)
  test(`${name}: four processes with one limit of ${max} let exactly ${max} of ${sent} through`, async () => {
    let passed = 0
    let refused = 0
    // Counts need not outlive a power cut, and a write to the disk for each would be most of the time.
    if (name === 'redis') await redis.config('SET', 'appendfsync', 'no')
    const worker = async (): Promise<void> => {
      for (let i = 0; i < sent / 50; i++) {
        const { status } = await ask(`/${name}/limited`)
        if (status === 200) passed++
        if (status === 429) refused++
      }
    }
    await Promise.all(Array.from({ length: 50 }, worker))
    if (name === 'redis') await redis.config('SET', 'appendfsync', 'always')
    assert.equal([passed, refused], [max, sent - max])
  })

for (const name of ['redis', 'postgres'] as const) {
  test(`${name}: concurrent first requests with one key run the handler once`, async () => {
    const before = await runsOfAll()
    const keys = Array.from({ length: 20 }, (_, i) => `concurrent ${i}`)
    const statuses = await Promise.all(
      keys.flatMap((key) =>
        Array.from({ length: 8 }, async () => (await ask(`/${name}/pay`, withKey(key))).status),
      ),
    )
    assert.equal(
      [...new Set(statuses)].filter((status) => status !== 201 && status !== 409),
      [],
    )
    assert.is((await runsOfAll()) - before, keys.length)
    for (const key of keys) {
      const again = [await ask(`/${name}/pay`, withKey(key)), await ask(`/${name}/pay`, withKey(key))]
      assert.equal(
        again.map(({ status }) => status),
        [201, 201],
      )
      assert.is(again[0]?.text, again[1]?.text)
    }
  })

  test(`${name}: changes of one session by all processes at once are all kept`, async () => {
    const { cookie } = await ask(`/${name}/set?key=first&value=1`)
    const keys = Array.from({ length: 40 }, (_, i) => `k${i}`)
    const set = (key: string): Promise<Asked> =>
      ask(`/${name}/set?key=${key}&value=v${key}`, { headers: { cookie } })
    const statuses = await Promise.all(keys.map(async (key) => (await set(key)).status))
    assert.equal([...new Set(statuses)], [200])
    const { text } = await ask(`/${name}/all?keys=first,${keys.join(',')}`, { headers: { cookie } })
    assert.equal(JSON.parse(text), ['1', ...keys.map((key) => `v${key}`)])
  })

  /** Requests that have opened one session, in all processes, and then go on at once. @returns their cookies */
  const together = async (cookie: string, queries: readonly string[]): Promise<readonly string[]> => {
    const asked = queries.map((query, i) =>
      ask(`/${name}/hold?${query}`, { headers: { cookie } }, ports[i % ports.length]),
    )
    const held = async (): Promise<number> => {
      const counts = await Promise.all(ports.map(async (port) => Number((await ask('/held', {}, port)).text)))
      return counts.reduce((sum, one) => sum + one, 0)
    }
    while ((await held()) < queries.length);
    await Promise.all(ports.map((port) => ask('/let-go', {}, port)))
    const answers = await Promise.all(asked)
    assert.equal([...new Set(answers.map(({ status }) => status))], [200])
    return answers.map((answer) => answer.cookie)
  }
  const valuesBehind = async (cookie: string, keys: readonly string[]): Promise<readonly unknown[]> =>
    JSON.parse((await ask(`/${name}/all?keys=${keys.join(',')}`, { headers: { cookie } })).text)

  test(`${name}: a new id gets the changes of all processes at once`, async () => {
    const { cookie } = await ask(`/${name}/set?key=first&value=yes`)
    const keys = Array.from({ length: 20 }, (_, i) => `k${i}`)
    const queries = keys.map((key) => `key=${key}`)
    queries.splice(10, 0, 'do=renew&key=login')
    const renewed = (await together(cookie, queries))[10] ?? ''
    const all = ['first', 'login', ...keys]
    assert.equal(
      await valuesBehind(renewed, all),
      all.map(() => 'yes'),
    )
    assert.equal(await valuesBehind(cookie, ['first']), [null])
  })

  test(`${name}: of new ids of all processes at once one gets the values, and none beside a logout`, async () => {
    for (const isEnded of [false, true]) {
      const { cookie } = await ask(`/${name}/set?key=first&value=yes`)
      const queries = Array.from({ length: 8 }, (_, i) => `do=renew&key=k${i}`)
      if (isEnded) queries.splice(4, 0, 'do=end')
      const firsts: unknown[] = []
      for (const renewed of await together(cookie, queries))
        firsts.push(...(await valuesBehind(renewed, ['first'])))
      assert.is(firsts.filter((value) => value === 'yes').length, isEnded ? 0 : 1)
      assert.equal(await valuesBehind(cookie, ['first']), [null])
    }
  })

  test(`${name}: a token of a form counts once in all processes`, async () => {
    const form = await withToken(name)
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask(`/${name}/token`, form)))
    assert.is(answers.filter(({ status }) => status === 200).length, 1)
    assert.is(answers.filter(({ status }) => status === 403).length, 15)
  })

  test(`${name}: one answer for all processes`, async () => {
    const first = (await ask(`/${name}/cached`, sameHost)).text
    for (const port of ports) assert.is((await ask(`/${name}/cached`, sameHost, port)).text, first)
  })

  test(`${name}: killed, each does as documented, and comes back by itself with what it had acknowledged`, async () => {
    const server = name === 'redis' ? redisServer : postgresServer
    const [port = 0] = ports
    const here = (path: string, sent: Sent = {}): Promise<Asked> => ask(`/${name}${path}`, sent, port)
    const { cookie } = await here('/set?key=kept&value=yes')
    const withCookie = { headers: { cookie } }
    const paid = await here('/pay', withKey('before'))
    const used = await withToken(name)
    assert.is((await here('/token', used)).status, 200)
    const unused = await withToken(name)
    await server.kill()
    await ask('/errors', {}, port)
    assert.is((await here('/limited')).status, 200)
    assert.is((await here('/all?keys=kept', withCookie)).status, 503)
    assert.is((await here('/set?key=a&value=b')).status, 503)
    assert.is((await here('/pay', withKey('while away'))).status, 503)
    assert.is((await here('/token', unused)).status, 503)
    assert.is((await here('/cached')).status, 200)
    const told: readonly string[] = JSON.parse((await ask('/errors', {}, port)).text)
    for (const where of ['limiter', 'session', 'idempotency', 'csrfToken', 'cache'])
      assert.ok(told.includes(`Error: ${where}: the store failed`), `${where}: ${told.join('; ')}`)
    await server.start()
    const back = await until(
      () => here('/all?keys=kept', withCookie),
      ({ status }) => status === 200,
    )
    assert.is(back.text, '["yes"]')
    const again = await until(
      () => here('/pay', withKey('before')),
      ({ status }) => status !== 503,
    )
    assert.equal([again.status, again.text], [201, paid.text])
    assert.is(
      (
        await until(
          () => here('/token', used),
          ({ status }) => status !== 503,
        )
      ).status,
      403,
    )
    assert.is((await here('/token', await withToken(name))).status, 200)
    await until(
      () => here('/limited'),
      ({ status }) => status === 429,
    )
  })
}

for (const name of ['redis', 'postgres'] as const)
  test(`${name}: killed between the work of a request and the keeping of its answer, it gets the answer when it is back`, async () => {
    const server = name === 'redis' ? redisServer : postgresServer
    const [port, other] = ports
    const path = `/${name}/slow`
    const key = withKey('killed between')
    const before = await runsOfAll()
    const first = ask(path, key, port)
    await until(
      () => ask('/held', {}, port),
      ({ text }) => text === '1',
    )
    await server.kill()
    await ask('/let-go', {}, port)
    const { status, text } = await first
    assert.is(status, 200)
    // The process that has handled it knows the answer.
    assert.equal(await ask(path, key, port), { status: 200, text, cookie: '' })
    await server.start()
    const elsewhere = await until(
      () => ask(path, key, other),
      (asked) => asked.status === 200,
    )
    assert.is(elsewhere.text, text)
    assert.is((await runsOfAll()) - before, 1)
  })

/** Begins sessions one after the other until a request fails. @returns the cookies of those that were answered */
async function sessionsUntilFailure(path: string, port: number): Promise<readonly string[]> {
  const cookies: string[] = []
  for (;;) {
    const asked = await ask(`${path}/set?key=kept&value=${cookies.length}`, {}, port).catch(() => undefined)
    if (asked?.status !== 200) return cookies
    cookies.push(asked.cookie)
  }
}

async function valuesOf(
  path: string,
  cookies: readonly string[],
  port: number | undefined,
): Promise<readonly string[]> {
  const texts: string[] = []
  for (const cookie of cookies)
    texts.push((await ask(`${path}/all?keys=kept`, { headers: { cookie } }, port)).text)
  return texts
}

for (const name of ['redis', 'postgres'] as const) {
  const server = name === 'redis' ? redisServer : postgresServer
  const killers: readonly (readonly [string, (port: number) => Promise<unknown>, () => Promise<unknown>])[] =
    [
      ['the store', () => server.kill(), () => server.start()],
      ['the process', async () => children.at(-1)?.kill('SIGKILL'), async () => undefined],
    ]
  for (const [what, kill, mend] of killers)
    test(`${name}: of ${what} that is killed among requests every answered session is there`, async () => {
      const port = await startChild()
      const path = `/${name}`
      const working = Array.from({ length: 8 }, () => sessionsUntilFailure(path, port))
      while (Number((await ask('/runs-of-sessions', {}, port)).text) < 200);
      await kill(port)
      const cookies = (await Promise.all(working)).flat()
      await mend()
      // Those under way at the end are begun and not answered.
      assert.ok(cookies.length >= 200 - working.length, `${cookies.length}`)
      // Each process notices by itself that the store is back.
      const from = what === 'the store' ? port : ports[0]
      const [cookie = ''] = cookies
      await until(
        () => ask(`${path}/all?keys=kept`, { headers: { cookie } }, from),
        ({ status }) => status === 200,
      )
      const values = await valuesOf(path, cookies, from)
      assert.equal(
        values.filter((text) => !/^\["\d+"\]$/.test(text)),
        [],
      )
    })
}

for (const name of ['redis', 'postgres'] as const)
  test(`${name}: a killed process loses no session, and its key is free when its lock ends`, async () => {
    const port = await startChild()
    const child = children.at(-1)
    const { cookie } = await ask(`/${name}/set?key=kept&value=yes`, {}, port)
    const before = Number((await ask('/runs', {}, port)).text)
    const lost = ask(`/${name}/hang?hang=1`, withKey('lost'), port).catch(() => 'lost')
    await until(
      () => ask('/runs', {}, port),
      ({ text }) => Number(text) > before,
    )
    assert.is((await ask(`/${name}/hang?hang=1`, withKey('lost'))).status, 409)
    child?.kill('SIGKILL')
    assert.is(await lost, 'lost')
    assert.is((await ask(`/${name}/all?keys=kept`, { headers: { cookie } })).text, '["yes"]')
    // The same request would hang again, so this is another one, which is 422 until the lock ends.
    const other = await until(
      () => ask(`/${name}/hang`, withKey('lost')),
      ({ status }) => status !== 422,
    )
    assert.equal([other.status, other.text], [200, 'done'])
  })

test.run()
