/** A response as a client saw it. */
export interface ClientResponse {
  readonly status: number
  /** In order, with lower-case names. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** The preceding 1xx responses. */
  readonly interim: readonly InterimResponse[]
  /**
   * `complete`; `aborted`: the connection ended too early; `empty`: it ended without a byte; `cut`: the
   * client disconnected, as the case wanted; `malformed`: not HTTP.
   */
  readonly ending: 'complete' | 'aborted' | 'empty' | 'cut' | 'malformed'
  /** The reason for `malformed`. */
  readonly failure?: string
}

export interface InterimResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** The lines of one header. */
export function headerLines(response: Pick<ClientResponse, 'headers'>, name: string): string[] {
  return response.headers.filter(([key]) => key === name).map(([, value]) => value)
}
