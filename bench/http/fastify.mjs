import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import files from '@fastify/static'
import Fastify from 'fastify'
import qs from 'qs'
import {
  blogSchema,
  orderSchema,
  orderSources,
  searchSchema,
  userSchema,
} from '../contenders/peers/json-schemas.mjs'
import { middlewares, routeCount, routePath } from '../requests.mjs'
import { filesFolder } from './files-folder.mjs'

const app = Fastify({ logger: false })

function sendText(reply, text) {
  reply.header('content-type', 'text/plain; charset=utf-8')
  reply.send(text)
}

app.get('/', (_req, reply) => sendText(reply, 'Hello, World!'))
app.get('/user/:id', (req, reply) => sendText(reply, req.params.id))
const search = { schema: { querystring: searchSchema, response: { 200: searchSchema } } }
app.get('/search', search, (req, reply) => {
  reply.send(req.query)
})
const user = { schema: { body: userSchema, response: { 200: userSchema } } }
app.post('/users', user, (req, reply) => {
  reply.send(req.body)
})
// Each plugin in its own scope, so that it affects no other route.
app.register(async (scope) => {
  scope.register(formbody, { parser: (text) => qs.parse(text) })
  scope.post('/blogs', { schema: { body: blogSchema, response: { 200: blogSchema } } }, (req, reply) => {
    reply.send(req.body)
  })
})
app.register(async (scope) => {
  scope.register(multipart)
  // A truncated body is an error without a status.
  scope.setErrorHandler((error, _req, reply) => {
    reply.code(error.statusCode ?? 400).send({ message: error.message })
  })
  scope.post('/uploads', async (req, reply) => {
    const uploaded = []
    let title
    for await (const part of req.parts()) {
      if (part.type === 'field') title = part.fieldname === 'title' ? part.value : title
      else uploaded.push({ name: part.filename, bytes: await part.toBuffer() })
    }
    if (title === undefined) return reply.code(400).send({ message: 'title is missing' })
    return {
      title,
      files: uploaded.map(({ name, bytes }) => ({ name, size: bytes.length, last: bytes[bytes.length - 1] })),
    }
  })
})
app.register(async (scope) => {
  scope.register(cookie)
  scope.get('/orders/:id', { schema: { ...orderSources, response: { 200: orderSchema } } }, (req, reply) => {
    const { session } = req.cookies
    if (session === undefined) reply.code(400).send({ message: 'session is missing' })
    else reply.send({ ...req.params, ...req.query, tenant: req.headers['x-tenant'], session })
  })
})
app.register(async (scope) => {
  scope.decorateRequest('count', 0)
  for (let i = 0; i < middlewares; i++) {
    scope.addHook('onRequest', (req, _reply, done) => {
      req.count++
      done()
    })
  }
  scope.get('/chain', (req, reply) => sendText(reply, `${req.count}`))
})
app.register(files, { root: filesFolder, prefix: '/files/', etag: false })
if (process.env.ROUTES) {
  for (let i = 0; i < routeCount; i++) app.get(routePath(i), (req, reply) => sendText(reply, req.params.id))
}
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
