import { createServer } from 'node:http'
import send from 'send'
import { root } from './content.mjs'

createServer((req, res) => {
  send(req, req.url === '/' ? '/small.html' : req.url, { root, index: false }).pipe(res)
}).listen(Number(process.env.PORT), '127.0.0.1')
