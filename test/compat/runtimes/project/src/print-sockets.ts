import { App, HttpError } from '@ctxgen/runtime'
import { EchoSocket } from './dto/room.bind.ts'

// Opens WebSockets with the client of the runtime, and prints the outcomes.

const codes: number[] = []
const app = new App()
app.ws('/rooms/:room', EchoSocket, {
  upgrade(c) {
    if (c.params('room') === 'closed') throw new HttpError(403)
    return c.params('room')
  },
  message(socket, { x }) {
    if (x === 0) socket.close(1008, 'none')
    else socket.send({ twice: 2 * x, room: socket.data, ip: socket.ip })
  },
  close: (_socket, code) => void codes.push(code),
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

const dropped = open('7')
dropped.addEventListener('open', () => dropped.send('{"x":0}'))
outcomes['a close of the server'] = await new Promise((resolve) =>
  dropped.addEventListener('close', ({ code, reason }) => resolve(`${code} ${reason}`)),
)
const left = open('7')
left.addEventListener('open', () => left.close(4001, 'done'))
await new Promise((resolve) => left.addEventListener('close', resolve))
while (codes.length < 2) await new Promise((resolve) => setTimeout(resolve, 10))
outcomes['a close of the client'] = String(codes[1])

const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
outcomes['a stop'] = `${await app.shutdown({ timeout: 5000 })} ${await closed}`
console.log(JSON.stringify(outcomes))
process.exit()
