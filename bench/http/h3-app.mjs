// The scenarios as an h3 app.
import {
  getQuery,
  getRouterParam,
  getRouterParams,
  getValidatedQuery,
  H3,
  HTTPError,
  parseCookies,
  readValidatedBody,
} from 'h3'
import qs from 'qs'
import {
  orderOf,
  zodBlog,
  zodSearch,
  zodUploadFields,
  zodUser,
  zodWholeOrder,
} from '../contenders/peers/zod-schemas.mjs'
import { middlewares, routeCount, routePath } from '../requests.mjs'

export const app = new H3()
app.get('/', () => 'Hello, World!')
app.get('/user/:id', (event) => getRouterParam(event, 'id', { decode: true }))
app.get('/search', (event) => getValidatedQuery(event, zodSearch))
app.post('/users', (event) => readValidatedBody(event, zodUser))
// h3 reads a form as a flat object.
app.post('/blogs', async (event) => accepted(zodBlog, qs.parse(await event.req.text())))
app.post('/uploads', async (event) => {
  const form = await event.req.formData().catch(() => {
    throw new HTTPError({ status: 400 })
  })
  const { title } = accepted(zodUploadFields, Object.fromEntries(form))
  return { title, files: await Promise.all(form.getAll('files').map(fileJson)) }
})
app.get('/orders/:id', (event) => {
  const param = getRouterParams(event)
  const header = { 'x-tenant': event.req.headers.get('x-tenant') ?? undefined }
  return orderOf(
    accepted(zodWholeOrder, { param, query: getQuery(event), header, cookie: parseCookies(event) }),
  )
})
for (let i = 0; i < middlewares; i++) {
  app.use('/chain', (event, next) => {
    event.context.count = (event.context.count ?? 0) + 1
    return next()
  })
}
app.get('/chain', (event) => `${event.context.count}`)
if (process.env.ROUTES) {
  for (let i = 0; i < routeCount; i++)
    app.get(routePath(i), (event) => getRouterParam(event, 'id', { decode: true }))
}

function accepted(schema, value) {
  const { success, data } = schema.safeParse(value)
  if (!success) throw new HTTPError({ status: 400 })
  return data
}

async function fileJson(file) {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { name: file.name, size: bytes.length, last: bytes[bytes.length - 1] }
}
