import { parseCookie } from 'cookie'
import express from 'express'
import multer from 'multer'
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

const app = express()
app.disable('x-powered-by')
app.disable('etag')

function sendParsed(res, { success, data, error }, answerOf = (value) => value) {
  if (success) res.json(answerOf(data))
  else res.status(400).json(error.issues)
}

function sendId(req, res) {
  res.type('text').send(req.params.id)
}

function count(req, _res, next) {
  req.count = (req.count ?? 0) + 1
  next()
}

app.get('/', (_req, res) => res.type('text').send('Hello, World!'))
app.get('/user/:id', sendId)
app.get('/search', (req, res) => sendParsed(res, zodSearch.safeParse(req.query)))
app.post('/users', express.json(), (req, res) => sendParsed(res, zodUser.safeParse(req.body)))
const form = express.urlencoded({ extended: true })
app.post('/blogs', form, (req, res) => sendParsed(res, zodBlog.safeParse(req.body)))
app.post('/uploads', multer({ storage: multer.memoryStorage() }).array('files'), (req, res) => {
  sendParsed(res, zodUploadFields.safeParse(req.body), ({ title }) => ({
    title,
    files: req.files.map(({ originalname, size, buffer }) => ({
      name: originalname,
      size,
      last: buffer[size - 1],
    })),
  }))
})
app.get('/orders/:id', ({ params: param, query, headers: header }, res) => {
  const cookie = parseCookie(header.cookie ?? '')
  sendParsed(res, zodWholeOrder.safeParse({ param, query, header, cookie }), orderOf)
})
app.get('/chain', ...Array(middlewares).fill(count), (req, res) => res.type('text').send(`${req.count}`))
app.use('/files', express.static(filesFolder, { etag: false }))
if (process.env.ROUTES) for (let i = 0; i < routeCount; i++) app.get(routePath(i), sendId)
// Parsers pass errors to Express, which would print them. Those of multer have no status.
app.use((error, req, res, _next) => {
  res.status(error.status ?? (req.path === '/uploads' ? 400 : 500)).json({ message: error.message })
})
app.listen(Number(process.env.PORT), '127.0.0.1')
