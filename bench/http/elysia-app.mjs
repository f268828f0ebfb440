// The scenarios as an Elysia app.
import { Elysia, t } from 'elysia'
import qs from 'qs'
import { middlewares, routeCount, routePath } from '../requests.mjs'

const search = t.Object({
  q: t.String(),
  page: t.Integer({ default: 1 }),
  limit: t.Integer(),
  tags: t.Array(t.String(), { default: [] }),
  active: t.Boolean(),
  minPrice: t.Optional(t.Number()),
})
const address = t.Object({ street: t.String(), city: t.String(), zip: t.String(), country: t.String() })
const item = t.Object({
  sku: t.String(),
  title: t.String(),
  qty: t.Integer(),
  price: t.Number(),
  tags: t.Array(t.String()),
})
const user = t.Object({
  name: t.String(),
  email: t.String(),
  age: t.Integer(),
  active: t.Boolean(),
  bio: t.String(),
  address,
  items: t.Array(item),
})
const post = t.Object({ title: t.String(), views: t.Numeric(), published: t.BooleanString() })
const blog = t.Object({ title: t.String(), author: t.String(), posts: t.Array(post, { default: [] }) })
const order = {
  params: t.Object({ id: t.Integer() }),
  query: t.Object({ page: t.Integer({ default: 1 }), fields: t.Array(t.String(), { default: [] }) }),
  headers: t.Object({ 'x-tenant': t.String() }),
  cookie: t.Cookie({ session: t.String() }),
}

/** @param config such as another adapter than that of Bun. */
export function elysiaApp(config) {
  const app = new Elysia(config)
    .get('/', () => 'Hello, World!')
    .get('/user/:id', ({ params }) => params.id)
    .get('/search', ({ query }) => query, { query: search })
    .post('/users', ({ body }) => body, { body: user })
    // Elysia reads a form as a flat object.
    .post('/blogs', ({ body }) => body, {
      body: blog,
      parse: async ({ request }) => qs.parse(await request.text()),
    })
    .post('/uploads', uploaded, { body: t.Object({ title: t.String(), files: t.Files() }) })
    .get(
      '/orders/:id',
      ({ params, query, headers, cookie }) => ({
        ...params,
        ...query,
        tenant: headers['x-tenant'],
        session: cookie.session.value,
      }),
      order,
    )
    .get('/chain', (context) => `${context.count}`, { beforeHandle: Array(middlewares).fill(count) })
  if (process.env.ROUTES) {
    for (let i = 0; i < routeCount; i++) app.get(routePath(i), ({ params }) => params.id)
  }
  return app
}

function count(context) {
  context.count = (context.count ?? 0) + 1
}

async function uploaded({ body: { title, files } }) {
  return { title, files: await Promise.all(files.map(fileJson)) }
}

async function fileJson(file) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { name: file.name, size: bytes.length, last: bytes[bytes.length - 1] }
}
