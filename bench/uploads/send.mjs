// Sends a form with a file, as fast as the server takes it, and prints the time: node uploads/send.mjs <url> <bytes>
import { request } from 'node:http'

const [url, bytes] = process.argv.slice(2)
const size = Number(bytes)
const piece = Buffer.alloc(64 * 1024, 'x')
const head =
  '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nDays\r\n--b\r\nContent-Disposition: form-data; name="film"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n'
const end = '\r\n--b--\r\n'
const start = performance.now()
const sent = request(url, {
  method: 'POST',
  headers: {
    'Content-Type': 'multipart/form-data; boundary=b',
    'Content-Length': head.length + size + end.length,
  },
})
sent.on('response', async (response) => {
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  if (response.statusCode !== 200 || text !== String(size)) throw new Error(`${response.statusCode} ${text}`)
  process.send(performance.now() - start)
  process.disconnect()
})
sent.write(head)
let left = size
const write = () => {
  while (left > 0) {
    const next = left < piece.length ? piece.subarray(0, left) : piece
    left -= next.length
    if (!sent.write(next)) return
  }
  sent.off('drain', write)
  sent.end(end)
}
sent.on('drain', write)
write()
