import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { take } from './take.mjs'

const app = fastify({ bodyLimit: Number.MAX_SAFE_INTEGER })
app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY } })
app.get('/', async () => 'ready')
app.post('/:way', async (request) => {
  const { file } = await request.file()
  return String(await take(file, request.params.way))
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
