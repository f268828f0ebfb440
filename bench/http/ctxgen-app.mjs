// The scenarios as a ctxgen app.
import { App } from '@ctxgen/runtime'
import {
  bindAllOrderDto,
  bindFormBlogDto,
  bindFormUploadDto,
  bindJsonUserDto,
  bindQuerySearchDto,
} from '../dist/binders.mjs'
import { middlewares, routeCount, routePath } from '../requests.mjs'

export const app = new App()
app.get('/', (c) => c.sendString('Hello, World!'))
app.get('/user/:id', (c) => c.sendString(c.params('id')))
app.get('/search', (c) => c.json(bindQuerySearchDto(c)))
app.post('/users', (c) => c.json(bindJsonUserDto(c)))
app.post('/blogs', (c) => c.json(bindFormBlogDto(c)))
app.post('/uploads', (c) => {
  const { title, files } = bindFormUploadDto(c)
  c.json({ title, files: files.map(fileJson) })
})
app.get('/orders/:id', (c) => c.json(bindAllOrderDto(c)))
for (let i = 0; i < middlewares; i++) {
  app.use('/chain', (c) => {
    c.locals('count', (c.locals('count') ?? 0) + 1)
    return c.next()
  })
}
app.get('/chain', (c) => c.sendString(`${c.locals('count')}`))
if (process.env.ROUTES) {
  for (let i = 0; i < routeCount; i++) app.get(routePath(i), (c) => c.sendString(c.params('id')))
}
function fileJson(file) {
  const bytes = file.bytes()
  return { name: file.filename, size: bytes.length, last: bytes[bytes.length - 1] }
}
