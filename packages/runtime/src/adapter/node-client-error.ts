import type { Duplex } from 'node:stream'
import { isRefused } from './node-refuse.ts'

const answers: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])

/**
 * Answers bytes that are not a request, or an overdue request, like node's default handler, but sends nothing to a
 * client that has not sent a header section.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The last answer is already being sent, and bytes after its request are ignored.
  if (error.code?.startsWith('HPE_') && isRefused(socket)) return
  // The pending response of the connection, if a header section is complete.
  const response: unknown = Reflect.get(socket, '_httpMessage')
  const silent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && !isObject(response)
  const begun = isObject(response) && Reflect.get(response, 'headersSent') === true
  if (socket.writable && !silent && !begun) {
    socket.write(
      `HTTP/1.1 ${answers.get(error.code ?? '') ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`,
    )
  }
  socket.destroy(error)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
