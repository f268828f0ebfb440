import { HttpError } from '../error/http-error.ts'
import { isHeaderName } from './header-lines.ts'
import type { Incoming } from './incoming.ts'
import { readTarget } from './request-target.ts'

// RFC 9112 section 3.2, with what RFC 3986 allows in a registered name; brackets hold an IP literal.
const hostAndPort = /^(?:\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z\-._~%!$&'()*+,;=]*)(?::[0-9]*)?$/

/** Clients of an app nearly always send the same Host: the last good one needs no second look. */
let lastGoodHost = ''

/**
 * What forbids a request to reach any handler although the server's parser let it pass: two Host lines, a Host that
 * is none, a target whose authority is not that of Host, a target that is no path.
 */
export function requestFault(incoming: Incoming): HttpError | undefined {
  const { rawHeaders } = incoming
  let host: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    if (name.length !== 4 || !isHeaderName(name, 'host')) continue
    if (host !== undefined) return new HttpError(400, 'There is more than one Host')
    host = rawHeaders[i + 1] ?? ''
  }
  if (host !== undefined && host !== lastGoodHost) {
    if (!hostAndPort.test(host)) return new HttpError(400, 'Host is not a host and port')
    lastGoodHost = host
  }
  const target = incoming.url ?? '/'
  return target.charCodeAt(0) === 47 ? undefined : targetFault(target, incoming.method, host)
}

function targetFault(
  target: string,
  method: string | undefined,
  host: string | undefined,
): HttpError | undefined {
  if (target === '*' && method === 'OPTIONS') return undefined
  const { rest, authority } = readTarget(target)
  if (!rest.startsWith('/')) return new HttpError(400, 'The request target is not a path')
  if (authority.toLowerCase() === host?.toLowerCase()) return undefined
  return new HttpError(400, 'The request target is for another host')
}
