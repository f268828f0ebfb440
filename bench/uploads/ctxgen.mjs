// A DTO with a FileStream.
import { App } from '@ctxgen/runtime'
import { bindFormFilm } from '../dist/binders.mjs'
import { target } from './sizes.mjs'

const app = new App({ bodyLimit: Number.POSITIVE_INFINITY })
app.get('/', (c) => c.sendString('ready'))
app.post('/file', { body: 'stream' }, async (c) => {
  const { film } = await bindFormFilm(c)
  await film.save(target)
  c.sendString(String(film.size))
})
app.post('/nowhere', { body: 'stream' }, async (c) => {
  const { film } = await bindFormFilm(c)
  for await (const piece of film.stream()) void piece
  c.sendString(String(film.size))
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
