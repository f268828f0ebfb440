// A service of WebSockets and streams of events that hear one channel.
import { App } from '@ctxgen/runtime'
import { RoomEvent, RoomSocket } from '../../../fixtures/valid/channels/dto.bind.ts'

/** The service's answer to `state`. */
export interface LiveState {
  readonly open: number
  readonly members: number
  readonly published: number
  readonly uncaught: readonly string[]
}

const uncaught: string[] = []
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => uncaught.push(String(error)))
}

/** Errors of clients that do not read, which are expected. */
const isExpected = (error: unknown): boolean => /too slow/.test(String(error))
const app = new App({ onError: (error) => void (isExpected(error) || uncaught.push(String(error))) })
const channel = app.channel(RoomEvent, 'live', {
  gap: { event: 'missed' },
  presence: (names): RoomEvent => ({ event: 'members', names: [...names] }),
  stamp: (event, id) => (event.event === 'said' ? { ...event, id } : event),
})
let [published, open] = [0, 0]

function say(by: string, text: string): Promise<unknown> {
  return channel.publish({ event: 'said', by, text, n: ++published })
}

app.ws('/live', RoomSocket, {
  upgrade: (c) => ({ since: c.query('since'), as: c.query('as') }),
  async open(socket) {
    open++
    const { since, as } = socket.data
    await channel.subscribe(socket, { since: since || undefined, as })
  },
  message: (socket, { text }) => say(socket.data.as, text),
  close: () => void open--,
})
app.get('/live/events', (c) => c.events(RoomEvent, (stream) => channel.subscribe(stream)))

const { port } = await app.listen({ host: '127.0.0.1' })
setInterval(() => say('clock', 'tick'), 100)
process.on('message', async () => {
  globalThis.gc?.()
  const state: LiveState = { open, members: (await channel.members()).length, published, uncaught }
  process.send?.(state)
})
process.on('disconnect', () => process.exit())
process.send?.(port)
