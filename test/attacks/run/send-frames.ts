import { connect } from 'node:net'
import {
  endHeaders,
  endStream,
  frame,
  frameType,
  headers,
  preface,
  readFrames,
  settings,
} from '../../../packages/runtime/test/support/http2-frames.ts'
import type { AttackClient } from './attack.ts'
import type { Exchange } from './reference.ts'

/** Repeats a misbehaviour of an HTTP/1 client over HTTP/2, with one request on its connection. */
export function sendSlowFrames(
  port: number,
  bytes: Buffer,
  client: AttackClient,
  maxMs: number,
): Promise<Exchange> {
  const { action, forMs = maxMs, everyMs = 100, unit = '' } = client
  const start = performance.now()
  const got: Buffer[] = []
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    const timers: NodeJS.Timeout[] = []
    const end = (why: string): void => {
      for (const timer of timers) clearTimeout(timer)
      socket.destroy()
      resolve({ why, ms: performance.now() - start, buf: Buffer.concat(got) })
    }
    const endIn = (ms: number, why: string): unknown => timers.push(setTimeout(end, ms, why))
    endIn(maxMs, 'timeout')
    socket.on('error', () => {})
    socket.on('close', () => end('close'))
    if (action !== 'never-read')
      socket.on('data', (chunk: Buffer) => {
        got.push(chunk)
        const { frames } = readFrames(Buffer.concat(got))
        const hasAnswer = frames.some(({ type }) => type === frameType.data)
        if (action === 'destroy-after-first-byte' && hasAnswer) end('client')
        // The stream is over; the connection still serves others.
        if (action === 'drip' && frames.some(({ type }) => type === frameType.reset)) end('close')
      })
    socket.write(framesOf(bytes), () => {
      if (action === 'destroy-after-send') endIn(5, 'client')
      if (action === 'stall' || action === 'never-read') endIn(forMs, 'client')
      const piece = frame(frameType.data, 0, 1, unchunked(unit))
      if (action === 'drip') timers.push(setInterval(() => socket.write(piece), everyMs))
    })
  })
}

/** The bytes of an HTTP/1 connection as frames; a truncated header section becomes a truncated frame. */
function framesOf(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  if (text === '') return bytes
  const headEnd = text.indexOf('\r\n\r\n')
  const [line = '', ...lines] = text.slice(0, Math.max(0, headEnd)).split('\r\n')
  const [method = 'GET', path = '/'] = line === '' ? [] : line.split(' ')
  const fields = lines.map((one) => [nameOf(one), one.slice(one.indexOf(':') + 1).trim()] as const)
  const isChunked = fields.some(([name]) => name === 'transfer-encoding')
  const hasBody = isChunked || fields.some(([name]) => name === 'content-length')
  const head = headers(
    1,
    [
      [':method', method],
      [':scheme', 'http'],
      [':path', path],
      [':authority', 'a'],
      ...fields.filter(([name]) => !['host', 'transfer-encoding', 'connection'].includes(name)),
    ],
    endHeaders | (hasBody ? 0 : endStream),
  )
  if (headEnd === -1) return Buffer.concat([preface, settings(), head.subarray(0, head.length / 2)])
  const body = isChunked ? unchunked(text.slice(headEnd + 4)) : bytes.subarray(headEnd + 4)
  return Buffer.concat([
    preface,
    settings(),
    head,
    ...pieces(body).map((one) => frame(frameType.data, 0, 1, one)),
  ])
}

function nameOf(line: string): string {
  return line.slice(0, line.indexOf(':')).toLowerCase()
}

/** The content of complete chunks; other bytes stay unchanged. */
function unchunked(text: string): Buffer {
  const isChunks = /^([0-9a-f]+\r\n[^\r\n]*\r\n)+$/i.test(text)
  return Buffer.from(isChunks ? text.replaceAll(/[0-9a-f]+\r\n([^\r\n]*)\r\n/gi, '$1') : text, 'latin1')
}

/** The largest frame allowed (RFC 9113 section 4.2). */
function pieces(body: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(body.length / 16_384) }, (_, i) =>
    body.subarray(i * 16_384, (i + 1) * 16_384),
  )
}
