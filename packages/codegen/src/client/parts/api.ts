/** Where the service is, and how requests reach it. */
export interface Api {
  /** The URL before each path, without a slash at its end. Default: the origin of the page. */
  readonly baseUrl?: string | undefined
  /** Replaces the global `fetch`; that of an app, `app.fetch`, calls it in process. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** Sent with each request, or called for each. */
  readonly headers?: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined
  /** The `Authorization` header, or a function that gives it. It is called once more after a 401, with `true`. */
  readonly auth?: string | ((isRefused: boolean) => string | Promise<string>) | undefined
  /**
   * The number of further attempts after a network error, 429, 502, 503 or 504, for idempotent methods and requests with
   * an `Idempotency-Key`. Each waits as `Retry-After` says, up to a minute, else longer than the one before. Default: 0.
   */
  readonly retries?: number | undefined
  /** The longest time of an attempt with its answer, in ms. Default: none. */
  readonly timeout?: number | undefined
  /** Whether the types of answers are checked; a wrong answer is a {@link BindError}. Default: `false`. */
  readonly checked?: boolean | undefined
}

/** Settings of one call. */
export interface Call {
  readonly headers?: HeaderValues | undefined
  readonly signal?: AbortSignal | undefined
}

/** Settings of one stream of events. */
export interface EventCall extends Call {
  /** The id of the last event that the caller has: the stream continues after it. */
  readonly lastEventId?: string | undefined
  /**
   * The number of connections in a row that may fail (a network error, 429, 502, 503, 504) or end without an event, before
   * the last failure is thrown; 0 for one connection. Default: none before the first connection, then no limit.
   */
  readonly retries?: number | undefined
  /** The longest time without a byte, in ms; then the connection counts as broken. 0 for none. Default: 60,000. */
  readonly silence?: number | undefined
  /** Called before the wait for another connection; without a failure the server has stopped. */
  readonly onRetry?: ((milliseconds: number, failure: unknown) => void) | undefined
}

export type HeaderValues = Readonly<Record<string, string>>

/** An answer that no type here describes. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly headers: Headers
  /** The problem details of the answer, if it has any. */
  readonly problem: Problem | undefined
  /** Any other body: decoded JSON, else text. */
  readonly body: unknown

  constructor({ status, headers, problem, body }: Answer) {
    super(problem?.detail || problem?.title || `status ${status}`)
    this.status = status
    this.headers = headers
    this.problem = problem
    this.body = body
  }
}

/** An answer that cannot be read, or a value of it that is not of its type. */
export class BindError extends Error {
  override readonly name = 'BindError'
  /** The names in the answer, dotted. */
  readonly path: string

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(`${path === '' ? 'the answer' : path} ${message}`, options)
    this.path = path
  }
}

/** Problem details (RFC 9457). */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail?: string
  /** The issues of a request that does not fit. */
  readonly errors?: readonly Issue[]
}

/** Something wrong with a request. */
export interface Issue {
  readonly source?: 'uri' | 'query' | 'header' | 'cookie' | 'body' | 'respHeader'
  /** The names as sent, dotted. */
  readonly path?: string
  /** A JSON pointer into the body. */
  readonly pointer?: string
  /** The kind of issue, for programs. */
  readonly code: string
  readonly expected?: string | readonly (string | number | boolean | null)[]
  /** The broken rule, and its parameter. */
  readonly rule?: string
  readonly param?: string
  readonly message: string
}

/** A file that is sent as its content comes, once and without retries. A {@link Download} is one. */
export interface Upload {
  /** Default: `blob`. */
  readonly name?: string | undefined
  /** Default: `application/octet-stream`. */
  readonly type?: string | undefined
  readonly stream: ReadableStream<Uint8Array>
}

/** An instance of a class, sent as its `toJSON()`, else its own `toString()`. Lists, dates and bytes have other forms. */
export type TextObject = object & {
  toString(): string
  readonly concat?: never
  readonly getTime?: never
  readonly subarray?: never
}

/** A file of an answer. */
export interface Download {
  /** From Content-Disposition, without folders. */
  readonly name: string | undefined
  readonly type: string
  readonly stream: ReadableStream<Uint8Array>
  /** Reads the whole file. */
  blob(): Promise<Blob>
}

/** A server-sent event, as text. */
export interface ServerEvent {
  readonly event: string
  readonly data: string
  readonly id: string
}

/** Any answer. */
export interface Answer {
  readonly status: number
  readonly ok: boolean
  readonly headers: Headers
  readonly body?: unknown
  readonly problem?: Problem
  readonly location?: string | undefined
}
