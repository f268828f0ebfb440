import type { App } from '@ctxgen/runtime'
import { type StreamedBody, sendPieces } from '../run/streamed-body.ts'
import { startMeasuring } from './fixture-state.ts'

/** A request for `app.fetch`, as the runner sends it. */
export interface FetchRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string | undefined
  readonly stream?: StreamedBody | undefined
  /** The remote address. */
  readonly peer?: string | undefined
  readonly maxMs: number
}

/** Its outcome; `inexpressible` if no `Request` can express it. */
export interface FetchAnswer {
  readonly inexpressible?: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  readonly ms: number
  readonly why: 'end' | 'timeout' | 'reject'
  readonly truncated: boolean
}

const nothing = { status: 0, headers: [], body: '', truncated: false } as const
/** Larger than any answer of a fixture, and enough of an endless one. */
const enough = 8 * 2 ** 20

/** Calls `app.fetch` and reads the answer, for at most `maxMs`. */
export async function exchangeByFetch(app: App, { maxMs, ...sent }: FetchRequest): Promise<FetchAnswer> {
  let request: Request
  try {
    request = makeRequest(sent)
  } catch (error) {
    return { ...nothing, ms: 0, why: 'reject', inexpressible: String(error) }
  }
  startMeasuring()
  const start = performance.now()
  const elapsed = (): number => performance.now() - start
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<FetchAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ ...nothing, ms: elapsed(), why: 'timeout' }), maxMs + 500)
  })
  const answered = app
    .fetch(request, { remoteAddress: sent.peer ?? '127.0.0.1', remotePort: 40_000 })
    .then(read)
    .then(
      (answer): FetchAnswer => ({ ...answer, ms: elapsed(), why: 'end' }),
      (error): FetchAnswer => ({ ...nothing, body: String(error), ms: elapsed(), why: 'reject' }),
    )
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}

function makeRequest({ method, target, headers, body, stream }: Omit<FetchRequest, 'maxMs'>): Request {
  const url = new URL(`http://a${target}`)
  if (url.pathname + url.search !== target) throw new TypeError('a URL normalizes this target')
  const init = { method, headers: new Headers(headers.map(([name, value]) => [name, value])) }
  if (stream !== undefined) return new Request(url, { ...init, body: readable(stream), duplex: 'half' })
  return new Request(url, body === undefined ? init : { ...init, body: Buffer.from(body, 'base64') })
}

function readable(body: StreamedBody): ReadableStream<Uint8Array> {
  let isClosed = false
  return new ReadableStream({
    start(controller) {
      void sendPieces(body, {
        write: (chunk) => controller.enqueue(chunk),
        end: () => controller.close(),
        fail: () => controller.error(new Error('the client has failed')),
        isClosed: () => isClosed,
      })
    },
    cancel() {
      isClosed = true
    },
  })
}

async function read(response: Response): Promise<Pick<FetchAnswer, keyof typeof nothing>> {
  const chunks: Uint8Array[] = []
  let size = 0
  let truncated = false
  const reader = response.body?.getReader()
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      chunks.push(part.value)
      size += part.value.length
      if (size > enough) await reader?.cancel()
    }
  } catch {
    truncated = true
  }
  const body = Buffer.concat(chunks).toString('base64')
  return { status: response.status, headers: [...response.headers], body, truncated }
}
