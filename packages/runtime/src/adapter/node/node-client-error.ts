import type { Duplex } from 'node:stream'
import type { RoutedApp } from '../../app/routed-app.ts'
import { noteRefusal } from '../../ctx/served-ctx.ts'
import { HttpError } from '../../error/http-error.ts'
import { isRefused, takeNoRequest } from './http1-body.ts'
import { bodyOf } from './node-body.ts'

const lingerMs = 5000

const answers: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])

/**
 * Answers bytes that are not a request, or an overdue request, like node's default handler, but sends nothing to a
 * client that has not sent a header section. During a body the handlers answer: those who wait for it get the error.
 */
export function clientErrorHandler(app: RoutedApp): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return (error, socket) => {
    // The last answer is already being sent, and bytes after its request are ignored.
    if (error.code?.startsWith('HPE_') && isRefused(socket)) return
    // The pending response of the connection, if a header section is complete.
    const response: unknown = Reflect.get(socket, '_httpMessage')
    const isOverdue = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    const body = isObject(response) ? bodyOf(response) : undefined
    if (body !== undefined && !body.isRead) {
      if (isOverdue) body.timeOut()
      else body.refuse(new HttpError(error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? 413 : 400))
      return
    }
    const silent = isOverdue && !isObject(response)
    const begun = isObject(response) && Reflect.get(response, 'headersSent') === true
    if (!socket.writable || silent || begun) {
      socket.destroy(error)
      return
    }
    const line = answers.get(error.code ?? '') ?? '400 Bad Request'
    takeNoRequest(socket)
    socket.end(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`)
    closeLate(socket)
    const request: unknown = isOverdue && isObject(response) ? Reflect.get(response, 'req') : undefined
    const sent = { status: Number.parseInt(line, 10), bytes: 0, aborted: false }
    noteRefusal(app, textOf(request, 'method'), textOf(request, 'url'), sent)
  }
}

// A client that still sends gets a reset instead of the answer if the connection closes before its bytes are read.
function closeLate(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
  socket.resume()
}

function textOf(request: unknown, key: 'url' | 'method'): string {
  const text: unknown = isObject(request) ? Reflect.get(request, key) : undefined
  return typeof text === 'string' ? text : ''
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
