// node:http and nothing else, written for these scenarios alone: the limit of what a framework on node:http can reach.
import { createServer } from 'node:http'
import { bindSearchByHand } from '../hand/search-query.mjs'
import { stringifySearchByHand, stringifyUserByHand } from '../hand/stringify.mjs'
import { Refused } from '../hand/text.mjs'
import { bindUserByHand } from '../hand/user-json.mjs'
import { routeCount } from '../requests.mjs'

const text = 'text/plain; charset=utf-8'
const json = 'application/json; charset=utf-8'
const hello = ['Content-Type', text, 'Content-Length', '13']
const notFound = ['Content-Type', text, 'Content-Length', '9']

const resources = new Map()
if (process.env.ROUTES) for (let i = 0; i < routeCount; i++) resources.set(`resource${i}`, sendId)

createServer((req, res) => {
  const { url } = req
  if (req.method === 'GET') {
    if (url === '/') {
      res.writeHead(200, hello)
      res.end('Hello, World!')
      return
    }
    if (url.startsWith('/user/')) return send(res, 200, text, decodeURIComponent(url.slice(6)))
    if (url.startsWith('/search?')) return answerSearch(url, res)
    if (url.startsWith('/api/v1/') && answerResource(url, res)) return
  } else if (req.method === 'POST' && url === '/users') return readBody(req, res)
  res.writeHead(404, notFound)
  res.end('Not Found')
}).listen(Number(process.env.PORT), '127.0.0.1')

function answerSearch(url, res) {
  try {
    send(res, 200, json, stringifySearchByHand(bindSearchByHand(url, 8)))
  } catch (error) {
    refuse(res, error)
  }
}

function answerResource(url, res) {
  const slash = url.indexOf('/', 8)
  const handler = resources.get(url.slice(8, slash))
  const end = url.indexOf('/', slash + 1)
  if (handler === undefined || end + 7 !== url.length || !url.endsWith('/detail')) return false
  handler(res, url.slice(slash + 1, end))
  return true
}

function sendId(res, id) {
  send(res, 200, text, id)
}

function readBody(req, res) {
  let first
  let chunks
  req.on('data', (chunk) => {
    if (first === undefined) first = chunk
    else {
      chunks ??= [first]
      chunks.push(chunk)
    }
  })
  req.on('end', () => {
    try {
      const bytes = chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks)
      const user = bindUserByHand(JSON.parse(bytes.utf8Slice(0, bytes.length)))
      send(res, 200, json, stringifyUserByHand(user))
    } catch (error) {
      refuse(res, error)
    }
  })
}

function refuse(res, error) {
  if (error instanceof Refused || error instanceof SyntaxError) send(res, 400, text, error.message)
  else throw error
}

function send(res, status, type, body) {
  res.writeHead(status, ['Content-Type', type, 'Content-Length', `${Buffer.byteLength(body)}`])
  res.end(body)
}
