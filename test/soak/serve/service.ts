// The service under load: ten kinds of request, each with a mark that comes back from the locals of the
// request.
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { App, type Ctx, type EventStream } from '@ctxgen/runtime'
import { shown } from '../../attacks/app/shown-value.ts'
import { AnySource, Item } from '../../attacks/dto/item.bind.js'
import { Note } from '../../attacks/dto/note.bind.js'
import { PathParts, Upload } from '../../attacks/dto/request-parts.bind.js'
import { notes, streamed } from './streamed.ts'

/** The service's answer to `state`. */
export interface ServiceState {
  /** Requests that saw the locals of another one. */
  readonly leaks: number
  readonly uncaught: readonly string[]
  /** Locals that were opened but not closed yet. */
  readonly openLocals: number
  /** Streams of events whose clean-up was not called yet. */
  readonly openStreams: number
  readonly heapMb: number
  readonly tmpFiles: number
}

const folder = process.argv[2] ?? ''
const app = new App({ onError: () => {} })
const uncaught: string[] = []
let leaks = 0
let openLocals = 0
let openStreams = 0

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => uncaught.push(String(error)))
}

app.use(async (c) => {
  const mark = c.get('X-Mark')
  if (c.locals('mark') !== undefined) leaks++
  c.locals('mark', mark)
  openLocals++
  c.locals('closed', { close: () => openLocals-- })
  // Other requests run in between.
  if (mark.length % 2 === 0) await null
  else await sleep(1)
  c.set('X-Mark', String(c.locals('mark')))
  await c.next()
  if (c.locals('mark') !== mark) leaks++
})

const show = (c: Ctx, value: unknown): void => c.json(shown(value))
app.get('/query', (c) => show(c, c.bind().query(Item)))
app.get('/path/:id/:n', (c) => show(c, c.bind().uri(PathParts)))
app.post('/all/:id', (c) => show(c, c.bind().all(AnySource)))
app.post('/json', (c) => show(c, c.bind().json(Item)))
app.post('/form', (c) => show(c, c.bind().form(Item)))
app.post('/upload', (c) => show(c, c.bind().form(Upload)))
app.get('/file', (c) => c.sendFile('file.bin', { root: folder }))
app.get('/stream', (c) => c.sendStream(streamed(c.get('X-Mark'))))
app.get('/events', (c) => {
  const mark = c.get('X-Mark')
  c.events(Note, (stream) => {
    openStreams++
    void sendAll(stream, mark)
    return () => openStreams--
  })
})
app.get('/slow', async (c) => {
  process.send?.('slow')
  await sleep(1000)
  c.sendString('slow')
})

// An idle connection closed just as its next request is sent would look like a failure.
const { port } = await app.listen({ host: '127.0.0.1', keepAliveTimeout: 600_000 })
process.once('SIGTERM', async () => {
  await app.shutdown()
  process.disconnect()
})
process.on('message', () => {
  // The second collection takes the objects that the first one released.
  globalThis.gc?.()
  globalThis.gc?.()
  process.send?.(stateOf())
})
process.send?.(port)

async function sendAll({ open, send, close }: EventStream<Note>, mark: string): Promise<void> {
  open()
  for (const note of notes(mark)) await send(note)
  close()
}

function stateOf(): ServiceState {
  return {
    leaks,
    uncaught,
    openLocals,
    openStreams,
    heapMb: process.memoryUsage().heapUsed / 2 ** 20,
    tmpFiles: readdirSync(tmpdir()).filter((name) => name.startsWith('ctxgen-upload')).length,
  }
}
