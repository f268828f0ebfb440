import multer from '@koa/multer'
import Router from '@koa/router'
import { parseCookie } from 'cookie'
import Koa from 'koa'
import bodyParser from 'koa-bodyparser'
import send from 'koa-send'
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
import { filesFolder } from './files-folder.mjs'

const app = new Koa()
app.silent = true
const router = new Router()

function sendParsed(c, { success, data, error }, answerOf = (value) => value) {
  c.status = success ? 200 : 400
  c.body = success ? answerOf(data) : error.issues
}

function sendId(c) {
  c.body = c.params.id
}

function count(c, next) {
  c.state.count = (c.state.count ?? 0) + 1
  return next()
}

router.get('/', (c) => {
  c.body = 'Hello, World!'
})
router.get('/user/:id', sendId)
router.get('/search', (c) => sendParsed(c, zodSearch.safeParse(c.query)))
router.post('/users', bodyParser({ enableTypes: ['json'] }), (c) =>
  sendParsed(c, zodUser.safeParse(c.request.body)),
)
router.post('/blogs', bodyParser({ enableTypes: ['form'], queryString: qs }), (c) =>
  sendParsed(c, zodBlog.safeParse(c.request.body)),
)
router.post('/uploads', refuseTorn, multer({ storage: multer.memoryStorage() }).array('files'), (c) =>
  sendParsed(c, zodUploadFields.safeParse(c.request.body), ({ title }) => ({
    title,
    files: c.files.map(({ originalname, size, buffer }) => ({
      name: originalname,
      size,
      last: buffer[size - 1],
    })),
  })),
)
router.get('/orders/:id', (c) => {
  const { params: param, query, headers: header } = c
  const cookie = parseCookie(header.cookie ?? '')
  sendParsed(c, zodWholeOrder.safeParse({ param, query, header, cookie }), orderOf)
})
router.get('/chain', ...Array(middlewares).fill(count), (c) => {
  c.body = `${c.state.count}`
})
router.get('/files/:name', (c) => send(c, c.params.name, { root: filesFolder }))
if (process.env.ROUTES) for (let i = 0; i < routeCount; i++) router.get(routePath(i), sendId)
app.use(router.routes())
app.listen(Number(process.env.PORT), '127.0.0.1')

// The errors of multer have no status.
async function refuseTorn(c, next) {
  try {
    await next()
  } catch (error) {
    c.throw(400, error.message)
  }
}
