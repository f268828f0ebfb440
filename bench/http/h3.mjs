import { getRouterParam, getValidatedQuery, H3, readValidatedBody, serve } from 'h3'
import { zodSearch, zodUser } from '../peers/zod-schemas.mjs'
import { routeCount, routePath } from '../requests.mjs'

const app = new H3()
app.get('/', () => 'Hello, World!')
app.get('/user/:id', (event) => getRouterParam(event, 'id', { decode: true }))
app.get('/search', (event) => getValidatedQuery(event, zodSearch))
app.post('/users', (event) => readValidatedBody(event, zodUser))
if (process.env.ROUTES) {
  for (let i = 0; i < routeCount; i++)
    app.get(routePath(i), (event) => getRouterParam(event, 'id', { decode: true }))
}
serve(app, { port: Number(process.env.PORT), hostname: '127.0.0.1', silent: true })
