import Router from '@koa/router'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import { zodSearch, zodUser } from '../peers/zod-schemas.mjs'
import { routeCount, routePath } from '../requests.mjs'

const app = new Koa()
app.silent = true
const router = new Router()

function sendParsed(c, { success, data, error }) {
  c.status = success ? 200 : 400
  c.body = success ? data : error.issues
}

function sendId(c) {
  c.body = c.params.id
}

router.get('/', (c) => {
  c.body = 'Hello, World!'
})
router.get('/user/:id', sendId)
router.get('/search', (c) => sendParsed(c, zodSearch.safeParse(c.query)))
router.post('/users', bodyParser({ enableTypes: ['json'] }), (c) =>
  sendParsed(c, zodUser.safeParse(c.request.body)),
)
if (process.env.ROUTES) for (let i = 0; i < routeCount; i++) router.get(routePath(i), sendId)
app.use(router.routes())
app.listen(Number(process.env.PORT), '127.0.0.1')
