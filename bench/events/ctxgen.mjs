import { App } from '@ctxgen/runtime'
import { Tick } from '../dist/binders.mjs'
import { port, publish, tick } from './tick.mjs'

const app = new App()
const streams = new Set()

app.get('/', (c) => c.sendString('ok'))
app.get('/one', (c) => {
  const count = Number(c.query('n'))
  c.events(Tick, function* () {
    for (let id = 0; id < count; id++) yield tick(id)
  })
})
app.get('/all', (c) =>
  c.events(Tick, (stream) => {
    streams.add(stream)
    return () => streams.delete(stream)
  }),
)
app.get('/publish', async (c) => {
  await publish(Number(c.query('n')), (event) => {
    for (const stream of streams) void stream.send(event)
  })
  c.sendString('done')
})
await app.listen({ port, host: '127.0.0.1' })
