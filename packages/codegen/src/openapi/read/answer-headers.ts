import type { ts } from 'ts-morph'
import { spanOfNode } from '../../parse/project/spans.ts'
import { Draft } from '../model/draft.ts'
import type { ErrorFact } from './value.ts'

/** An answer with one more header. */
export function withHeader(draft: Draft, name: string, value: string | undefined, node: ts.Node): Draft {
  const headers = new Map(draft.headers)
  const key = name.toLowerCase()
  const { name: first = name, span = spanOfNode(node) } = headers.get(key) ?? {}
  headers.set(key, { name: first, value, isAlways: true, span })
  return draft.with({ headers })
}

export function withoutHeader(draft: Draft, name: string): Draft {
  const headers = new Map(draft.headers)
  headers.delete(name.toLowerCase())
  return draft.with({ headers })
}

/** The headers of a failed answer that the runtime drops before an error handler runs. */
export const droppedHeaders: ReadonlySet<string> = new Set([
  ...['content-encoding', 'content-language', 'content-location', 'content-disposition', 'content-md5'],
  ...['content-digest', 'repr-digest', 'digest', 'etag', 'last-modified', 'expires', 'age', 'accept-ranges'],
  ...['location', 'link', 'trailer'],
])

/** A Cache-Control that an error keeps. */
const isUncached = /(?:^|[\s,])(?:no-store|private)(?:$|[\s,=])/i

/** An error takes the answer back, but not its policies, and brings headers of its own. */
export function errorDraft({ headers }: Draft, error: ErrorFact): Draft {
  const kept = [...headers].filter(([key, { value }]) => !isDropped(key, value, error))
  const draft = new Draft({ headers: new Map(kept) })
  return (error.headers ?? []).reduce((one, name) => withHeader(one, name, undefined, error.node), draft)
}

function isDropped(key: string, value: string | undefined, { statuses }: ErrorFact): boolean {
  if (key === 'content-range') return statuses?.includes(416) !== true
  if (key === 'cache-control') return value !== undefined && !isUncached.test(value)
  return droppedHeaders.has(key)
}
