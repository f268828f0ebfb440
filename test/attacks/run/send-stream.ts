import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import type { Attack, AttackRequest } from './attack.ts'
import { type Exchange, reference } from './reference.ts'
import { type StreamedBody, sendPieces } from './streamed-body.ts'

/** Sends a request with a streamed body over HTTP/1.1 and returns the answer. */
export function sendChunks(
  port: number,
  request: AttackRequest,
  body: StreamedBody,
  maxMs: number,
): Promise<Exchange> {
  const head = reference.wireOf({ ...headOnly, request: { ...request, body: '', transfer: 'chunked' } })
  // Without the final chunk.
  const opening = head.subarray(0, head.indexOf('\r\n\r\n') + 4)
  const start = performance.now()
  return new Promise((resolve) => {
    const received: Buffer[] = []
    let why = 'close'
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(opening)
      void sendPieces(body, {
        write: (chunk) => {
          socket.write(`${chunk.length.toString(16)}\r\n`)
          socket.write(chunk)
          socket.write('\r\n')
        },
        end: () => socket.write('0\r\n\r\n'),
        fail: () => socket.resetAndDestroy(),
        isClosed: () => socket.destroyed,
      })
    })
    const timer = setTimeout(() => {
      why = 'timeout'
      socket.destroy()
    }, maxMs)
    socket.on('data', (data) => received.push(data)).on('end', () => socket.end())
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ why, ms: performance.now() - start, buf: Buffer.concat(received) })
    })
  })
}

const headOnly: Attack = {
  id: '',
  area: '',
  description: '',
  demand: '',
  check: { maxMs: 0, maxRssMb: 0 },
}

/** An answer over HTTP/2, possibly incomplete. */
export interface StreamAnswer {
  readonly why: string
  readonly ms: number
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer
}

/** The same over an HTTP/2 stream. */
export function sendFrames(
  port: number,
  { method, path = '/', headers }: AttackRequest,
  body: StreamedBody,
  maxMs: number,
): Promise<StreamAnswer> {
  const start = performance.now()
  return new Promise((resolve) => {
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    const fields = headers.map(([name, value]) => [name.toLowerCase(), value] as const)
    const stream = session.request({
      ':method': method,
      ':path': path,
      ...Object.fromEntries(fields.filter(([name]) => name !== 'host' && name !== 'connection')),
    })
    const received: Buffer[] = []
    let answered: Pick<StreamAnswer, 'status' | 'headers'> = { status: 0, headers: [] }
    let why = 'close'
    const timer = setTimeout(() => {
      why = 'timeout'
      session.destroy()
    }, maxMs)
    session.on('error', () => {})
    stream.on('response', (lines) => {
      const all = Object.entries(lines).filter(([name]) => !name.startsWith(':'))
      answered = {
        status: Number(lines[':status']),
        headers: all.map(([name, value]) => [name, String(value)] as const),
      }
    })
    stream.on('data', (data: Buffer) => received.push(data)).on('error', () => {})
    stream.on('end', () => {
      why = 'end'
      session.destroy()
    })
    stream.on('close', () => {
      clearTimeout(timer)
      session.destroy()
      resolve({ why, ms: performance.now() - start, ...answered, body: Buffer.concat(received) })
    })
    void sendPieces(body, {
      write: (chunk) => stream.write(chunk),
      end: () => stream.end(),
      fail: () => stream.close(2),
      isClosed: () => stream.destroyed,
    })
  })
}
