import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'

/** The ways of a client, each with the answer that it must get. */
export const ways = {
  whole: 200,
  'a short title': 400,
  'another type': 400,
  'a large file': 400,
  'a field behind the file': 400,
  'broken off': undefined,
} as const

export type Way = keyof typeof ways

export interface Sent {
  readonly title: string
  readonly bytes: Buffer
  /** `undefined` for a client that broke off. */
  readonly answer: { readonly status: number; readonly text: string } | undefined
}

// Rules of the DTO.
const maxBytes = 1024 * 1024

/** Sends a form with a file, in pieces, some of them late. @throws the error of the connection, unless it broke off itself */
export async function sendUpload(port: number, way: Way, title: string, random: Random): Promise<Sent> {
  const bytes = Buffer.alloc(way === 'a large file' ? maxBytes + 200_000 : random.below(900_000), title)
  const form = Buffer.concat([Buffer.from(beginOf(way, title)), bytes, Buffer.from(endOf(way))])
  const breaksAt = way === 'broken off' ? random.below(form.length) : Number.POSITIVE_INFINITY
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
  })
  const answer = new Promise<Sent['answer']>((resolve, reject) => {
    sent.on('error', (error) => (way === 'broken off' ? resolve(undefined) : reject(error)))
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
  })
  answer.catch(() => {})
  for (let at = 0; at < form.length; ) {
    const end = at + 1 + random.below(100_000)
    if (end > breaksAt) {
      sent.destroy()
      return { title, bytes, answer: undefined }
    }
    sent.write(form.subarray(at, end))
    at = end
    if (random.below(4) === 0) await sleep(random.below(30))
  }
  sent.end()
  return { title, bytes, answer: await answer }
}

function beginOf(way: Way, title: string): string {
  const type = way === 'another type' ? 'text/plain' : 'video/mp4'
  const sentTitle = way === 'a short title' ? 't' : title
  return (
    `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n${sentTitle}\r\n` +
    `--b\r\nContent-Disposition: form-data; name="film_file"; filename="a.mp4"\r\nContent-Type: ${type}\r\n\r\n`
  )
}

function endOf(way: Way): string {
  const field = '\r\n--b\r\nContent-Disposition: form-data; name="year"\r\n\r\n1999'
  return `${way === 'a field behind the file' ? field : ''}\r\n--b--\r\n`
}
