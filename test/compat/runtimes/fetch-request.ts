import { needsOf } from '../../conformance/case-needs.ts'
import type { CaseRequest, RequestCase } from '../../conformance/case-types.ts'
import { hasZstd, type WireRequest, wireRequest } from '../../conformance/request-bytes.ts'

/** The `Request` that a fetch server would make of the bytes on the wire. */
export function fetchRequest(wire: WireRequest, secure: boolean, signal?: AbortSignal): Request {
  return new Request(urlOf(wire, secure), {
    method: wire.method,
    headers: wire.headers.map(([name, value]): [string, string] => [name, value]),
    ...(wire.body === undefined ? {} : { body: new Uint8Array(wire.body) }),
    ...(signal === undefined ? {} : { signal }),
  })
}

const isWorker =
  (globalThis as { navigator?: { userAgent: string } }).navigator?.userAgent === 'Cloudflare-Workers'

/** The kind of thing that a case is about and that cannot be had here; `undefined` for a case that can be run. */
export function notApplicable(testCase: RequestCase): string | undefined {
  const needs = needsOf(testCase)
  if (needs.has('http2')) return 'HTTP/2'
  if (needs.has('interim')) return 'responses before the response (1xx)'
  if (needs.has('zstd') && !hasZstd) return 'zstd, which node:zlib lacks here'
  // Workers have a file system, but none that was there before the request.
  if (isWorker && (testCase.files !== undefined || JSON.stringify(testCase).includes('"$path"')))
    return 'files on a disk'
  const { headers } = testCase.response ?? {}
  if (headers?.date !== undefined) return 'what the server around fetch() adds'
  if (isWorker && headers?.['content-length'] !== undefined) return 'what workerd adds to a Response'
  for (const { request } of [testCase, ...(testCase.then ?? [])]) {
    const kind = unsayableRequest(request)
    if (kind !== undefined) return kind
  }
  return undefined
}

function unsayableRequest(request: CaseRequest): string | undefined {
  if (request.httpVersion !== undefined && request.httpVersion !== '1.1') return `HTTP/${request.httpVersion}`
  const wire = wireRequest(request, () => 'x')
  const { method, target, headers, body } = wire
  if (/^(CONNECT|TRACE|TRACK)$/i.test(method)) return 'a method that Request refuses'
  if (body !== undefined && /^(GET|HEAD)$/.test(method)) return 'a body of GET or HEAD'
  if (headers.some(([name]) => name.toLowerCase() === 'transfer-encoding')) return 'chunks of a raw request'
  const { pathname, search } = new URL(urlOf(wire, false))
  if (pathname + search !== target) return 'a target that URL writes in another way'
  return unsayableHeaders(headers)
}

function unsayableHeaders(lines: WireRequest['headers']): string | undefined {
  const names = new Set<string>()
  for (const [name, value] of lines) {
    const key = name.toLowerCase()
    if (names.has(key)) return 'repeated header lines, which Headers joins'
    names.add(key)
    try {
      if (new Headers([[name, value]]).get(name) !== value) return 'a header value that Headers trims'
    } catch {
      return 'a header that Headers refuses'
    }
  }
  return undefined
}

/** By the Host header where that gives a URL, as servers do; the header itself stays what it was. */
function urlOf({ target, headers }: WireRequest, secure: boolean): string {
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
  const scheme = secure ? 'https' : 'http'
  const isHost = URL.canParse(`${scheme}://${host}`) && new URL(`${scheme}://${host}`).host === host
  return `${scheme}://${isHost ? host : 'example.com'}${target.startsWith('/') ? target : '/'}`
}
