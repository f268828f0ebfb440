import { Http2Connection } from '../../conformance/http2-client.ts'
import type { Served } from '../app/fixture-process.ts'
import type { Attack, AttackRequest } from './attack.ts'
import type { Fixture } from './fixture.ts'
import { http2Answers } from './http2-answer.ts'
import { plainRequest } from './plain-request.ts'
import { type Exchange, type Parsed, type ParsedResponse, reference } from './reference.ts'
import { sendSlowFrames } from './send-frames.ts'
import { sendChunks, sendFrames } from './send-stream.ts'
import type { StreamedBody } from './streamed-body.ts'
import type { Transport } from './transports.ts'

/** The result of sending an attack once. */
export interface Answered {
  readonly why: string
  readonly ms: number
  readonly parsed: Parsed
  /** The answer ended before its body was complete. */
  readonly truncated: boolean
  /** Why this transport cannot express the request. */
  readonly inexpressible?: string
}

/** The target of an attack. */
export interface Target {
  readonly fixture: Fixture
  readonly app: Served
}

export function sendAttack(attack: Attack, transport: Transport, target: Target): Promise<Answered> {
  if (transport === 'fetch') return sendByFetch(attack, target)
  if (transport === 'h2c' && isSlowOverHttp1(attack)) return sendSlowly(attack, target)
  const { bodyStream } = requestOf(attack)
  if (bodyStream !== undefined) return sendStreamed(attack, bodyStream, transport, target)
  if (transport === 'h2c' && (attack.raw === undefined || plainRequest(attack.raw) !== undefined))
    return sendByHttp2(attack, target)
  return sendBytes(attack, transport === 'h2c', target)
}

/** The request of an attack, also one written as bytes; a call becomes a request to the fixture. */
function requestOf(attack: Attack): AttackRequest {
  const { request, raw } = attack
  return (
    request ??
    (raw === undefined ? undefined : plainRequest(raw)) ?? { method: 'GET', path: '/call', headers: [] }
  )
}

/** A misbehaving client, for an entry written for HTTP/1. */
function isSlowOverHttp1({ client, via }: Attack): boolean {
  return client !== undefined && via?.includes('h2c') !== true
}

async function sendSlowly(attack: Attack, { app }: Target): Promise<Answered> {
  const { client = { action: 'stall' }, check } = attack
  const sent = attack.raw === undefined ? { ...attack, request: requestOf(attack) } : attack
  const exchange = await sendSlowFrames(app.h2c, reference.wireOf(sent), client, check.maxMs + 500)
  return fromFrames(exchange)
}

function fromFrames({ why, ms, buf }: Exchange): Answered {
  const responses = http2Answers(buf).map((answer) => ({ ...answer, head: '', headers: [] }))
  return { why, ms, parsed: { responses, raw: buf.toString('latin1') }, truncated: false }
}

async function sendBytes(attack: Attack, http2: boolean, { app }: Target): Promise<Answered> {
  const sent = attack.raw === undefined ? { ...attack, request: requestOf(attack) } : attack
  const bytes = reference.wireOf(sent)
  const limit = attack.check.maxMs + 500
  const exchange = await reference.sendOnce(http2 ? app.h2c : app.http, bytes, attack.client, limit)
  const { why, ms, buf } = exchange
  return http2 ? fromFrames(exchange) : { why, ms, parsed: reference.parse(buf), truncated: isTruncated(buf) }
}

async function sendStreamed(
  attack: Attack,
  body: StreamedBody,
  transport: Transport,
  { app }: Target,
): Promise<Answered> {
  const request = requestOf(attack)
  const limit = attack.check.maxMs + 500
  if (transport === 'http') {
    const { why, ms, buf } = await sendChunks(app.http, request, body, limit)
    return { why, ms, parsed: reference.parse(buf), truncated: isTruncated(buf) }
  }
  const { why, ms, status, headers, body: got } = await sendFrames(app.h2c, request, body, limit)
  const responses = status === 0 ? [] : [responseOf(status, headers, got)]
  return { why, ms, parsed: { responses, raw: rawOf(responses) }, truncated: why !== 'end' }
}

/** Whether the first response ends before its length, or without its last chunk. */
function isTruncated(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd === -1) return text !== ''
  const head = text.slice(0, headEnd)
  const body = text.slice(headEnd + 4)
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return !/(^|\r\n)0\r\n\r\n/.test(body)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  return length !== undefined && body.length < Number(length)
}

async function sendByFetch(attack: Attack, { fixture, app }: Target): Promise<Answered> {
  const request = requestOf(attack)
  const answer = await fixture.fetch(app.served, {
    method: request.method,
    target: reference.pathOf(request),
    headers: request.headers,
    body: reference.bodyOf(request)?.toString('base64'),
    stream: request.bodyStream,
    peer: attack.peer,
    maxMs: attack.check.maxMs,
  })
  if (answer === undefined) return unanswered('the fixture has ended', 0)
  const { why, ms, truncated, inexpressible } = answer
  if (inexpressible !== undefined) return { ...unanswered(why, ms), inexpressible }
  const body = Buffer.from(answer.body, 'base64')
  const responses = answer.status === 0 ? [] : [responseOf(answer.status, answer.headers, body)]
  return { why, ms, parsed: { responses, raw: rawOf(responses) }, truncated }
}

async function sendByHttp2(attack: Attack, { app }: Target): Promise<Answered> {
  const request = requestOf(attack)
  const hasHost = request.headers.some(([name]) => name.toLowerCase() === 'host')
  const start = performance.now()
  const elapsed = (): number => performance.now() - start
  const connection = await Http2Connection.open(app.h2c, false)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), attack.check.maxMs + 500)
  })
  try {
    const exchange = connection.exchange({
      method: request.method,
      target: reference.pathOf(request),
      headers: hasHost ? request.headers : [['host', 'a'], ...request.headers],
      body: reference.bodyOf(request),
    })
    const answer = await Promise.race([exchange, late])
    if (answer === undefined) return unanswered('timeout', elapsed())
    const { status, headers, body, ending } = answer
    const responses = status === 0 ? [] : [responseOf(status, headers, body)]
    return {
      why: ending,
      ms: elapsed(),
      parsed: { responses, raw: rawOf(responses) },
      truncated: ending !== 'complete',
    }
  } catch (error) {
    return { ...unanswered('reject', elapsed()), inexpressible: String(error) }
  } finally {
    clearTimeout(timer)
    connection.destroy()
  }
}

function unanswered(why: string, ms: number): Answered {
  return { why, ms, parsed: { responses: [], raw: '' }, truncated: false }
}

function responseOf(status: number, headers: ParsedResponse['headers'], body: Buffer): ParsedResponse {
  const head = headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')
  return { status, head, headers, body: body.toString('utf8') }
}

/** The same answer as HTTP/1 bytes. */
function rawOf(responses: readonly ParsedResponse[]): string {
  return responses.map(({ status, head, body }) => `HTTP ${status}\r\n${head}\r\n\r\n${body}`).join('')
}
