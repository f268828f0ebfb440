import type { Api } from './api.ts'

/** Options that TanStack Query takes for a query. */
export interface QueryOptions<Data> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>
}

/** Options that TanStack Query takes for pages. */
export interface InfiniteQueryOptions<Data, Param> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: {
    readonly signal: AbortSignal
    readonly pageParam: Param
  }) => Promise<Page<Data>>
  readonly initialPageParam: Param
  readonly getNextPageParam: (page: Page<Data>) => Param | undefined
}

/** Options that TanStack Query takes for a mutation. */
export interface MutationOptions<Input, Data> {
  readonly mutationKey: readonly unknown[]
  readonly mutationFn: (input: Input) => Promise<Data>
}

export interface Page<Data> {
  readonly body: Data
  /** The parameter of the next page, from the header `Link`; `undefined` at the end. */
  readonly next: string | undefined
}

/** A page, and what its link to the next one has in its query. */
export async function pageOf<Data>(
  api: Api,
  key: string,
  call: (api: Api) => Promise<Data>,
): Promise<Page<Data>> {
  const { fetch: fetching = fetch } = api
  let link = ''
  const body = await call({
    ...api,
    fetch: async (request) => {
      const response = await fetching(request)
      link = response.headers.get('link') ?? ''
      return response
    },
  })
  const [, url] = /<([^<>]*)>; ?rel="next"/.exec(link) ?? []
  const [search] = /\?[^#]*/.exec(url ?? '') ?? []
  return { body, next: new URLSearchParams(search).get(key) ?? undefined }
}

/** A cache has no `undefined`. */
export async function orNull(body: Promise<unknown>): Promise<unknown> {
  return (await body) ?? null
}

/** Keys of queries are JSON, which lacks bigints. */
export function keyOf(input: unknown): unknown {
  const written = JSON.stringify(input, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}` : one))
  return JSON.parse(written)
}
