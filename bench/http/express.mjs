import express from 'express'
import { zodSearch, zodUser } from '../peers/zod-schemas.mjs'
import { routeCount, routePath } from '../requests.mjs'

const app = express()
app.disable('x-powered-by')
app.disable('etag')

function sendParsed(res, { success, data, error }) {
  if (success) res.json(data)
  else res.status(400).json(error.issues)
}

function sendId(req, res) {
  res.type('text').send(req.params.id)
}

app.get('/', (_req, res) => res.type('text').send('Hello, World!'))
app.get('/user/:id', sendId)
app.get('/search', (req, res) => sendParsed(res, zodSearch.safeParse(req.query)))
app.post('/users', express.json(), (req, res) => sendParsed(res, zodUser.safeParse(req.body)))
if (process.env.ROUTES) for (let i = 0; i < routeCount; i++) app.get(routePath(i), sendId)
// express.json() gives up with an error; Express would print it.
app.use((error, _req, res, _next) => res.status(error.status ?? 500).json({ message: error.message }))
app.listen(Number(process.env.PORT), '127.0.0.1')
