// The limit: reads every file at start and never checks for changes.
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { contents, root } from './content.mjs'

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  bin: 'application/octet-stream',
}
const files = new Map(Object.keys(contents).map((name) => [`/${name}`, fileOf(name)]))
files.set('/', files.get('/small.html'))

function fileOf(name) {
  const { size, mtime } = statSync(root + name)
  const etag = `"${size.toString(16)}-${mtime.getTime().toString(16)}"`
  const type = types[name.slice(name.indexOf('.') + 1)]
  const lines = [
    'Content-Type',
    type,
    'ETag',
    etag,
    'Last-Modified',
    mtime.toUTCString(),
    'Accept-Ranges',
    'bytes',
  ]
  return { bytes: readFileSync(root + name), etag, lines }
}

createServer((req, res) => {
  const file = files.get(req.url)
  if (file === undefined) {
    res.writeHead(404).end()
    return
  }
  const { bytes, etag, lines } = file
  const { range, 'if-none-match': known } = req.headers
  if (known === etag) {
    res.writeHead(304, lines)
    res.end()
  } else if (range === undefined) {
    res.writeHead(200, [...lines, 'Content-Length', `${bytes.length}`])
    res.end(bytes)
  } else {
    const [start, last] = range.slice('bytes='.length).split('-').map(Number)
    const part = bytes.subarray(start, last + 1)
    const about = [
      'Content-Range',
      `bytes ${start}-${last}/${bytes.length}`,
      'Content-Length',
      `${part.length}`,
    ]
    res.writeHead(206, [...lines, ...about])
    res.end(part)
  }
}).listen(Number(process.env.PORT), '127.0.0.1')
