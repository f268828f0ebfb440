import {
  type Answer,
  type Api,
  ApiError,
  type Call,
  type HeaderValues,
  type Issue,
  type Problem,
} from './api.ts'

/** The request of a call, and the readers of its answers by status. */
export interface Exchange {
  readonly method: string
  readonly url: string
  readonly headers?: HeaderValues | undefined
  /** Joins that of the headers. */
  readonly cookie?: string | undefined
  readonly body?: Body | undefined
  readonly accept?: string
  /** Redirects are answers. */
  readonly redirect?: 'follow' | 'manual'
  readonly answers: Readonly<Record<number, Reader>>
}

export interface Body {
  /** Default: that of the body. */
  readonly type?: string
  readonly body: NonNullable<RequestInit['body']>
  /** Of a stream, which is sent once. */
  readonly duplex?: 'half'
}

export type Reader = (response: Response, isChecked: boolean) => Promise<Partial<Answer>>

export async function send(api: Api, call: Call | undefined, exchange: Exchange): Promise<Answer> {
  const [response, signal] = await attempts(api, call, exchange)
  const { status, headers } = response
  const read = exchange.answers[status]
  const content = await raced(signal, () => (read ?? readAny)(response, api.checked ?? false))
  const answer = { status, ok: status < 400, headers, ...content }
  if (read === undefined) throw new ApiError(answer)
  return answer
}

/** Rejects with the reason of a signal that aborts, which the `fetch` of an api may ignore. */
export function raced<T>(signal: AbortSignal | null | undefined, start: () => Promise<T>): Promise<T> {
  if (!signal) return start()
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const leave = (): void => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    start()
      .finally(() => signal.removeEventListener('abort', leave))
      .then(resolve, reject)
  })
}

/** Ends a stream without a wait for it: that of a response which was cloned lasts until its other half ends. */
export function drop(stream: { cancel(): Promise<void> } | null | undefined): void {
  stream?.cancel().catch(() => {})
}

/** Sends a request again where that may help; a stream is sent once. The signal is that of the last attempt. */
export async function attempts(
  api: Api,
  call: Call | undefined,
  exchange: Exchange,
): Promise<[response: Response, signal: RequestInit['signal']]> {
  const { fetch: fetching, auth, retries } = api
  const isOnce = exchange.body?.duplex !== undefined
  let left = retries && !isOnce && mayRepeat(exchange, call) ? retries : 0
  let isRefused = false
  for (let wait = 500; ; wait *= 2) {
    const [url, init] = await raced(call?.signal, () => requestOf(api, call, exchange, isRefused))
    let response: Response | undefined
    try {
      // A Request costs fetch twice.
      response = await raced(init.signal, async () =>
        fetching ? fetching(new Request(url, init)) : fetch(url, init),
      )
    } catch (error) {
      if (left <= 0 || call?.signal?.aborted) throw error
    }
    if (response?.status === 401 && !isRefused && !isOnce && typeof auth === 'function') isRefused = true
    else {
      if (response && (left <= 0 || !isBusy(response.status))) return [response, init.signal]
      const delay = delayOf(response) ?? Math.random() * wait
      if (response && delay > 60_000) return [response, init.signal]
      left--
      await pause(delay, call?.signal)
    }
    drop(response?.body)
  }
}

/** Whether a second attempt does no harm. */
export function mayRepeat({ method, headers }: Exchange, call: Call | undefined): boolean {
  const isUnsafe = method === 'POST' || method === 'PATCH'
  return !isUnsafe || 'idempotency-key' in { ...lowered(headers), ...lowered(call?.headers) }
}

/** Whether the service may answer later. */
export function isBusy(status: number): boolean {
  return [429, 502, 503, 504].includes(status)
}

export async function requestOf(
  api: Api,
  call: Call | undefined,
  exchange: Exchange,
  isRefused: boolean,
): Promise<[url: string, init: RequestInit]> {
  const { baseUrl = localUrl(), timeout } = api
  const { method, url, accept = 'application/json', redirect = 'follow' } = exchange
  const { type, ...content } = exchange.body ?? {}
  const headers = {
    accept,
    ...(await headersFor(api, exchange, call?.headers, isRefused)),
    ...(type !== undefined && { 'content-type': type }),
  }
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout)
  const signal = limit && call?.signal ? AbortSignal.any([limit, call.signal]) : (limit ?? call?.signal)
  const init: RequestInit = {
    method,
    headers,
    redirect,
    ...(signal && { signal }),
    ...content,
  }
  if (isPage()) {
    const { headers: kept } = new Request('/', { headers })
    for (const name of Object.keys(headers))
      if (!kept.has(name)) throw new TypeError(`${name}: a browser sets this header itself`)
  }
  return [baseUrl + url, init]
}

/** Headers, of which later ones replace others of their name; the cookie of the input joins others. */
export async function headersFor(
  { headers: usual, auth }: Api,
  { headers, cookie }: Partial<Exchange>,
  last?: HeaderValues,
  isRefused = false,
): Promise<HeaderValues> {
  const authorization = typeof auth === 'function' ? await (isRefused ? refreshed(auth) : auth(false)) : auth
  const all: Record<string, string> = {
    ...lowered(typeof usual === 'function' ? await usual() : usual),
    ...(authorization !== undefined && { authorization }),
    ...lowered(headers),
    ...lowered(last),
  }
  if (cookie) all['cookie'] = all['cookie'] ? `${all['cookie']}; ${cookie}` : cookie
  return all
}

/** Headers in lower case, so that one replaces another of its name. */
export function lowered(headers: HeaderValues | undefined): HeaderValues | undefined {
  const all = headers && Object.entries(headers)
  return all && Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]))
}

/** Refreshes under way: calls that are refused together wait for one, since a token is often refreshed once. */
export const refreshes: WeakMap<object, Promise<string>> = /* @__PURE__ */ new WeakMap()

export function refreshed(auth: (isRefused: boolean) => string | Promise<string>): Promise<string> {
  const refresh = refreshes.get(auth) ?? (async () => auth(true))().finally(() => refreshes.delete(auth))
  refreshes.set(auth, refresh)
  return refresh
}

/** The time that an answer asks a client to wait, in ms. */
export function delayOf(answer: { readonly headers: Headers } | undefined): number | undefined {
  const after = answer?.headers.get('retry-after') ?? ''
  const delay = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now()
  return delay >= 0 ? delay : undefined
}

/** The wait after failures in a row, in ms. */
export function backOff(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000) * (1 - Math.random() / 2)
}

/** @throws the reason of the signal when it aborts */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = async (): Promise<void> =>
    new Promise((resolve) => {
      timer = setTimeout(resolve, milliseconds)
    })
  await raced(signal, wait).finally(() => clearTimeout(timer))
}

/** Outside of a page a request needs a host. */
export function localUrl(): string {
  return isPage() ? '' : 'http://localhost'
}

export function isPage(): boolean {
  return Reflect.get(globalThis, 'location') !== undefined
}

/** Reads an answer of an unknown type. */
export async function readAny(response: Response): Promise<Partial<Answer>> {
  const content = await response.text()
  const type = response.headers.get('content-type') ?? ''
  try {
    const body = /[/+]json\b/.test(type) ? JSON.parse(content) : content
    const isProblem = /^\s*\{/.test(content) && type.startsWith('application/problem+json')
    return isProblem ? { problem: problemOf(body, response) } : { body }
  } catch {
    return { body: content }
  }
}

/** Members of other types are ignored (RFC 9457, section 3.1). */
export function problemOf(
  { type, title, status, detail, errors, ...others }: Readonly<Record<string, unknown>>,
  answer: { readonly status: number; readonly statusText: string },
): Problem {
  return {
    ...others,
    type: typeof type === 'string' ? type : 'about:blank',
    title: typeof title === 'string' ? title : answer.statusText,
    status: typeof status === 'number' ? status : answer.status,
    ...(typeof detail === 'string' && { detail }),
    ...(Array.isArray(errors) && { errors: errors.filter(isIssue) }),
  }
}

export function isIssue(one: unknown): one is Issue {
  const { path = '', message }: Partial<Record<string, unknown>> = Object(one)
  return typeof path === 'string' && typeof message === 'string'
}

/** The body of a success. @throws ApiError for any other answer */
export async function bodyOf(answering: Promise<Answer>): Promise<unknown> {
  const answer = await answering
  if (!answer.ok) throw new ApiError(answer)
  return answer.body ?? answer.location
}
