import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { zodSearch, zodUser } from '../peers/zod-schemas.mjs'
import { routeCount, routePath } from '../requests.mjs'

const app = new Hono()
app.get('/', (c) => c.text('Hello, World!'))
app.get('/user/:id', (c) => c.text(c.req.param('id')))
app.get('/search', zValidator('query', zodSearch), (c) => c.json(c.req.valid('query')))
app.post('/users', zValidator('json', zodUser), (c) => c.json(c.req.valid('json')))
if (process.env.ROUTES) {
  for (let i = 0; i < routeCount; i++) app.get(routePath(i), (c) => c.text(c.req.param('id')))
}
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
