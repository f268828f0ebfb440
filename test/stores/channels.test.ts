import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { request } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { numbersOf, openSocket, until } from '../channels/shared.ts'
import { type RoomClient, SocketClient, StreamClient } from './room-clients.ts'
import { NatsServer, RedisServer, type StoreServer } from './servers.ts'

// Three processes of rooms, with channels over real brokers. Processes are killed and brokers start again while messages flow.

/** Sockets, and as many streams of events. With all tests, fewer. */
const perKind = process.env['TEST_STORES'] === '1' ? 150 : 1500

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

interface Service {
  readonly process: ChildProcess
  readonly port: number
}

async function startService(kind: string, brokerPort: number): Promise<Service> {
  const args = [fileURLToPath(new URL('room-service.ts', import.meta.url)), kind, `${brokerPort}`]
  const child = spawn(process.execPath, [...process.execArgv, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const line = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  assert.is(child.exitCode, null, 'the service ended')
  return { process: child, port: Number(line[0]) }
}

/** Kills a process as a crash does. */
async function kill({ process: child }: Service): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
  children.delete(child)
}

const brokers: readonly (readonly [kind: string, start: () => StoreServer])[] = [
  ['redis', () => new RedisServer()],
  ['nats', () => new NatsServer()],
]

for (const [kind, startBroker] of brokers) {
  test(`${kind}: three processes lose no message when one is killed and the broker starts again`, async () => {
    const broker = startBroker()
    await broker.start()
    const services = await Promise.all([1, 2, 3].map(() => startService(kind, broker.port)))
    const live = [...services]
    let turn = 0
    const portOf = (): number => live[turn++ % live.length]?.port ?? 0
    const clients: RoomClient[] = []
    /** Acknowledged by the broker, in its order. */
    const published: number[] = []
    let next = 0
    const say = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const n = next++
        try {
          const answer = await request(`http://127.0.0.1:${portOf()}/rooms/7/${n}`, { method: 'POST' })
          await answer.body.dump()
          if (answer.statusCode === 200) published.push(n)
        } catch {
          // Whether it was published is not known.
        }
      }
    }
    await say(1)
    for (let i = 0; i < perKind; i++) clients.push(new SocketClient(portOf), new StreamClient(portOf))
    for (let i = 0; i < clients.length; i += 100) {
      const some = clients.slice(i, i + 100)
      for (const client of some) client.connect()
      await until(() => some.every(({ isOpen }) => isOpen), 'they open')
    }
    // Each knows its place in the log.
    await say(1)
    const first = next - 1
    await until(() => clients.every(({ last }) => last !== undefined))
    await say(40)
    const flowing = say(80)
    const [killed] = live.splice(0, 1)
    if (killed !== undefined) await kill(killed)
    await flowing
    const also = say(80)
    await broker.kill()
    await setTimeout(200)
    await broker.start()
    await also
    await say(20)
    const last = published.at(-1)
    try {
      await until(() => clients.every(({ numbers }) => numbers.at(-1) === last))
    } finally {
      for (const client of clients) client.close()
    }
    const expected = published.filter((n) => n >= first)
    assert.ok(expected.length > 150, `${expected.length} messages`)
    const isPublished = new Set(expected)
    for (const { numbers, gaps } of clients) {
      assert.is(gaps, 0)
      // A message without an acknowledgement may have been published.
      assert.equal(
        numbers.filter((n) => isPublished.has(n)),
        expected,
      )
      assert.ok(
        numbers.every((n, i) => i === 0 || n > (numbers[i - 1] ?? 0)),
        'in order, and once',
      )
    }
    const back = clients.filter(({ connections }) => connections > 1).length
    assert.ok(back >= clients.length / 4, `${back} came back`)
    for (const service of live) await kill(service)
    await broker.stop()
  })
}

test('redis: members of a process that was killed are gone, and a log that is lost is a gap', async () => {
  const broker = new RedisServer()
  await broker.start()
  const [one, two] = await Promise.all([1, 2].map(() => startService('redis', broker.port)))
  if (one === undefined || two === undefined) throw new Error('no service')
  const urlOf = ({ port }: Service): string => `http://127.0.0.1:${port}`
  const ann = await openSocket(urlOf(one), '/rooms/7?as=ann')
  const bob = await openSocket(urlOf(two), '/rooms/7?as=bob')
  const names = (): string => {
    const lists = ann.messages.flatMap((message) =>
      message.event === 'members' ? [message.names.join()] : [],
    )
    return lists.at(-1) ?? ''
  }
  await until(() => names() === 'ann,bob')
  const answer = await request(`${urlOf(one)}/rooms/7/members`)
  assert.equal(await answer.body.json(), ['ann', 'bob'])
  await kill(two)
  bob.socket.close()
  await until(() => names() === 'ann')
  await (await request(`${urlOf(one)}/rooms/7/1`, { method: 'POST' })).body.dump()
  await until(() => numbersOf(ann.messages).length === 1)
  const redis = new Redis({ port: broker.port, host: '127.0.0.1' })
  await redis.flushall()
  await (await request(`${urlOf(one)}/rooms/7/2`, { method: 'POST' })).body.dump()
  await until(() => ann.messages.some(({ event }) => event === 'missed'))
  await (await request(`${urlOf(one)}/rooms/7/3`, { method: 'POST' })).body.dump()
  await until(() => numbersOf(ann.messages).includes(3))
  ann.socket.close()
  redis.disconnect()
  await kill(one)
  await broker.stop()
})

test.run()
