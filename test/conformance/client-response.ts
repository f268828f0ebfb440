/** What a client saw of a response. */
export interface ClientResponse {
  readonly status: number
  /** In order, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** The 1xx responses before it. */
  readonly interim: readonly InterimResponse[]
  /**
   * `complete`; `aborted`: the connection ended too early; `empty`: it ended without a byte; `cut`: the client itself
   * went away, as the case wanted; `malformed`: no HTTP.
   */
  readonly ending: 'complete' | 'aborted' | 'empty' | 'cut' | 'malformed'
  /** Why it is malformed. */
  readonly fault?: string
}

export interface InterimResponse {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** The lines of one header. */
export function headerLines(response: Pick<ClientResponse, 'headers'>, name: string): string[] {
  return response.headers.filter(([key]) => key === name).map(([, value]) => value)
}
