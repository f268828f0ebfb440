import { gunzipSync } from 'node:zlib'

/** What must hold of the answer to an attack; `ATTACK-FORMAT.md` of the corpus says what each means. */
export interface AttackCheck {
  readonly maxMs?: number
  readonly statusIn?: readonly number[]
  readonly allowClose?: boolean
  readonly responseCount?: number
  readonly bodyContains?: string
  readonly bodyNotContains?: string
  readonly rawContains?: string
  readonly rawNotContains?: string
  readonly headerEquals?: readonly (readonly [string, string])[]
  readonly headerContains?: readonly (readonly [string, string])[]
  readonly headerNotContains?: readonly (readonly [string, string])[]
  readonly headerMatches?: readonly (readonly [string, string])[]
  readonly headerNotMatches?: readonly (readonly [string, string])[]
  readonly maxBodyBytes?: number
  readonly mustBeTruncated?: boolean
  readonly fdsBack?: boolean
}

export interface Attack {
  readonly id: string
  readonly area: string
  readonly description: string
  readonly demand: string
  readonly raw?: string
  readonly request?: {
    readonly method: string
    readonly path: string
    readonly headers: readonly (readonly [string, string])[]
  }
  readonly call?: { readonly method: string; readonly args: readonly unknown[] }
  readonly client?: { readonly action: string; readonly forMs?: number }
  readonly repeat?: number
  readonly check: AttackCheck
}

/** Unpacks the long texts of the corpus. */
export function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand)
  if (typeof value !== 'object' || value === null) return value
  if ('gz' in value && typeof value.gz === 'string') {
    return gunzipSync(Buffer.from(value.gz, 'base64')).toString('utf8')
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner)]))
}

/** The bytes of an attack, as they go over the wire. */
export function wireOf({ raw, request, call }: Attack): Buffer {
  if (raw !== undefined) return Buffer.from(raw, 'latin1')
  const { method, path, headers } = request ?? { method: 'GET', path: '/call', headers: [] }
  if (request === undefined && call === undefined) throw new Error('an attack of another kind')
  const has = (name: string): boolean => headers.some(([key]) => key.toLowerCase() === name)
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const host = has('host') ? '' : 'Host: a\r\n'
  const end = has('connection') ? '\r\n' : 'Connection: close\r\n\r\n'
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${host}${lines}${end}`, 'latin1')
}

export interface WireResponse {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** The body ended before its length or last chunk had come. */
  readonly truncated: boolean
}

/** The responses in what came over the wire; interim ones are left out. */
export function parseResponses(bytes: Buffer): WireResponse[] {
  const text = bytes.toString('latin1')
  const found: WireResponse[] = []
  let at = 0
  for (;;) {
    const start = /HTTP\/1\.1 (\d{3})[^\r\n]*\r\n/g
    start.lastIndex = at
    const match = start.exec(text)
    if (match === null) return found.filter(({ status }) => status >= 200)
    const headEnd = text.indexOf('\r\n\r\n', match.index)
    const head = text.slice(match.index, headEnd === -1 ? undefined : headEnd)
    const headers = head.split('\r\n').slice(1).map(headerOf)
    const bodyAt = headEnd === -1 ? text.length : headEnd + 4
    const { end, body, truncated } = bodyOf(text, bodyAt, Number(match[1]), headers)
    found.push({ status: Number(match[1]), headers, body: Buffer.from(body, 'latin1').toString(), truncated })
    at = end
  }
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function bodyOf(
  text: string,
  start: number,
  status: number,
  headers: readonly (readonly [string, string])[],
): { end: number; body: string; truncated: boolean } {
  const header = (name: string): string | undefined => headers.find(([key]) => key === name)?.[1]
  if (status < 200 || status === 204 || status === 304) return { end: start, body: '', truncated: false }
  if (header('transfer-encoding') !== undefined) return chunkedBody(text, start)
  const length = Number(header('content-length') ?? text.length - start)
  const body = text.slice(start, start + length)
  return { end: start + body.length, body, truncated: body.length < length }
}

function chunkedBody(text: string, start: number): { end: number; body: string; truncated: boolean } {
  let body = ''
  let at = start
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at)
    if (lineEnd === -1) return { end: text.length, body, truncated: true }
    const size = Number.parseInt(text.slice(at, lineEnd), 16)
    if (!(size > 0)) return { end: Math.min(text.length, lineEnd + 4), body, truncated: Number.isNaN(size) }
    body += text.slice(lineEnd + 2, lineEnd + 2 + size)
    at = lineEnd + 2 + size + 2
  }
}

/** Everything in which an answer is not as demanded. */
export function judge({ check }: Attack, raw: Buffer, ms: number): string[] {
  const responses = parseResponses(raw)
  const [first] = responses
  const text = raw.toString('latin1')
  const body = first?.body ?? ''
  const faults: string[] = []
  const fault = (wrong: boolean, what: string): void => {
    if (wrong) faults.push(what)
  }
  const value = (name: string): string =>
    (first?.headers ?? [])
      .filter(([key]) => key === name)
      .map((line) => line[1])
      .join(', ')
  const {
    statusIn = [],
    maxMs,
    responseCount,
    bodyNotContains,
    bodyContains,
    rawNotContains,
    rawContains,
  } = check
  fault(maxMs !== undefined && ms > maxMs, `took ${ms} ms`)
  if (first === undefined) fault(statusIn.length > 0 && check.allowClose !== true, 'no response')
  else fault(statusIn.length > 0 && !statusIn.includes(first.status), `status ${first.status}`)
  fault(responseCount !== undefined && responses.length > responseCount, `${responses.length} responses`)
  fault(bodyNotContains !== undefined && body.includes(bodyNotContains), `the body has ${bodyNotContains}`)
  fault(bodyContains !== undefined && !body.includes(bodyContains), `the body lacks ${bodyContains}`)
  fault(rawNotContains !== undefined && text.includes(rawNotContains), `the wire has ${rawNotContains}`)
  fault(rawContains !== undefined && !text.includes(rawContains), `the wire lacks ${rawContains}`)
  for (const [name, part] of check.headerNotContains ?? [])
    fault(value(name).includes(part), `${name} has ${part}`)
  for (const [name, part] of check.headerContains ?? []) {
    fault(first?.status === 200 && !value(name).includes(part), `${name} lacks ${part}`)
  }
  for (const [name, whole] of check.headerEquals ?? [])
    fault(value(name) !== whole, `${name}: ${value(name)}`)
  for (const [name, re] of check.headerMatches ?? [])
    fault(!new RegExp(re).test(value(name)), `${name}: ${value(name)}`)
  for (const [name, re] of check.headerNotMatches ?? []) {
    fault(value(name) !== '' && new RegExp(re).test(value(name)), `${name}: ${value(name)}`)
  }
  fault(
    check.maxBodyBytes !== undefined && Buffer.byteLength(body) > check.maxBodyBytes,
    `${body.length} bytes`,
  )
  fault(check.mustBeTruncated === true && first?.truncated === false, 'the body looks complete')
  return faults
}
