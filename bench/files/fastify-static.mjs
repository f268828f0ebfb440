import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { root } from './content.mjs'

const app = fastify()
app.register(fastifyStatic, { root, index: 'small.html' })
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
