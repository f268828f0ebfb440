import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { WebSocket } from 'undici'
import type { Host } from './hosts.ts'
import type { Answers } from './try-servers.ts'
import { startWorkerd } from './workerd.ts'

/** The outcomes of WebSockets; Node 20 has no client of its own to try them with. */
export const socketOutcomes: Answers = new Map([
  ['a message', '{"twice":4,"room":"7","ip":"127.0.0.1"}'],
  ['a message that does not fit', 'type'],
  ['a refusal', 'refused'],
  ['no upgrade', '426'],
  ['a close of the server', '1008 none'],
  ['a close of the client', '4001'],
  ['a stop', 'true 1001'],
])

/** The outcome of each WebSocket, by what is tried. */
export async function trySockets({ command, options }: Host, project: string): Promise<Answers> {
  const script = join(project, 'src/print-sockets.ts')
  const { stdout } = await promisify(execFile)(command, [...options, script], {
    cwd: project,
    timeout: 60_000,
  })
  return new Map(Object.entries(JSON.parse(stdout) as Record<string, string>))
}

/** A stop is nothing that a worker has. */
export const workerOutcomes: Answers = new Map([
  ...[...socketOutcomes].filter(([name]) => name !== 'a stop'),
  ['a subprotocol', 'json'],
  ['a message that is too long', '1009'],
  ['a close of the client', '4001 done'],
  ['a channel', '{"heard":7} {"heard":7}'],
  ['events of another request', 'data: {"heard":1}'],
])

/** The outcomes in a worker, by a client outside of it. @param bundle of `socket-worker.ts` */
export async function trySocketsInWorkerd(bundle: string): Promise<Answers> {
  const workerd = startWorkerd(bundle, { ROOMS: 'Rooms' })
  try {
    const { port } = await workerd.ready
    const url = `127.0.0.1:${port}`
    const open = async (path: string): Promise<WebSocket> => {
      const socket = new WebSocket(`ws://${url}${path}`, ['json'])
      await new Promise((resolve, reject) => {
        socket.addEventListener('open', resolve)
        socket.addEventListener('error', () => reject(new Error(`${path} is refused`)))
      })
      return socket
    }
    const next = async (socket: WebSocket): Promise<string> => {
      const [{ data }] = await once(socket, 'message')
      return String(data)
    }
    const closeOf = async (socket: WebSocket): Promise<string> => {
      const [{ code, reason }] = await once(socket, 'close')
      return `${code} ${reason}`
    }
    const outcomes = new Map<string, string>()
    const socket = await open('/rooms/7')
    outcomes.set('a subprotocol', socket.protocol)
    socket.send('{"x":2}')
    outcomes.set('a message', await next(socket))
    socket.send('{"x":"2"}')
    outcomes.set('a message that does not fit', JSON.parse(await next(socket)).error.errors[0].code)
    socket.send(`{"x":2${' '.repeat(65_536)}}`)
    outcomes.set('a message that is too long', (await closeOf(socket)).split(' ')[0] ?? '')
    const dropped = await open('/rooms/7')
    dropped.send('{"x":0}')
    outcomes.set('a close of the server', await closeOf(dropped))
    const refused = await open('/rooms/closed').then(
      () => 'open',
      () => 'refused',
    )
    outcomes.set('a refusal', refused)
    outcomes.set('no upgrade', String((await fetch(`http://${url}/rooms/7`)).status))
    const [left, one, two] = await Promise.all([1, 2, 3].map(() => open('/news')))
    const closed = closeOf(left as WebSocket)
    left?.close(4001, 'done')
    outcomes.set('a close of the client', await closed)
    const heard = Promise.all([one, two].map((hearing) => next(hearing as WebSocket)))
    one?.send('{"x":7}')
    outcomes.set('a channel', (await heard).join(' '))
    outcomes.set('events of another request', (await (await fetch(`http://${url}/events`)).text()).trim())
    return outcomes
  } finally {
    await workerd.dispose()
  }
}
