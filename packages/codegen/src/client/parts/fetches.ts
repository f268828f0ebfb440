import { raced } from './send.ts'

/** In place of `fetch`. */
export type Fetch = (request: Request) => Promise<Response>

/**
 * Sends equal GETs once while one is under way, for `api.fetch`. Each caller gets the answer, and the signal of a call ends
 * the request when no other call waits for it. Answers are read whole, so that files, streams and events are not shared.
 */
export function deduplicated(fetching: Fetch = fetch): Fetch {
  const flights = new Map<string, Flight>()
  return (request) => {
    const { method, url, headers, redirect } = request
    const isWhole = /^(?:application|text)\/(?!event-stream|octet-stream)/.test(headers.get('accept') ?? '')
    if (method !== 'GET' || redirect !== 'follow' || !isWhole) return fetching(request)
    const key = JSON.stringify([url, ...headers])
    let flight = flights.get(key)
    if (flight === undefined) {
      flight = startFlight(fetching, request, () => flights.delete(key))
      flights.set(key, flight)
    }
    return joinFlight(flight, request.signal)
  }
}

/** A request that several calls wait for. */
export interface Flight {
  readonly answer: Promise<WholeAnswer>
  readonly end: AbortController
  readonly close: () => void
  waiting: number
}

export interface WholeAnswer {
  readonly response: Response
  readonly body: ArrayBuffer
}

export function startFlight(fetching: Fetch, request: Request, close: () => void): Flight {
  const end = new AbortController()
  const answer = fetching(new Request(request, { signal: end.signal }))
    .then(async (response): Promise<WholeAnswer> => ({ response, body: await response.arrayBuffer() }))
    .finally(close)
  return { answer, end, close, waiting: 0 }
}

export async function joinFlight(flight: Flight, signal: AbortSignal): Promise<Response> {
  flight.waiting++
  try {
    const { response, body } = await raced(signal, () => flight.answer)
    const { status, statusText, headers } = response
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers })
  } finally {
    if (--flight.waiting === 0) {
      flight.close()
      flight.end.abort()
    }
  }
}

/**
 * Reports the bytes of a body that have left, for `api.fetch`: `{ ...api, fetch: withProgress((sent, total) => …) }`. It is
 * XMLHttpRequest in a browser, since `fetch` does not tell; a redirect is followed, and an answer is read whole.
 */
export function withProgress(report: (sent: number, total: number) => void): Fetch {
  return async (request) => {
    const { method, url, headers, credentials, signal } = request
    const body = await request.arrayBuffer()
    signal.throwIfAborted()
    const xhr = new (Reflect.get(globalThis, 'XMLHttpRequest') as new () => Xhr)()
    xhr.open(method, url)
    xhr.responseType = 'arraybuffer'
    xhr.withCredentials = credentials === 'include'
    for (const [name, value] of headers) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total }) => report(loaded, total)
    return new Promise((resolve, reject) => {
      const stop = (): void => xhr.abort()
      signal.addEventListener('abort', stop)
      xhr.onload = () => resolve(responseOf(xhr))
      xhr.onerror = () => reject(new TypeError('the request failed'))
      xhr.onabort = () => reject(signal.reason)
      xhr.onloadend = () => signal.removeEventListener('abort', stop)
      xhr.send(body)
    })
  }
}

/** The members of XMLHttpRequest, which only browsers have. */
export interface Xhr {
  responseType: string
  withCredentials: boolean
  readonly status: number
  readonly statusText: string
  readonly response: ArrayBuffer
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  onloadend: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: ArrayBuffer): void
  abort(): void
}

export function responseOf(xhr: Xhr): Response {
  const { status, statusText, response } = xhr
  const lines = xhr.getAllResponseHeaders().split('\r\n')
  const headers = lines.flatMap((line): [string, string][] => {
    const [, name, value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value]]
  })
  return new Response(response.byteLength === 0 ? null : response, { status, statusText, headers })
}
