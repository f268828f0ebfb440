import { App, HttpError } from '@ctxgen/runtime'
import { EchoSocket } from './dto/room.bind.ts'

// Opens WebSockets with the client of the runtime, and prints the outcomes.

const app = new App()
app.ws('/rooms/:room', EchoSocket, {
  upgrade(c) {
    if (c.params('room') === 'closed') throw new HttpError(403)
    return c.params('room')
  },
  message: (socket, { x }) => socket.send({ twice: 2 * x, room: socket.data, ip: socket.ip }),
})
const { url } = await app.listen({ host: '127.0.0.1' })
const open = (room: string): WebSocket => new WebSocket(`${url.replace('http', 'ws')}/rooms/${room}`)
const outcomes: Record<string, string> = {}

const socket = open('7')
await new Promise((resolve) => socket.addEventListener('open', resolve))
const next = (): Promise<string> =>
  new Promise((resolve) =>
    socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true }),
  )
socket.send('{"x":2}')
outcomes['a message'] = await next()
socket.send('{"x":"2"}')
outcomes['a message that does not fit'] = JSON.parse(await next()).error.errors[0].code

outcomes['a refusal'] = await new Promise((resolve) => {
  const refused = open('closed')
  refused.addEventListener('error', () => resolve('refused'))
  refused.addEventListener('open', () => resolve('open'))
})
outcomes['no upgrade'] = String((await fetch(`${url}/rooms/7`)).status)

const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
outcomes['a stop'] = `${await app.shutdown({ timeout: 5000 })} ${await closed}`
console.log(JSON.stringify(outcomes))
process.exit()
