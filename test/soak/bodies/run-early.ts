import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { App, HttpError } from '@ctxgen/runtime'
import { type Figure, noneOf } from '../figure.ts'

const uploads = 200
const atOnce = 4
const uploadBytes = 3_000_000

/** Refuses uploads by curl over HTTP/2 before their end: each client must see the answer. */
export async function runEarly(): Promise<readonly Figure[]> {
  const app = new App()
  app.use(() => {
    throw new HttpError(401)
  })
  const { port } = await app.listen({ host: '127.0.0.1', http2: true })
  try {
    const statuses: string[] = []
    const loop = async (): Promise<void> => {
      for (let i = 0; i < uploads / atOnce; i++) statuses.push(await statusOfUpload(port))
    }
    await Promise.all(Array.from({ length: atOnce }, loop))
    const missed = uploads - statuses.filter((status) => status === '401').length
    return [noneOf(`of ${uploads} refused uploads over HTTP/2, without the answer`, missed)]
  } finally {
    await app.shutdown({ timeout: 1000 })
  }
}

/** The status that curl has read. @throws Error without curl */
async function statusOfUpload(port: number): Promise<string> {
  const args = [
    '-s',
    '-o',
    '/dev/null',
    '-w',
    '%{http_code}',
    '--http2-prior-knowledge',
    '--data-binary',
    '@-',
  ]
  const curl = spawn('curl', [...args, `http://127.0.0.1:${port}/`], { stdio: ['pipe', 'pipe', 'ignore'] })
  let status = ''
  curl.stdout.setEncoding('latin1').on('data', (text: string) => {
    status += text
  })
  curl.stdin.on('error', () => {})
  curl.stdin.end(Buffer.alloc(uploadBytes))
  await once(curl, 'close')
  return status
}
