import { request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:http2'
import type { App } from '@ctxgen/runtime'

/** A request of a test. */
export interface Sent {
  readonly method?: string
  /** Of a list each value is a line. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

/** An answer: header names in lower case, several lines joined by `, `. */
export interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export type Send = (path: string, sent?: Sent) => Promise<Got>

/** Runs a test against HTTP/1, HTTP/2 and `app.fetch`; each gets an app of its own. */
export async function onEachServer(
  make: () => App,
  use: (send: Send, server: string) => Promise<void>,
): Promise<void> {
  await use(fetchSend(make()), 'fetch')
  for (const http2 of [false, true]) {
    const app = make()
    const { port } = await app.listen({ host: '127.0.0.1', http2 })
    try {
      await use(http2 ? http2Send(port) : http1Send(port), http2 ? 'HTTP/2' : 'HTTP/1')
    } finally {
      await app.shutdown({ timeout: 1000 })
    }
  }
}

/** Sends requests to an app without a server. */
export function fetchSend(app: App): Send {
  return async (path, { method = 'GET', headers = {}, body } = {}) => {
    const host = headers['host'] ?? 'localhost'
    const sent = Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    )
    const request = new Request(`http://${host}${path}`, {
      method,
      headers: sent,
      ...(body !== undefined && { body }),
    })
    const answer = await app.fetch(request)
    const cookies = answer.headers.getSetCookie().join(', ')
    const lines = { ...Object.fromEntries(answer.headers), ...(cookies !== '' && { 'set-cookie': cookies }) }
    return { status: answer.status, headers: lines, body: await answer.text() }
  }
}

export function http1Send(port: number): Send {
  return (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = httpRequest(
        { port, host: '127.0.0.1', path, method, headers: outgoing(headers), agent: false },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece
          })
          answer.once('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: joined(answer.headers), body: text }),
          )
          answer.once('error', reject)
        },
      )
      request.once('error', reject)
      request.end(body)
    })
}

function http2Send(port: number): Send {
  return (path, { method = 'GET', headers: { host, ...headers } = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const session = connect(`http://127.0.0.1:${port}`)
      const authority = host === undefined ? {} : { ':authority': String(host) }
      const stream = session.request(
        { ':path': path, ':method': method, ...authority, ...outgoing(headers) },
        { endStream: false },
      )
      let answer: OutgoingHttpHeaders = {}
      let text = ''
      for (const source of [session, stream]) source.once('error', reject)
      stream.once('response', (found) => {
        answer = found
      })
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      stream.once('end', () => {
        session.close()
        resolve({ status: Number(answer[':status']), headers: joined(answer), body: text })
      })
      stream.end(body)
    })
}

function outgoing(headers: NonNullable<Sent['headers']>): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  )
}

function joined(headers: IncomingHttpHeaders | OutgoingHttpHeaders): Got['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  )
}
