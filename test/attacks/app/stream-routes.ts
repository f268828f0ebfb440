import { Readable } from 'node:stream'
import type { App } from '@ctxgen/runtime'
import { Note } from '../dto/note.bind.ts'

const chunk = new Uint8Array(64 * 1024)
const gigabyte = 2 ** 30

/** Streamed answers, and sources that fail. */
export function addStreamRoutes(app: App): void {
  app.get('/stream-error-before', (c) => c.sendStream(failing(0)))
  app.get('/stream-error-mid', (c) => c.sendStream(failing(10)))
  app.get('/stream-error-*', (c) => c.sendStream(failing(10)))
  app.get('/stream-node-error', (c) => c.sendStream(Readable.from(failing(10))))
  app.get('/stream-web-error', (c) => c.sendStream(webStream(failing(10))))
  app.get('/stream-1gb', (c) => c.sendStream(zeros(gigabyte)))
  app.get('/stream-1gb-node', (c) => c.sendStream(Readable.from(zeros(gigabyte))))
  app.get('/stream-1gb-web', (c) => c.sendStream(webStream(zeros(gigabyte))))
  app.get('/stream-infinite', (c) => c.sendStream(zeros(Number.POSITIVE_INFINITY)))
  app.get('/stream-never', (c) => c.sendStream(new ReadableStream()))
  app.get('/stream-short', (c) => c.sendStream(zeros(chunk.length), chunk.length * 2))
  app.get('/stream-long', (c) => c.sendStream(zeros(chunk.length * 2), chunk.length))
  app.get('/stream-empty', (c) => c.sendStream(zeros(0)))
  app.get('/stream-writer', (c) =>
    c.sendStreamWriter(async (writer) => {
      for (let i = 0; i < 100; i++) {
        writer.write('line\n')
        await writer.flush()
      }
    }),
  )
  app.get('/stream-writer-error', (c) =>
    c.sendStreamWriter(async (writer) => {
      writer.write('line\n')
      await writer.flush()
      throw new Error('secret')
    }),
  )
  app.get('/stream-locked', (c) => {
    const stream = new Response('x').body ?? new ReadableStream()
    stream.getReader()
    c.sendStream(stream)
  })
  app.get('/stream-events', (c) =>
    c.events(Note, ({ since = '' }) => [{ event: 'note', ...(since !== '' && { id: since }), text: since }]),
  )
  app.get('/stream-events-open', (c) => c.events(Note, (stream) => stream.open()))
  app.get('/stream-events-endless', (c) => c.events(Note, () => notes()))
  app.get('/stream-events-flood', (c) =>
    c.events(Note, (stream) => {
      const timer = setInterval(() => {
        for (const note of notes(64)) void stream.send(note)
      }, 1)
      return () => clearInterval(timer)
    }),
  )
  app.get('/stream-used', async (c) => {
    const response = new Response('x')
    await response.text()
    c.sendStream(response.body ?? new ReadableStream())
  })
}

/** A kilobyte each. */
function* notes(count: number = Number.POSITIVE_INFINITY): Generator<Note> {
  for (let i = 0; i < count; i++) yield { event: 'note', text: 'x'.repeat(1000) }
}

/** A kilobyte at a time, then an error. */
async function* failing(chunks: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < chunks; i++) yield chunk.subarray(0, 1024)
  throw new Error('secret')
}

function* zeros(bytes: number): Generator<Uint8Array> {
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk
}

/** Written by hand, since not every supported Node has `ReadableStream.from`. */
function webStream(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>
}
