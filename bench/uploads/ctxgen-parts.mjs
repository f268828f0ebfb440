// The parts of the form, without a DTO.
import { statSync } from 'node:fs'
import { App } from '@ctxgen/runtime'
import { target } from './sizes.mjs'

const app = new App({ bodyLimit: Number.POSITIVE_INFINITY })
app.get('/', (c) => c.sendString('ready'))
app.post('/:way', { body: 'stream' }, async (c) => {
  let size = 0
  for await (const part of c.parts()) {
    if (part.filename === undefined) continue
    if (c.params('way') === 'file') {
      await c.saveFile(part, target)
      size = statSync(target).size
    } else for await (const piece of part.stream()) size += piece.length
  }
  c.sendString(String(size))
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
