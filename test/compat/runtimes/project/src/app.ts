import { setTimeout as delay } from 'node:timers/promises'
import { App } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { bindFormFilm, Order } from './dto/order.bind.ts'

/** One route for each thing that a server must be able to do. */
export const app = new App({
  bodyLimit: 5000,
  cbor: cbor(),
  msgPack: msgpack(),
  // The routes that fail are meant to.
  onError: () => undefined,
})

app.post('/shops/:shop/orders', (c) => {
  const { photo, size, ...order } = c.bind().all(Order)
  const file = photo && { name: photo.filename, size: photo.size, type: photo.type }
  c.status(201).json({ ...order, size: size?.toString(), photo: file })
})
app.post('/films', { body: 'stream', bodyLimit: 400_000 }, async (c) => {
  const { title, film } = await bindFormFilm(c)
  let size = 0
  for await (const piece of film.stream()) size += piece.length
  c.json({ title, name: film.filename, size })
})
app.get('/text', (c) => c.sendString(`hello from ${c.host()} over ${c.protocol()}`))
app.get('/cookies', (c) => {
  c.cookie({ name: 'a', value: '1', httpOnly: true })
  c.cookie({ name: 'b', value: '2', path: '/x' })
  c.json({ had: c.cookies('session') })
})
app.get('/writer', (c) =>
  c.sendStreamWriter(async (writer) => {
    for (const piece of ['one ', 'two ', 'three']) {
      writer.write(piece)
      await writer.flush()
      await delay(5)
    }
  }),
)
app.get('/stream', (c) => c.sendStream(new Blob(['streamed']).stream(), 8))
app.get('/broken', (c) =>
  c.sendStreamWriter(async (writer) => {
    writer.write('half')
    await writer.flush()
    await delay(5)
    throw new Error('in the middle')
  }),
)
app.get('/cbor', (c) => c.cbor({ a: [1, 'x'] }))
app.get('/msgpack', (c) => c.msgPack({ a: [1, 'x'] }))
app.get('/xml', (c) => c.xml({ a: 1 }))
app.get('/away', (c) => c.redirect().to('/text'))
app.get('/empty', (c) => c.sendStatus(204))
app.get('/throws', () => {
  throw new Error('not for the client')
})
