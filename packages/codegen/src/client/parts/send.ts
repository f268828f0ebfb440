import {
  type Answer,
  type Api,
  ApiError,
  type Call,
  type HeaderValues,
  type Issue,
  type Problem,
} from './api.ts'

/** A request, and readers of its answers by status. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers?: HeaderValues
  readonly body?: Body | undefined
  readonly accept?: string
  /** Redirects are answers. */
  readonly redirect?: 'follow' | 'manual'
  readonly answers: Readonly<Record<number, Reader>>
}

export interface Body {
  /** Default: that of the content. */
  readonly type?: string
  readonly content: NonNullable<RequestInit['body']>
}

export type Reader = (response: Response, isChecked: boolean) => Promise<Partial<Answer>>

export async function send(api: Api, call: Call | undefined, sent: Sent): Promise<Answer> {
  const [response, signal] = await attempts(api, call, sent)
  const { status, headers } = response
  const read = sent.answers[status]
  const answer = { status, ok: status < 400, headers }
  const found = await raced(signal, () => (read ?? readAny)(response, api.checked ?? false))
  if (read === undefined) throw new ApiError({ ...answer, ...found })
  return Object.assign(answer, found)
}

/** @throws the reason of a signal that aborts, which the `fetch` of an api may ignore */
export async function raced<T>(
  signal: AbortSignal | null | undefined,
  start: () => T | Promise<T>,
): Promise<T> {
  if (!signal) return start()
  signal.throwIfAborted()
  let leave = (): void => {}
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason)
  })
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([start(), left])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Ends a stream without a wait for it: that of a response which was cloned lasts until its other half ends. */
export function drop(stream: { cancel(): Promise<void> } | null | undefined): void {
  stream?.cancel().catch(() => {})
}

/** Sends a request again where that may help; a stream is sent once. The signal is that of the last attempt. */
export async function attempts(
  api: Api,
  call: Call | undefined,
  sent: Sent,
): Promise<[response: Response, signal: RequestInit['signal']]> {
  const isOnce = sent.body?.content instanceof ReadableStream
  let left = !api.retries || isOnce || !mayRepeat(sent, call) ? 0 : api.retries
  let isRefused = false
  for (let wait = 500; ; wait *= 2) {
    const [url, init] = await raced(call?.signal, () => requestOf(api, call, sent, isRefused))
    // A Request costs fetch twice.
    const fetching = raced(init.signal, () =>
      api.fetch ? api.fetch(new Request(url, init)) : fetch(url, init),
    )
    const response = await fetching.catch((error: unknown): undefined => {
      if (left <= 0 || call?.signal?.aborted) throw error
    })
    if (response?.status === 401 && !isRefused && !isOnce && typeof api.auth === 'function') isRefused = true
    else {
      const isOver = response && (left <= 0 || !/^(?:429|502|503|504)$/.test(`${response.status}`))
      const delay = isOver ? 0 : (delayOf(response) ?? Math.random() * wait)
      if (response && (isOver || delay > 60_000)) return [response, init.signal]
      left--
      await pause(delay, call?.signal)
    }
    drop(response?.body)
  }
}

/** Whether a second attempt does no harm. */
export function mayRepeat({ method, headers }: Sent, call: Call | undefined): boolean {
  const isUnsafe = method === 'POST' || method === 'PATCH'
  return !isUnsafe || new Headers({ ...headers, ...call?.headers }).has('idempotency-key')
}

export async function requestOf(
  { baseUrl, headers: usual, auth, timeout }: Api,
  call: Call | undefined,
  { method, url, headers, body, accept = 'application/json', redirect = 'follow' }: Sent,
  isRefused: boolean,
): Promise<[url: string, init: RequestInit]> {
  const authorization = typeof auth === 'function' ? await (isRefused ? refreshed(auth) : auth(false)) : auth
  const given = typeof usual === 'function' ? await usual() : usual
  const all = merged({ accept, ...given }, authorization, headers, call?.headers)
  if (body?.type !== undefined) all['content-type'] = body.type
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout)
  const signal = limit && call?.signal ? AbortSignal.any([limit, call.signal]) : (limit ?? call?.signal)
  const init: RequestInit = {
    method,
    headers: all,
    redirect,
    ...(signal && { signal }),
    // Streams need the duplex.
    ...(body && { body: body.content, duplex: 'half' }),
  }
  if (isPage()) {
    const { headers: kept } = new Request('/', { headers: all })
    for (const name of Object.keys(all))
      if (!kept.has(name)) throw new TypeError(`${name}: a browser sets this header itself`)
  }
  return [(baseUrl ?? localUrl()) + url, init]
}

/** Headers, of which later ones replace others of their name; cookies of the input join others. */
export function merged(
  usual: HeaderValues | undefined,
  authorization: string | undefined,
  { cookie, ...own }: HeaderValues = {},
  last?: HeaderValues,
): Record<string, string> {
  const all: Record<string, string> = Object.create(null)
  for (const some of [usual, authorization === undefined ? undefined : { authorization }, own, last])
    for (const [name, value] of Object.entries(some ?? {})) all[name.toLowerCase()] = value
  if (cookie !== undefined) all['cookie'] = all['cookie'] ? `${all['cookie']}; ${cookie}` : cookie
  return all
}

/** Refreshes under way: calls that are refused together wait for one, since a token is often refreshed once. */
export const refreshes: WeakMap<object, Promise<string>> = /* @__PURE__ */ new WeakMap()

export function refreshed(auth: (isRefused: boolean) => string | Promise<string>): Promise<string> {
  const running = refreshes.get(auth)
  if (running !== undefined) return running
  const refresh = (async () => auth(true))().finally(() => refreshes.delete(auth))
  refreshes.set(auth, refresh)
  return refresh
}

/** The time that an answer asks a client to wait, in ms. */
export function delayOf(answer: { readonly headers: Headers } | undefined): number | undefined {
  const after = answer?.headers.get('retry-after') ?? ''
  const delay = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now()
  return Number.isNaN(delay) ? undefined : Math.max(delay, 0)
}

/** The wait after failures in a row, in ms. */
export function backOff(failures: number): number {
  return Math.min(1000 * 2 ** failures, 30_000) * (1 - Math.random() / 2)
}

/** @throws the reason of the signal when it aborts */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
  signal?.throwIfAborted()
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
