import { joinBytes } from '../request/body-bytes.ts'
import { BodyStream } from '../response/body-stream.ts'
import { headLines, isBodiless } from '../response/head-lines.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import type { FetchExchange } from './fetch-exchange.ts'

const encoder = new TextEncoder()

/**
 * The `Response` of a draft.
 * @param head the request was a HEAD: headers only.
 */
export function responseOf(draft: ResponseDraft, head: boolean, exchange: FetchExchange): Response {
  const { body } = draft
  if (body instanceof BodyStream && !head && !isBodiless(draft.status)) {
    exchange.wait()
    return newResponse(draft, body.size, readableOf(body, exchange))
  }
  exchange.isOver = true
  if (body instanceof BodyStream) {
    body.close()
    return newResponse(draft, body.size, null)
  }
  const whole = Array.isArray(body) ? joinBytes(body) : (body ?? '')
  // Servers add the length of a body that they have.
  const length = exchange.isServed && !head ? undefined : byteLength(whole)
  // An empty text would get a Content-Type.
  return newResponse(draft, length, head || whole === '' ? null : whole)
}

function newResponse(
  draft: ResponseDraft,
  length: number | undefined,
  body: string | Uint8Array | ReadableStream | null,
): Response {
  // A `Response` cannot have a status above 599.
  const status = draft.status > 599 ? 500 : draft.status
  return new Response(isBodiless(status) ? null : body, { status, headers: headersOf(draft, length) })
}

/** Engines read a plain object faster than `Headers` with appended lines; only a repeated name needs the latter. */
function headersOf(draft: ResponseDraft, length: number | undefined): Headers | Record<string, string> {
  const lines = headLines(draft, length)
  if (lines.length === 2 && lines[0] === 'Content-Type') return typeHeaders(lines[1] ?? '')
  const headers: Record<string, string> = {}
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] ?? ''
    if (name in headers) return repeatedHeaders(lines)
    headers[name] = lines[i + 1] ?? ''
  }
  return headers
}

/** `Headers` with only a Content-Type, which a `Response` copies. Engines copy them faster than they read an object. */
const byType = new Map<string, Headers>()
const mostTypes = 100

function typeHeaders(type: string): Headers {
  const known = byType.get(type)
  if (known !== undefined) return known
  const headers = new Headers([['Content-Type', type]])
  if (byType.size < mostTypes) byType.set(type, headers)
  return headers
}

function repeatedHeaders(lines: readonly string[]): Headers {
  const headers = new Headers()
  for (let i = 0; i < lines.length; i += 2) headers.append(lines[i] ?? '', lines[i + 1] ?? '')
  return headers
}

function byteLength(body: string | Uint8Array): number {
  if (typeof body !== 'string') return body.length
  return typeof Buffer === 'function' ? Buffer.byteLength(body) : encoder.encode(body).length
}

function readableOf(body: BodyStream, exchange: FetchExchange): ReadableStream<Uint8Array> {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    body.onBreak = undefined
    try {
      const piece = await body.read()
      if (piece === undefined) {
        exchange.isOver = true
        controller.close()
      } else controller.enqueue(piece)
      watch(controller)
    } catch (error) {
      body.fail(error)
      body.close()
      throw error
    }
  }
  // While nothing is being read.
  const watch = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    body.onBreak = () => void pull(controller).catch((error: unknown) => controller.error(error))
  }
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      pull,
      cancel() {
        body.close()
      },
    },
    // Reads nothing before it is requested.
    { highWaterMark: 0 },
  )
}
