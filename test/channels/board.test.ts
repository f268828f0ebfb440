import { openSocket, type TestSocket } from '@ctxgen/runtime/testing'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createApp } from '../../examples/board/src/app.ts'
import { boardsInMemory } from '../../examples/board/src/boards.ts'
import { MemoryBroker } from '../../packages/runtime/src/app/channels/memory-broker.ts'

// The service of examples/board. test/compat/browser opens its page.

interface Event {
  readonly event: string
  readonly names?: readonly string[]
  readonly id?: string
  readonly line?: object
}

/** The next event that is one of these. */
async function next(socket: TestSocket, isOne: (event: Event) => boolean): Promise<Event> {
  for (;;) {
    const event = (await socket.next()) as Event
    if (isOne(event)) return event
  }
}

const drawn = ({ event }: Event): boolean => event === 'drawn'

test('two processes with one store and one broker share a board', async () => {
  const boards = boardsInMemory()
  const broker = new MemoryBroker()
  const [here, there] = [createApp(boards, broker), createApp(boards, broker)]
  const ann = await openSocket(here, '/boards/blue?name=ann')
  const bob = await openSocket(there, '/boards/blue?name=bob')
  await next(ann, ({ names }) => names?.join() === 'ann,bob')
  const line = { x1: 1, y1: 2, x2: 3, y2: 1000 }
  ann.send({ type: 'draw', ...line })
  const one = await next(bob, drawn)
  assert.equal(one, { event: 'drawn', id: one.id, by: 'ann', line })
  const answer = await there.test('/boards/blue/lines')
  assert.equal(await answer.json(), { lines: [line] })
  bob.close()
  await next(ann, ({ names }) => names?.join() === 'ann')
  ann.send({ type: 'draw', ...line, x1: 5 })
  await next(ann, ({ line: other }) => Reflect.get(Object(other), 'x1') === 5)
  // Bob comes back, and gets exactly what was missed.
  const again = await openSocket(there, `/boards/blue?name=bob&since=${one.id}`)
  const missed = (await again.next()) as Event
  assert.equal(missed, { event: 'drawn', id: missed.id, by: 'ann', line: { ...line, x1: 5 } })
  await Promise.all([here.shutdown(), there.shutdown()])
})

test('lines outside of the board and visitors without a name are refused', async () => {
  const app = createApp(boardsInMemory())
  const socket = await openSocket(app, '/boards/blue?name=ann')
  socket.send({ type: 'draw', x1: 1, y1: 2, x2: 3, y2: 1001 })
  await next(socket, (message) => 'error' in message)
  for (const path of ['/boards/blue', `/boards/blue?name=${'x'.repeat(31)}`, '/boards/a%2Fb?name=ann'])
    try {
      await openSocket(app, path)
      assert.unreachable(path)
    } catch (error) {
      assert.is(Reflect.get(Object(error), 'response')?.status, 400, path)
    }
  const page = await app.test('/')
  assert.match(page.headers.get('content-type') ?? '', 'text/html')
  await app.shutdown()
})

test.run()
