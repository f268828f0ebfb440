// The scenarios as a Hono app.
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import qs from 'qs'
import {
  orderOf,
  zodBlog,
  zodOrder,
  zodSearch,
  zodUploadFields,
  zodUser,
} from '../contenders/peers/zod-schemas.mjs'
import { middlewares, routeCount, routePath } from '../requests.mjs'

export const app = new Hono()
app.get('/', (c) => c.text('Hello, World!'))
app.get('/user/:id', (c) => c.text(c.req.param('id')))
app.get('/search', zValidator('query', zodSearch), (c) => c.json(c.req.valid('query')))
app.post('/users', zValidator('json', zodUser), (c) => c.json(c.req.valid('json')))
// Hono reads a form without lists of objects.
app.post('/blogs', async (c) => {
  const { success, data, error } = zodBlog.safeParse(qs.parse(await c.req.text()))
  return success ? c.json(data) : c.json(error.issues, 400)
})
app.post('/uploads', async (c) => {
  const form = await c.req.parseBody({ all: true }).catch(() => ({}))
  const { success, data, error } = zodUploadFields.safeParse(form)
  if (!success) return c.json(error.issues, 400)
  return c.json({ title: data.title, files: await Promise.all([form.files].flat().map(fileJson)) })
})
const order = Object.entries(zodOrder).map(([place, schema]) => zValidator(place, schema))
app.get('/orders/:id', ...order, ({ req, json }) => {
  const [param, query, header, cookie] = Object.keys(zodOrder).map((place) => req.valid(place))
  return json(orderOf({ param, query, header, cookie }))
})
for (let i = 0; i < middlewares; i++) {
  app.use('/chain', (c, next) => {
    c.set('count', (c.get('count') ?? 0) + 1)
    return next()
  })
}
app.get('/chain', (c) => c.text(`${c.get('count')}`))
if (process.env.ROUTES) {
  for (let i = 0; i < routeCount; i++) app.get(routePath(i), (c) => c.text(c.req.param('id')))
}

async function fileJson(file) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { name: file.name, size: bytes.length, last: bytes[bytes.length - 1] }
}
