import { request } from 'node:http'
import { contents } from './content.mjs'

/** The requests to every server, and the expected answers. */
export const scenarios = {
  small: { title: '1 KiB', path: '/small.html', status: 200, body: contents['small.html'] },
  middle: { title: '64 KiB', path: '/middle.js', status: 200, body: contents['middle.js'] },
  large: { title: '1 MiB', path: '/large.bin', status: 200, body: contents['large.bin'] },
  known: { title: '304 by ETag', path: '/middle.js', status: 304, body: Buffer.alloc(0), sendsTag: true },
  range: {
    title: '1000 bytes of 64 KiB',
    path: '/middle.js',
    headers: { range: 'bytes=1000-1999' },
    status: 206,
    body: contents['middle.js'].subarray(1000, 2000),
  },
}

/** The headers of a scenario's request to one server, with the server's own tag. */
export async function headersOf(origin, { path, headers = {}, sendsTag }) {
  if (!sendsTag) return headers
  const answer = await ask(origin + path, {})
  return { ...headers, 'if-none-match': answer.headers.etag ?? '' }
}

/** The failure of a server's answer; `undefined` for a right one. */
export async function wrongAnswer(origin, { path, status, body }, headers) {
  const answer = await ask(origin + path, headers)
  if (answer.status !== status) return `${path} gave ${answer.status} in place of ${status}`
  if (!answer.body.equals(body)) return `${path} gave ${answer.body.length} bytes, which are not the file's`
  for (const name of ['etag', 'last-modified']) if (!(name in answer.headers)) return `${path} has no ${name}`
  return undefined
}

/** A request as wrk sends it: fetch() would add `Cache-Control: no-cache` to a conditional request. */
function ask(url, headers) {
  return new Promise((resolve, reject) => {
    const req = request(url, { headers, agent: false }, (res) => {
      const chunks = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () =>
        resolve({ status: res.statusCode, headers: res.headers, body: Buffer.concat(chunks) }),
      )
    })
    req.once('error', reject)
    req.end()
  })
}
