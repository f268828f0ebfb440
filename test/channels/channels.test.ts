import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { App, type Socket } from '@ctxgen/runtime'
import { eventsOf, openSocket as openInProcess } from '@ctxgen/runtime/testing'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { RoomEvent, RoomSocket, type RoomSocketSend } from '../../fixtures/valid/channels/dto.bind.ts'
import { MemoryBroker } from '../../packages/runtime/src/app/channels/memory-broker.ts'
import { numbersOf, openSocket, roomOf, said, serveRooms, until } from './shared.ts'

test('a message reaches sockets, streams of events and functions, each by its own DTO', async () => {
  const { app, url, room, errors } = await serveRooms()
  const { socket, messages } = await openSocket(url, '/rooms/7')
  const heard: (readonly [RoomEvent, string | undefined])[] = []
  await room('7').subscribe((message, id) => heard.push([message, id]))
  const answer = await fetch(`${url}/rooms/7/events`)
  const events = eventsOf(answer)
  await until(() => messages.length > 0)
  const id = await room('7').publish(said(1))
  await until(() => numbersOf(messages).length === 1)
  // The socket's DTO does not declare `by`.
  assert.equal(
    messages.filter(({ event }) => event === 'said'),
    [{ event: 'said', id, text: 'text 1', n: 1 }],
  )
  const whole = { ...said(1), id }
  assert.equal(
    heard.filter(([{ event }]) => event === 'said'),
    [[whole, id]],
  )
  for await (const one of events) {
    if (one.event !== 'said') continue
    assert.equal([one.id, JSON.parse(one.data)], [id, whole])
    break
  }
  socket.send('{"type":"say","text":"Hello"}')
  await until(() => numbersOf(messages).length === 2)
  assert.equal(errors, [])
  socket.close()
  await app.shutdown({ timeout: 3000 })
})

test('a message to many is written once for each DTO and format', async () => {
  const { app, url, errors } = await serveRooms()
  let written = 0
  const room = app.channel(RoomEvent, 'room:7', {
    gap: false,
    stamp: (event, id) =>
      event.event !== 'said'
        ? event
        : Object.defineProperty({ ...event, id }, 'text', {
            enumerable: true,
            get() {
              written++
              return 'text'
            },
          }),
  })
  // The options of the first one hold.
  await room.subscribe(() => {})
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(url, '/rooms/7')))
  const streams = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/rooms/7/events`)))
  const heard = streams.map(async (stream) => {
    for await (const { event, data } of eventsOf(stream)) if (event === 'said') return JSON.parse(data)
  })
  await room.publish(said(1))
  assert.is((await Promise.all(heard)).length, 20)
  await until(() => sockets.every(({ messages }) => numbersOf(messages).length === 1))
  assert.is(written, 2)
  assert.equal(errors, [])
  await app.shutdown({ timeout: 3000 })
})

test('sockets that open at once share what is written', async () => {
  const app = new App()
  const room = app.channel(RoomEvent, 'room:7', {
    gap: false,
    stamp: (event, id) =>
      Object.defineProperty({ ...event, id }, 'text', { enumerable: true, get: () => `text ${++written}` }),
  })
  let written = 0
  let opened = 0
  const open = async (socket: Socket<RoomSocketSend>): Promise<void> => {
    await room.subscribe(socket)
    opened++
  }
  app.ws('/rooms', RoomSocket, { open, message() {} })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => openInProcess(app, '/rooms')))
  await until(() => opened === 5)
  await room.publish(said(1))
  const texts = await Promise.all(sockets.map((one) => one.next()))
  assert.equal(
    texts.map((one) => Reflect.get(Object(one), 'text')),
    Array.from({ length: 5 }, () => 'text 1'),
  )
  await app.shutdown()
})

test('who comes back gets exactly what was missed, or hears of a gap', async () => {
  const { app, url, room, errors } = await serveRooms({}, { keep: 150 })
  const ids: string[] = []
  for (let n = 0; n < 300; n++) ids.push(await room('7').publish(said(n)))
  await room('other').publish(said(1))
  const numbers = Array.from({ length: 300 }, (_, n) => n)
  for (const [since, expected] of [
    [ids[299], []],
    [ids[298], numbers.slice(299)],
    [ids[199], numbers.slice(200)],
    [ids[149], numbers.slice(150)],
    [ids[148], 'missed'],
    ['0-0', 'missed'],
    ['another process-300', 'missed'],
    [await room('other').publish(said(1)), 'missed'],
  ] as const) {
    const { socket, messages } = await openSocket(url, `/rooms/7?since=${encodeURIComponent(since ?? '')}`)
    await until(() => messages.some(({ event }) => event === 'members'))
    const isGap = messages[0]?.event === 'missed'
    assert.equal(isGap ? 'missed' : numbersOf(messages), expected, since)
    const stream = await fetch(`${url}/rooms/7/events`, { headers: { 'Last-Event-ID': since ?? '' } })
    const got: number[] = []
    for await (const { event, data, id } of eventsOf(stream)) {
      if (event === 'said') got.push(JSON.parse(data).n)
      if (event === 'missed') assert.is(id, ids[299], 'a gap has the place of the newest message')
      if (event === 'missed') assert.is(expected, 'missed')
      if (event === 'members') break
    }
    if (expected !== 'missed') assert.equal(got, expected)
    socket.close()
  }
  assert.equal(errors, [])
  await app.shutdown({ timeout: 3000 })
})

test('who comes while messages flow misses none, and gets none twice', async () => {
  const { app, room, errors } = await serveRooms()
  const channel = room('7')
  let last = await channel.publish(said(0))
  let count = 1
  const published = [last]
  const heard: { readonly from: number; readonly numbers: number[] }[] = []
  const joined: Promise<unknown>[] = []
  for (let round = 0; round < 400; round++) {
    last = await channel.publish(said(count++))
    published.push(last)
    const from = Math.max(0, published.length - 1 - ((round * 7) % 250))
    const one = { from: from + 1, numbers: [] as number[] }
    heard.push(one)
    const take = (message: RoomEvent): void => {
      if (message.event === 'said') one.numbers.push(message.n)
      assert.is.not(message.event, 'missed')
    }
    joined.push(channel.subscribe(take, { since: published[from] }))
  }
  await Promise.all(joined)
  for (; count < 450; count++) await channel.publish(said(count))
  const all = Array.from({ length: count }, (_, n) => n)
  for (const { from, numbers } of heard) assert.equal(numbers, all.slice(from))
  assert.equal(errors, [])
  await app.shutdown({ timeout: 3000 })
})

test('a channel without a log has no ids', async () => {
  const { app, room } = await serveRooms({}, { keep: 0 })
  const heard: unknown[] = []
  assert.is(await room('7').publish(said(0)), '')
  const end = await room('7').subscribe((message, id) => heard.push([message.event, id]), { since: '4' })
  await room('7').publish(said(1))
  await until(() => heard.length === 2)
  assert.equal(heard, [
    ['said', undefined],
    ['members', undefined],
  ])
  end()
  await room('7').publish(said(2))
  assert.is(heard.length, 2)
  await app.shutdown({ timeout: 3000 })
})

test('members are those of all processes, and a silent process has none', async () => {
  const broker = new MemoryBroker()
  let isCut = false
  const half = {
    read: broker.read.bind(broker),
    subscribe: broker.subscribe.bind(broker),
    publish: (topic: string, text: string, keep: number) =>
      isCut ? Promise.reject(new Error('cut')) : broker.publish(topic, text, keep),
  }
  const here = await serveRooms({ channels: broker }, { presenceTimeout: 300 })
  const there = await serveRooms({ channels: half }, { presenceTimeout: 300 })
  const lists: (readonly string[])[] = []
  await here.room('7').subscribe((message) => {
    if (message.event === 'members') lists.push(message.names)
  })
  const ann = await openSocket(here.url, '/rooms/7?as=ann')
  const bob = await openSocket(there.url, '/rooms/7?as=bob')
  const again = await openSocket(there.url, '/rooms/7?as=bob')
  const stream = await fetch(`${there.url}/rooms/7/events?as=cid`)
  await until(() => lists.at(-1)?.join() === 'ann,bob,cid')
  assert.equal(await there.room('7').members(), ['ann', 'bob', 'cid'])
  assert.equal(await here.room('8').members(), [])
  // One of two subscriptions is left.
  again.socket.close()
  await stream.body?.cancel()
  await until(() => lists.at(-1)?.join() === 'ann,bob')
  await until(() => bob.messages.at(-1)?.event === 'members')
  // A killed process is silent.
  isCut = true
  await until(() => lists.at(-1)?.join() === 'ann')
  isCut = false
  await until(() => lists.at(-1)?.join() === 'ann,bob')
  bob.socket.close()
  await until(() => lists.at(-1)?.join() === 'ann')
  ann.socket.close()
  await Promise.all([here.app.shutdown({ timeout: 3000 }), there.app.shutdown({ timeout: 3000 })])
})

test('names of members are sent to newcomers, and to all when they change', async () => {
  const { app, room, url } = await serveRooms()
  const ann = await openSocket(url, '/rooms/7?as=ann')
  await until(() => ann.messages.length === 1)
  const again = await openSocket(url, '/rooms/7?as=ann')
  await until(() => again.messages.length === 1)
  assert.equal(again.messages, ann.messages)
  again.socket.close()
  await once(again.socket, 'close')
  const bob = await openSocket(url, '/rooms/7?as=bob')
  await until(() => bob.messages.length === 1)
  await room('7').publish(said(1))
  await until(() => numbersOf(ann.messages).length === 1)
  const lists = ann.messages.map((message) => (message.event === 'members' ? message.names : message.event))
  assert.equal(lists, [['ann'], ['ann', 'bob'], 'said'])
  await app.shutdown({ timeout: 3000 })
})

test('the messages of a broker are read and checked', async () => {
  const broker = new MemoryBroker()
  const { app, room, errors } = await serveRooms({ channels: broker })
  const heard: RoomEvent[] = []
  await room('7').subscribe((message) => heard.push(message))
  for (const text of [
    '{"event":"said","by":"ann","text":"","n":1}',
    '{"event":"said","by":"ann","n":1}',
    '{"event":"gone"}',
    '[',
    '{"event":"said","by":"ann","text":"a","n":1,"__proto__":{"admin":true}}',
  ])
    await broker.publish('m:room:7', text, 1000)
  await until(() => heard.some(({ event }) => event === 'said'))
  assert.is(errors.length, 4)
  // A message that could not be read was missed.
  assert.equal(
    heard.map(({ event }) => event).filter((event) => event !== 'members'),
    ['missed', 'missed', 'missed', 'missed', 'said'],
  )
  const one = heard.find(({ event }) => event === 'said')
  assert.is(Reflect.get(Object(one), 'admin'), undefined)
  for (const text of ['', '{}', '{"from":1}', '{"from":"a","change":1,"all":[1]}', 'null'])
    await broker.publish('p:room:7', text, 0)
  assert.equal(await room('7').members(), [])
  await app.shutdown({ timeout: 3000 })
})

test('a message that does not fit is refused when it is published', async () => {
  const app = new App()
  const room = roomOf(app, '7')
  await rejects(room.publish(said(1, '')), /text/)
  await rejects(room.publish({ event: 'gone' } as never), /event/)
})

test('a subscriber that fails does not fail the others', async () => {
  const { app, room, errors } = await serveRooms()
  const heard: RoomEvent[] = []
  await room('7').subscribe(() => {
    throw new Error('thrown')
  })
  await room('7').subscribe(async () => {
    throw new Error('rejected')
  })
  await room('7').subscribe((message) => heard.push(message))
  await room('7').publish(said(1))
  await until(() => numbersOf(heard).length === 1 && errors.length >= 2)
  await app.shutdown({ timeout: 3000 })
})

/** Only compiled. */
export function mistakesOfTypes(app: App, socket: Socket<{ event: 'said' }>): void {
  const channel = roomOf(app, '7')
  // @ts-expect-error The socket does not send all messages of the channel.
  channel.subscribe(socket)
  // @ts-expect-error Messages of a socket's DTO cannot be read.
  app.channel(RoomSocket.send, '7', { gap: false })
  // @ts-expect-error It is no message of the channel.
  app.channel(RoomEvent, '7', { gap: { event: 'gone' } })
}

test('an invalid name of a client is its error', async () => {
  const { app, errors, url } = await serveRooms()
  const names = ['a%0a', '%7f', 'x'.repeat(257)]
  const said = /must have 1 to 256 characters, none of them a control character$/
  for (const name of names) {
    for (const path of [`/rooms/${name}/events`, `/rooms/7/events?as=${name}`]) {
      const answer = await fetch(url + path, { headers: { Accept: 'text/plain' } })
      assert.is(answer.status, 400, path)
      assert.match(await answer.text(), said)
    }
    for (const path of [`/rooms/${name}`, `/rooms/7?as=${name}`]) {
      const { socket } = await openSocket(url, path)
      const [close] = (await once(socket, 'close')) as [{ readonly code: number; readonly reason: string }]
      assert.is(close.code, 1008, path)
      assert.match(close.reason, said)
    }
  }
  assert.throws(() => app.channel(RoomEvent, '', { gap: false }), said)
  assert.throws(() => app.channel(RoomEvent, '\ud800', { gap: false }), said)
  assert.equal(errors, [])
  await app.shutdown({ timeout: 3000 })
})

test('mistakes are errors', async () => {
  const app = new App()
  const gap = false
  assert.throws(() => app.channel(RoomSocket as never, '7', { gap }), /@json and @response/)
  assert.throws(() => app.channel(RoomEvent, '7', {} as never), /`gap` is missing/)
  assert.throws(() => app.channel(RoomEvent, 7 as never, { gap }), TypeError)
  assert.throws(() => app.channel(RoomEvent, '7', { gap, keep: -1 }), /keep/)
  assert.throws(() => app.channel(RoomEvent, '7', { gap, presenceTimeout: 0 }), /presenceTimeout/)
  const room = app.channel(RoomEvent, '7', { gap })
  await rejects(room.subscribe({} as never), /a socket, a stream of events or a function/)
  await room.subscribe(() => {})
  const other = { ...RoomEvent, name: 'Other' }
  await rejects(
    app.channel(other, '7', { gap }).subscribe(() => {}),
    /its messages are RoomEvent, not Other/,
  )
})

async function rejects(work: Promise<unknown>, expected: RegExp): Promise<void> {
  try {
    await work
  } catch (error) {
    assert.match(String(error), expected)
    return
  }
  assert.unreachable('it resolved')
}

test('channels without a broker fail before several workers listen', async () => {
  const app = new App()
  app.channel(RoomEvent, 'room', { gap: false })
  const error = await app.listen({ workers: 2 }).catch(String)
  assert.match(String(error), 'channels of several workers need a broker')
  // One that is made later fails there.
  const script = fileURLToPath(new URL('./worker-app.ts', import.meta.url))
  const [words] = await once(fork(script), 'message')
  assert.match(words[0], 'channels of several workers need a broker')
  assert.is(words[1], 'room')
})

test.run()
