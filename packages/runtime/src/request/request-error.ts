import { HttpError } from '../error/http-error.ts'
import { isHeaderName } from './header-lines.ts'
import { isHost } from './host.ts'
import type { Incoming } from './incoming.ts'
import { readTarget } from './request-target.ts'

/** Nearly all requests to an app have the same Host, so the last valid one is not checked again. */
let lastGoodHost = ''

/**
 * Rejects requests that the server's parser accepts but no handler should see: an invalid Host, a target
 * that is not a path or whose authority differs from Host, and a repeated Host, Content-Type or
 * Authorization, since two readers could each use a different one.
 */
export function requestError(incoming: Incoming): HttpError | undefined {
  const { rawHeaders } = incoming
  let host: string | undefined
  let typed = false
  let authorized = false
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    const { length } = name
    if (length === 4 && isHeaderName(name, 'host')) {
      if (host !== undefined) return repeatedHeader('Host')
      host = rawHeaders[i + 1] ?? ''
    } else if (length === 12 && isHeaderName(name, 'content-type')) {
      if (typed) return repeatedHeader('Content-Type')
      typed = true
    } else if (length === 13 && isHeaderName(name, 'authorization')) {
      if (authorized) return repeatedHeader('Authorization')
      authorized = true
    }
  }
  const error = host === undefined ? lacksHost(incoming) : hostError(host)
  if (error !== undefined) return error
  return targetError(incoming.url ?? '/', incoming.method, host)
}

/** RFC 9112 section 3.2. */
function lacksHost({ httpVersion }: Incoming): HttpError | undefined {
  return httpVersion === '1.1' ? new HttpError(400, 'There is no Host') : undefined
}

/** Rejects the value of a Host header that is no host and port. */
export function hostError(host: string): HttpError | undefined {
  if (host === lastGoodHost) return undefined
  if (!isHost(host)) return new HttpError(400, 'Host is not a host and port')
  lastGoodHost = host
  return undefined
}

export function repeatedHeader(name: string): HttpError {
  return new HttpError(400, `There is more than one ${name}`)
}

/** Rejects a target that is not a path, or is for another host. */
export function targetError(
  target: string,
  method: string | undefined,
  host: string | undefined,
): HttpError | undefined {
  if (target.charCodeAt(0) === 47) return undefined
  if (target === '*' && method === 'OPTIONS') return undefined
  const { rest, scheme, authority } = readTarget(target)
  if (!rest.startsWith('/')) return new HttpError(400, 'The request target is not a path')
  if (host !== undefined && withoutDefault(authority, scheme) === withoutDefault(host, scheme))
    return undefined
  return new HttpError(400, 'The request target is for another host')
}

/** A host in lower case without an empty or default port (RFC 9110 section 4.2.3). */
function withoutDefault(host: string, scheme: string): string {
  const port = scheme === 'https' ? ':443' : scheme === 'http' ? ':80' : ':'
  const lower = host.toLowerCase()
  const end = [':', port].find((one) => lower.endsWith(one))
  return end === undefined ? lower : lower.slice(0, -end.length)
}
