/** The facts of an answered request. Absent ones are left out. */
export interface AccessFacts {
  readonly time: string
  readonly requestId?: string
  readonly ip?: string
  /** `GET` */
  readonly method: string
  /** As sent; with `query` followed by the query string. */
  readonly path: string
  /** The pattern of the route. */
  readonly route?: string
  /** 499 for a client that left before it had the whole answer. */
  readonly status: number
  /** Milliseconds. */
  readonly ms: number
  /** Of the body. */
  readonly bytes: number
  readonly userAgent?: string
  readonly referer?: string
  /** The request headers named by `requestHeaders`. */
  readonly headers?: Readonly<Record<string, string>>
}
