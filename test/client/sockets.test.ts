import { getEventListeners } from 'node:events'
import { WebSocket } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { app, seen } from '../../fixtures/client/rooms/app.ts'
import * as client from '../../fixtures/client/rooms/client.ts'

const { url: baseUrl } = await app.listen({ port: 0, host: '127.0.0.1' })
const api = { baseUrl, checked: true }
const at = new Date('2026-01-02T03:04:05.678Z')
const said = (n: number, text: string): client.Said => ({ type: 'said', n, text, at, big: 2n ** 60n + 1n })

test.after(async () => {
  await app.shutdown({ timeout: 1000 })
})

async function failureOf(socket: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const _ of socket);
  } catch (error) {
    return error
  }
  return undefined
}

test('messages are sent and decoded, and a socket comes back after a break', async () => {
  seen.since = []
  const waits: number[] = []
  let last: number | undefined
  const socket = client.joinRoom(api, () => ({ room: 'blue', ...(last !== undefined && { since: last }) }), {
    WebSocket,
    onRetry: (ms) => waits.push(ms),
  })
  // It waits for the connection.
  assert.not(socket.isOpen)
  socket.send({ type: 'say', text: 'é', at })
  const got: unknown[] = []
  for await (const message of socket) {
    got.push(message)
    if (message.type === 'confirm') assert.ok(socket.reply(message, { type: 'confirmed', yes: true }))
    else last = message.n
    if (got.length === 1) {
      socket.send({ type: 'break', code: 1012 })
      while (socket.isOpen) await new Promise((resolve) => setTimeout(resolve, 5))
      socket.send({ type: 'say', text: 'again', at })
    }
    if (got.length === 2) socket.send({ type: 'say', text: 'ask', at })
    if (got.length === 4) break
  }
  assert.equal(got, [
    said(1, 'é'),
    said(2, 'again'),
    { type: 'confirm', ask: 1, text: 'blue' },
    { type: 'said', n: 3, text: 'yes', at: new Date(0), big: 0n },
  ])
  assert.equal(seen.since, [undefined, 1])
  assert.ok(waits.length === 1 && waits.every((ms) => ms >= 500 && ms <= 1000))
  assert.throws(() => socket.send({ type: 'break', code: 1000 }), /the socket is closed/)
})

test('a socket that is closed leaves no listener on its signal', async () => {
  const { signal } = new AbortController()
  const socket = client.joinRoom(api, { room: 'blue' }, { WebSocket, signal })
  assert.is(getEventListeners(signal, 'abort').length, 1)
  socket.close()
  assert.is(getEventListeners(signal, 'abort').length, 0)
  const gone = { baseUrl: 'http://127.0.0.1:9' }
  await new Promise<void>((resolve) => {
    const waiting = client.joinRoom(gone, { room: 'blue' }, { WebSocket, signal, retries: 1, onRetry })
    function onRetry(): void {
      setImmediate(() => {
        waiting.close()
        resolve()
      })
    }
  })
  assert.is(getEventListeners(signal, 'abort').length, 0)
})

test('a first connection that fails is an error, unless retries are allowed', async () => {
  seen.refuse = 1
  const failure = await failureOf(client.joinRoom(api, { room: 'blue' }, { WebSocket }))
  assert.instance(failure, client.SocketError)
  seen.refuse = 1
  const socket = client.joinRoom(api, { room: 'blue' }, { WebSocket, retries: 1 })
  socket.send({ type: 'say', text: 'late', at })
  for await (const message of socket) {
    assert.equal(message, said(1, 'late'))
    break
  }
})

/** A socket that opens, gets messages and closes again. */
class BriefSocket {
  binaryType = ''
  static messages: readonly string[] = []
  static lasts = 0
  readonly #listeners = new Map<string, (event: object) => void>()

  constructor() {
    setImmediate(() => {
      this.#emit('open', {})
      for (const data of BriefSocket.messages) this.#emit('message', { data })
      const { now } = Date
      Date.now = () => now() + BriefSocket.lasts
      this.#emit('close', { code: 1011, reason: '' })
      Date.now = now
    })
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    this.#listeners.set(type, listener)
  }

  send(): void {}
  close(): void {}

  #emit(type: string, event: object): void {
    this.#listeners.get(type)?.(event)
  }
}

test('connections that close before a message are counted, and their delay grows', async () => {
  const closed = async (
    messages: readonly string[],
    lasts: number,
  ): Promise<{ readonly waits: readonly number[]; readonly failure: unknown }> => {
    Object.assign(BriefSocket, { messages, lasts })
    const waits: number[] = []
    const onRetry = (ms: number): void => {
      waits.push(ms)
      if (waits.length === 3) socket.close()
    }
    const socket = client.joinRoom(api, { room: 'blue' }, { WebSocket: BriefSocket, retries: 2, onRetry })
    return { failure: await failureOf(socket), waits }
  }
  const none = await closed([], 0)
  assert.is(none.failure instanceof client.SocketError && none.failure.code, 1011)
  assert.is(none.waits.length, 2)
  assert.ok(
    none.waits.every((ms, i) => ms >= 500 * 2 ** i && ms <= 1000 * 2 ** i),
    `${none.waits}`,
  )
  const message = JSON.stringify({ type: 'confirm', ask: 1, text: 'blue' })
  for (const [messages, lasts] of [
    [[message], 0],
    [[], 31_000],
  ] as const) {
    const { failure, waits } = await closed(messages, lasts)
    assert.is(failure, undefined)
    assert.ok(waits.length === 3 && waits.every((ms) => ms >= 500 && ms <= 1000), `${waits}`)
  }
})

test('messages that do not fit are BindErrors, and issues that do not fit are left out', async () => {
  Object.assign(BriefSocket, { messages: ['{"error":{'], lasts: 0 })
  const failure = await failureOf(client.joinRoom(api, { room: 'blue' }, { WebSocket: BriefSocket }))
  assert.instance(failure, client.BindError)
  const long = { type: 'confirm', ask: 2 ** 31, text: 'blue' }
  Object.assign(BriefSocket, { messages: [JSON.stringify(long)] })
  const range = await failureOf(client.joinRoom(api, { room: 'blue' }, { WebSocket: BriefSocket }))
  assert.is(range instanceof client.BindError && range.path, 'ask')
  const refused = { error: { status: 409, title: 'Conflict', detail: 5, errors: [null] } }
  Object.assign(BriefSocket, { messages: [JSON.stringify(refused)] })
  const error = await failureOf(client.joinRoom(api, { room: 'blue' }, { WebSocket: BriefSocket }))
  if (!(error instanceof client.ApiError)) throw error
  assert.equal({ ...error.problem }, { type: 'about:blank', title: 'Conflict', status: 409, errors: [] })
})

test('a normal close ends the loop, and a final one fails it', async () => {
  for (const [code, failed] of [
    [1000, undefined],
    [3000, 3000],
    [4001, 4001],
  ] as const) {
    const socket = client.joinRoom(api, { room: 'blue' }, { WebSocket })
    socket.send({ type: 'break', code })
    const failure = await failureOf(socket)
    assert.is(failure instanceof client.SocketError ? failure.code : failure, failed)
  }
})

test('a message that the server refuses is an ApiError, or goes to onRefused', async () => {
  const socket = client.joinRoom(api, { room: 'blue' }, { WebSocket })
  socket.send({ type: 'say', text: '', at })
  const failure = await failureOf(socket)
  assert.instance(failure, client.ApiError)
  assert.is((failure as client.ApiError).status, 400)
  const problems: client.Problem[] = []
  const onRefused = (problem: client.Problem): unknown => problems.push(problem)
  const other = client.joinRoom(api, { room: 'blue' }, { WebSocket, onRefused })
  other.send({ type: 'say', text: '', at })
  other.send({ type: 'say', text: 'next', at })
  for await (const message of other) {
    assert.equal(message, said(1, 'next'))
    break
  }
  assert.is(problems[0]?.errors?.[0]?.code, 'rule')
})

test('a reply goes to the connection of its question alone', async () => {
  const connections: WebSocket[] = []
  class Kept extends WebSocket {
    constructor(url: string) {
      super(url)
      connections.push(this)
    }
  }
  const socket = client.joinRoom(api, { room: 'blue' }, { WebSocket: Kept })
  const foreign: client.Confirm = { type: 'confirm', ask: 1, text: 'blue' }
  const yes = { type: 'confirmed', yes: true } as const
  assert.throws(() => socket.reply(foreign, yes), /not a message of this socket/)
  socket.send({ type: 'say', text: 'ask', at })
  for await (const message of socket) {
    if (message.type !== 'confirm') continue
    assert.throws(() => socket.reply(message, { ...yes, yes: 7 } as never))
    connections[0]?.close()
    while (socket.isOpen) await new Promise((resolve) => setTimeout(resolve, 5))
    assert.not(socket.reply(message, yes))
    while (!socket.isOpen) await new Promise((resolve) => setTimeout(resolve, 5))
    // Its first question has the same number.
    assert.not(socket.reply(message, yes))
    break
  }
  // @ts-expect-error: a message without a question
  const one: Parameters<typeof socket.reply>[0] = said(1, 'a')
  // @ts-expect-error: a message that is no reply
  const other: Parameters<typeof socket.reply>[1] = { type: 'say', text: 'a', at }
  assert.ok(one && other)
})

test('few messages wait for a connection, and wrong ones are errors at once', () => {
  const socket = client.joinRoom(api, { room: 'blue' }, { WebSocket, maxWaiting: 2 })
  const message = { type: 'say', text: 'a', at } as const
  socket.send(message)
  socket.send(message)
  assert.throws(() => socket.send(message), /2 messages wait/)
  assert.throws(() => socket.send({ type: 'say', text: 7, at } as never))
  assert.throws(() => socket.send({ type: 'gone' } as never))
  socket.close()
})

test('a socket ends with its signal, and headers reach its guards', async () => {
  const stop = new AbortController()
  const socket = client.joinRoom(
    api,
    { room: 'blue' },
    { WebSocket, signal: stop.signal, onOpen: () => stop.abort() },
  )
  assert.is(await failureOf(socket), undefined)
  const out = client.joinRoom({ ...api, auth: 'Bearer out' }, { room: 'blue' }, { WebSocket })
  assert.instance(await failureOf(out), client.SocketError)
  if (Reflect.get(globalThis, 'WebSocket') !== undefined) return
  assert.match(String(await failureOf(client.joinRoom(api, { room: 'blue' }))), /no WebSocket here/)
})

test('bytes are bytes', async () => {
  const socket = client.openRaw(api, { WebSocket })
  socket.send(Uint8Array.of(0, 255))
  for await (const message of socket) {
    assert.equal(message, Uint8Array.of(0, 255))
    break
  }
})

/** Like that of undici 6: a connection that fails has an error alone. */
class Failing extends EventTarget {
  static isClosing = false
  binaryType = ''

  constructor() {
    super()
    setImmediate(() => {
      this.dispatchEvent(new Event('error'))
      if (Failing.isClosing) this.dispatchEvent(Object.assign(new Event('close'), { code: 1006, reason: '' }))
    })
  }

  send(): void {}
  close(): void {}
}

test('a connection that fails is one failure, with a close after its error or without', async () => {
  for (const isClosing of [false, true]) {
    Failing.isClosing = isClosing
    let waits = 0
    const onRetry = (): void => {
      waits++
    }
    const first = client.joinRoom(api, { room: 'blue' }, { WebSocket: Failing })
    assert.match(String(await failureOf(first)), /the socket is closed: 1006/)
    const again = client.joinRoom(api, { room: 'blue' }, { WebSocket: Failing, retries: 1, onRetry })
    assert.match(String(await failureOf(again)), /the socket is closed: 1006/)
    assert.is(waits, 1)
  }
})

test.run()
