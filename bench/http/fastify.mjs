import Fastify from 'fastify'
import { searchSchema, userSchema } from '../peers/json-schemas.mjs'
import { routeCount, routePath } from '../requests.mjs'

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
if (process.env.ROUTES) {
  for (let i = 0; i < routeCount; i++) app.get(routePath(i), (req, reply) => sendText(reply, req.params.id))
}
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
