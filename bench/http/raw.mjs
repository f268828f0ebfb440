// Plain node:http, written for these scenarios alone: the limit for a framework on node:http.
import { readFile } from 'node:fs'
import { createServer } from 'node:http'
import { bindBlogByHand } from '../contenders/hand/blog-form.mjs'
import { bindOrderByHand } from '../contenders/hand/order.mjs'
import { bindSearchByHand } from '../contenders/hand/search-query.mjs'
import {
  stringifyBlogByHand,
  stringifyOrderByHand,
  stringifySearchByHand,
  stringifyUserByHand,
} from '../contenders/hand/stringify.mjs'
import { Refused } from '../contenders/hand/text.mjs'
import { bindUploadByHand } from '../contenders/hand/upload.mjs'
import { bindUserByHand } from '../contenders/hand/user-json.mjs'
import { middlewares, routeCount } from '../requests.mjs'
import { filesFolder } from './files-folder.mjs'

const text = 'text/plain; charset=utf-8'
const json = 'application/json; charset=utf-8'
const hello = ['Content-Type', text, 'Content-Length', '13']
const notFound = ['Content-Type', text, 'Content-Length', '9']

const resources = new Map()
if (process.env.ROUTES) for (let i = 0; i < routeCount; i++) resources.set(`resource${i}`, sendId)

let chain = (req, res) => send(res, 200, text, `${req.count}`)
for (let i = 0; i < middlewares; i++) {
  const next = chain
  chain = (req, res) => {
    req.count = (req.count ?? 0) + 1
    next(req, res)
  }
}

createServer((req, res) => {
  const { url } = req
  if (req.method === 'GET') {
    if (url === '/') {
      res.writeHead(200, hello)
      res.end('Hello, World!')
      return
    }
    if (url.startsWith('/user/')) return send(res, 200, text, decodeURIComponent(url.slice(6)))
    if (url.startsWith('/search?')) {
      return answer(res, () => stringifySearchByHand(bindSearchByHand(url, 8)))
    }
    if (url.startsWith('/orders/')) {
      return answer(res, () => stringifyOrderByHand(bindOrderByHand(url, req.headers)))
    }
    if (url === '/chain') return chain(req, res)
    if (url.startsWith('/files/')) return sendFile(res, url.slice(7))
    if (url.startsWith('/api/v1/') && answerResource(url, res)) return
  } else if (req.method === 'POST') {
    if (url === '/users') return readBody(req, res, (bytes) => stringifyUserByHand(userOf(bytes)))
    if (url === '/blogs') return readBody(req, res, (bytes) => stringifyBlogByHand(blogOf(bytes)))
    if (url === '/uploads') return readBody(req, res, (bytes) => uploadJson(bytes, req))
  }
  sendNotFound(res)
}).listen(Number(process.env.PORT), '127.0.0.1')

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

// Read at each request: a server must not send an outdated file.
function sendFile(res, name) {
  if (!/^[\w.]+$/.test(name) || name.startsWith('.')) return sendNotFound(res)
  readFile(`${filesFolder}/${name}`, (error, bytes) => {
    if (error === null) send(res, 200, text, bytes)
    else sendNotFound(res)
  })
}

function userOf(bytes) {
  return bindUserByHand(JSON.parse(bytes.utf8Slice(0, bytes.length)))
}

function blogOf(bytes) {
  return bindBlogByHand(bytes.latin1Slice(0, bytes.length))
}

function uploadJson(bytes, req) {
  const { title, files } = bindUploadByHand(bytes, req.headers['content-type'])
  const shown = files.map(({ name, content }) => ({
    name,
    size: content.length,
    last: content[content.length - 1],
  }))
  return JSON.stringify({ title, files: shown })
}

function readBody(req, res, jsonOf) {
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
    const bytes = chunks === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(chunks)
    answer(res, () => jsonOf(bytes))
  })
}

function answer(res, jsonOf) {
  try {
    send(res, 200, json, jsonOf())
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) send(res, 400, text, error.message)
    else throw error
  }
}

function sendNotFound(res) {
  res.writeHead(404, notFound)
  res.end('Not Found')
}

function send(res, status, type, body) {
  res.writeHead(status, ['Content-Type', type, 'Content-Length', `${Buffer.byteLength(body)}`])
  res.end(body)
}
