import { isWorkerd } from '../../app/is-workerd.ts'
import { joinBytes } from '../../request/body-bytes.ts'
import { BodyStream } from '../../response/body-stream.ts'
import { byteLength } from '../../response/byte-length.ts'
import { headLines, isBodiless, textType } from '../../response/head-lines.ts'
import type { ResponseDraft } from '../../response/response-draft.ts'
import type { FetchExchange } from './fetch-exchange.ts'

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
  const length = (exchange.isServed || isWorkerd) && !head ? undefined : byteLength(whole)
  // An empty text would get a Content-Type.
  return newResponse(draft, length, head || whole === '' ? null : whole)
}

function newResponse(
  draft: ResponseDraft,
  length: number | undefined,
  body: string | Uint8Array | ReadableStream | null,
): Response {
  const type = length === undefined ? onlyType(draft) : undefined
  if (type !== undefined) return new Response(body, okOf(type))
  const status = fetchStatus(draft.status)
  const headers = headersOf(headLines(draft, length))
  return new Response(isBodiless(status) ? null : body, { status, headers })
}

/** A `Response` cannot have a status above 599, nor 101, for which the server of an upgrade needs the headers alone. */
export function fetchStatus(status: number): number {
  if (status === 101) return 204
  return status > 599 ? 500 : status
}

/** The Content-Type of a 200 with a text and no other header; `undefined` for other answers. */
function onlyType({ status, body, lines }: ResponseDraft): string | undefined {
  if (status !== 200 || typeof body !== 'string' || body === '') return undefined
  if (lines === undefined) return textType
  return lines.length === 2 && lines[0] === 'Content-Type' ? lines[1] : undefined
}

/** The options of a 200 with only a Content-Type, by type. Bun copies `Headers` faster than it reads an object. */
const okByType = new Map<string, { readonly headers: Headers }>()
const maxTypes = 100

function okOf(type: string): { readonly headers: Headers } {
  const known = okByType.get(type)
  if (known !== undefined) return known
  const ok = { headers: new Headers([['Content-Type', type]]) }
  if (okByType.size < maxTypes) okByType.set(type, ok)
  return ok
}

interface SentLines {
  readonly lines: readonly string[]
  /** Made when the same lines are sent again. */
  headers: Headers | undefined
}

/** The last sets of header lines, the oldest of which the next one replaces. */
const recent: SentLines[] = []
const maxRecent = 8
let nextRecent = 0

/** Bun copies `Headers` in a fraction of the time that it takes for an object, and engines read that faster than appended lines. */
function headersOf(lines: readonly string[]): Headers | Record<string, string> {
  const same = recent.find((sent) => areSame(sent.lines, lines))
  if (same !== undefined) {
    same.headers ??= repeatedHeaders(lines)
    return same.headers
  }
  recent[nextRecent] = { lines: [...lines], headers: undefined }
  nextRecent = (nextRecent + 1) % maxRecent
  return newHeaders(lines)
}

function areSame(sent: readonly string[], lines: readonly string[]): boolean {
  return sent.length === lines.length && sent.every((text, i) => text === lines[i])
}

/** Only a repeated name needs `Headers`. */
function newHeaders(lines: readonly string[]): Headers | Record<string, string> {
  const headers: Record<string, string> = {}
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] ?? ''
    if (name in headers) return repeatedHeaders(lines)
    headers[name] = lines[i + 1] ?? ''
  }
  return headers
}

function repeatedHeaders(lines: readonly string[]): Headers {
  const headers = new Headers()
  for (let i = 0; i < lines.length; i += 2) headers.append(lines[i] ?? '', lines[i + 1] ?? '')
  return headers
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
