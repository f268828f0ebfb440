import { type Answer, type Api, ApiError, type Call, type HeaderValues } from './api.ts'

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

export async function send(
  { baseUrl, fetch: fetching = fetch, headers: usual, checked = false }: Api,
  call: Call | undefined,
  { method, url, headers, body, accept = 'application/json', redirect = 'follow', answers }: Sent,
): Promise<Answer> {
  const all = new Headers({ accept })
  const given = [typeof usual === 'function' ? await usual() : usual, headers, call?.headers]
  for (const some of given) for (const [name, value] of Object.entries(some ?? {})) all.set(name, value)
  if (body?.type !== undefined) all.set('content-type', body.type)
  const request = new Request((baseUrl ?? localUrl()) + url, {
    method,
    headers: all,
    redirect,
    signal: call?.signal ?? null,
    ...(body && { body: body.content }),
  })
  for (const name of all.keys())
    if (!request.headers.has(name)) throw new TypeError(`${name}: a browser sets this header itself`)
  const response = await fetching(request)
  const { status } = response
  const read = answers[status]
  const answer = { status, ok: status < 400, headers: response.headers }
  if (read === undefined) throw new ApiError({ ...answer, ...(await readAny(response)) })
  return { ...answer, ...(await read(response, checked)) }
}

/** Outside of a browser a request needs a host. */
export function localUrl(): string {
  return Reflect.get(globalThis, 'location') === undefined ? 'http://localhost' : ''
}

/** Reads an answer of an unknown type. */
export async function readAny(response: Response): Promise<Partial<Answer>> {
  const content = await response.text()
  const type = response.headers.get('content-type') ?? ''
  try {
    const body = /[/+]json\b/.test(type) ? JSON.parse(content) : content
    return type.startsWith('application/problem+json') ? { problem: body } : { body }
  } catch {
    return { body: content }
  }
}

/** The body of a success. @throws ApiError for any other answer */
export async function bodyOf(answering: Promise<Answer>): Promise<unknown> {
  const answer = await answering
  if (!answer.ok) throw new ApiError(answer)
  return answer.body ?? answer.location
}
