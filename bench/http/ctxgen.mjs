import { App } from '@ctxgen/runtime'
import { bindJsonUserDto, bindQuerySearchDto } from '../dist/binders.mjs'
import { routeCount, routePath } from '../requests.mjs'

const app = new App()
app.get('/', (c) => c.sendString('Hello, World!'))
app.get('/user/:id', (c) => c.sendString(c.params('id')))
app.get('/search', (c) => c.json(bindQuerySearchDto(c)))
app.post('/users', (c) => c.json(bindJsonUserDto(c)))
if (process.env.ROUTES) {
  for (let i = 0; i < routeCount; i++) app.get(routePath(i), (c) => c.sendString(c.params('id')))
}
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
