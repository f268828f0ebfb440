import { App, HttpError } from '@ctxgen/runtime'
import { EchoSocket, Heard, HearSocket } from './dto/room.bind.ts'

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
})
app.get('/events', (c) => c.events(Heard, () => [{ heard: 1 }]))
const news = app.channel(Heard, 'news', { gap: false })
app.ws('/news', HearSocket, {
  open: (socket) => news.subscribe(socket),
  message: (_, { x }) => news.publish({ heard: x }),
})

const serve = (request: Request): Promise<Response> =>
  app.fetch(request, { remoteAddress: request.headers.get('cf-connecting-ip') ?? undefined })

interface Env {
  readonly ROOMS: { idFromName(name: string): unknown; get(id: unknown): { readonly fetch: typeof serve } }
}

/** All sockets of a channel are in one object: those of another request cannot be written to. */
export class Rooms {
  fetch(request: Request): Promise<Response> {
    return serve(request)
  }
}

// biome-ignore lint/style/noDefaultExport: what a worker is.
export default {
  fetch: (request: Request, { ROOMS }: Env): Promise<Response> =>
    request.url.endsWith('/news') ? ROOMS.get(ROOMS.idFromName('news')).fetch(request) : serve(request),
}
