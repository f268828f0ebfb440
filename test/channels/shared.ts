import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { App, type AppConfig, type Channel, type ListenAddress } from '@ctxgen/runtime'
import { WebSocket } from 'undici'
import { RoomEvent, RoomSocket } from '../../fixtures/valid/channels/dto.bind.ts'

export interface Served extends ListenAddress {
  readonly app: App
  readonly errors: unknown[]
  readonly room: (name: string) => Channel<RoomEvent>
}

interface RoomOptions {
  readonly keep?: number
  readonly presenceTimeout?: number
}

export function roomOf(app: App, name: string, options: RoomOptions = {}): Channel<RoomEvent> {
  return app.channel(RoomEvent, `room:${name}`, {
    gap: { event: 'missed' },
    presence: (names) => ({ event: 'members', names: [...names] }),
    stamp: (event, id) => (event.event === 'said' ? { ...event, id } : event),
    ...options,
  })
}

/** An app with sockets and streams of events of rooms. */
export async function serveRooms(config: AppConfig = {}, options: RoomOptions = {}): Promise<Served> {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(error), ...config })
  const room = (name: string): Channel<RoomEvent> => roomOf(app, name, options)
  app.get('/rooms/:room/events', (c) => {
    const channel = room(c.params('room'))
    const name = c.query('as')
    c.events(RoomEvent, (stream) => channel.subscribe(stream, name === '' ? {} : { as: name }))
  })
  app.ws('/rooms/:room', RoomSocket, {
    maxSockets: 10_000,
    upgrade: (c) => ({ room: c.params('room'), since: c.query('since'), as: c.query('as') }),
    async open(socket) {
      const { since, as, room: name } = socket.data
      await room(name).subscribe(socket, { since: since || undefined, ...(as !== '' && { as }) })
    },
    async message(socket, { text }) {
      await room(socket.data.room).publish({ event: 'said', by: socket.data.as, text, n: 0 })
    },
  })
  const server = await app.listen({ host: '127.0.0.1' })
  return { ...server, app, errors, room }
}

export interface Heard {
  readonly socket: WebSocket
  readonly messages: RoomEvent[]
}

/** Opens a socket, and gathers what it hears. */
export async function openSocket(url: string, path: string): Promise<Heard> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`)
  const messages: RoomEvent[] = []
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
  await once(socket, 'open')
  return { socket, messages }
}

/** Waits until something is so. */
export async function until(isSo: () => boolean, what: string = `${isSo}`): Promise<void> {
  const end = performance.now() + 20_000
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`it did not happen: ${what}`)
    await setTimeout(5)
  }
}

export function said(n: number, text = `text ${n}`): RoomEvent {
  return { event: 'said', by: 'ann', text, n }
}

/** The numbers of what was said, in their order. */
export function numbersOf(messages: readonly RoomEvent[]): number[] {
  return messages.flatMap((one) => (one.event === 'said' ? [one.n] : []))
}
