import zlib from 'node:zlib'
import type { CaseRequest, MultipartFile } from './case-types.ts'

/** A request as sent, independent of the protocol. */
export interface WireRequest {
  readonly method: string
  readonly target: string
  /** In order, with Host first and, for a body, Content-Length. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer | undefined
}

const boundary = '----ctxgen-conformance-boundary'

/** @param headerOf returns the value of a header of the first response, for `{"$from": …}`. */
export function wireRequest(request: CaseRequest, headerOf: (name: string) => string): WireRequest {
  const headers = (request.headers ?? []).map(([name, value]): readonly [string, string] => [
    name,
    typeof value === 'object' && value !== null && '$from' in value
      ? headerOf(String(value.$from))
      : String(value),
  ])
  const has = (name: string): boolean => headers.some(([key]) => key.toLowerCase() === name)
  const body = bodyOf(request)
  const type =
    request.multipart !== undefined ? `multipart/form-data; boundary=${boundary}` : formType(request)
  if (!has('host')) headers.unshift(['Host', 'example.com'])
  if (type !== undefined && !has('content-type')) headers.push(['Content-Type', type])
  const chunked = headers.some(
    ([name, value]) => name.toLowerCase() === 'transfer-encoding' && /chunked/i.test(value),
  )
  if (body !== undefined && !chunked && !has('content-length'))
    headers.push(['Content-Length', String(body.length)])
  const method = request.method ?? (body === undefined ? 'GET' : 'POST')
  return { method, target: request.target ?? '/', headers, body: chunked ? oneChunk(body) : body }
}

/** The bytes of an HTTP/1 request. */
export function requestBytes(request: WireRequest, version: string): Buffer {
  const lines = [`${request.method} ${request.target} HTTP/${version}`]
  for (const [name, value] of request.headers) lines.push(`${name}: ${value}`)
  const head = lines.map((line) => headBytes(`${line}\r\n`))
  return Buffer.concat([...head, Buffer.from('\r\n'), request.body ?? Buffer.alloc(0)])
}

/** Latin-1, as in HTTP; text beyond it can only mean UTF-8. */
function headBytes(text: string): Buffer {
  return Buffer.from(text, [...text].every((char) => char.charCodeAt(0) < 256) ? 'latin1' : 'utf8')
}

function formType(request: CaseRequest): string | undefined {
  return request.form === undefined ? undefined : 'application/x-www-form-urlencoded'
}

function bodyOf(request: CaseRequest): Buffer | undefined {
  const plain = plainBody(request)
  return plain === undefined || request.encode === undefined ? plain : compress(plain, request.encode)
}

function plainBody(request: CaseRequest): Buffer | undefined {
  if (request.body !== undefined) return Buffer.from(request.body)
  if (request.bodyBase64 !== undefined) return Buffer.from(request.bodyBase64, 'base64')
  if (request.bodyHex !== undefined) return Buffer.from(request.bodyHex, 'hex')
  if (request.form !== undefined) return Buffer.from(new URLSearchParams(request.form).toString())
  if (request.multipart !== undefined) return multipartBody(request.multipart)
  return undefined
}

function multipartBody(form: NonNullable<CaseRequest['multipart']>): Buffer {
  const parts = (form.fields ?? []).map(([name, value]) => part(`name="${quoted(name)}"`, undefined, value))
  parts.push(...(form.files ?? []).map(filePart))
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
}

function filePart(file: MultipartFile): string {
  return part(`name="${quoted(file.field)}"; filename="${quoted(file.filename)}"`, file.type, file.content)
}

function part(disposition: string, type: string | undefined, content: string): string {
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\r\n`
  return `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${typeLine}\r\n${content}\r\n`
}

/** As browsers write names (WHATWG: multipart/form-data). */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function oneChunk(body: Buffer | undefined): Buffer {
  if (body === undefined || body.length === 0) return Buffer.from('0\r\n\r\n')
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
}

type Codec = (bytes: Buffer) => Buffer

/** Only newer versions of node:zlib have zstd, so it is accessed by name. */
function zlibFunction(name: string): Codec | undefined {
  const found: unknown = Reflect.get(zlib, name)
  return typeof found === 'function' ? (bytes) => Reflect.apply(found, zlib, [bytes]) as Buffer : undefined
}

export const hasZstd: boolean = zlibFunction('zstdCompressSync') !== undefined

export function compress(bytes: Buffer, encoding: string): Buffer {
  return codec(encoding, {
    gzip: 'gzipSync',
    br: 'brotliCompressSync',
    deflate: 'deflateSync',
    zstd: 'zstdCompressSync',
  })(bytes)
}

export function decompress(bytes: Buffer, encoding: string): Buffer {
  const names = {
    gzip: 'gunzipSync',
    br: 'brotliDecompressSync',
    deflate: 'inflateSync',
    zstd: 'zstdDecompressSync',
  }
  return codec(encoding, names)(bytes)
}

function codec(encoding: string, names: Readonly<Record<string, string>>): Codec {
  const found = zlibFunction(names[encoding] ?? '')
  if (found === undefined) throw new Error(`no codec for ${encoding}`)
  return found
}
