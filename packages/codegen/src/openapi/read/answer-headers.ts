import type { ts } from '../../parse/compiler.ts'
import { spanOfNode } from '../../parse/parse-run.ts'
import type { Draft } from '../model/draft.ts'

/** An answer with one more header. */
export function withHeader(draft: Draft, name: string, value: string | undefined, node: ts.Node): Draft {
  const headers = new Map(draft.headers)
  const key = name.toLowerCase()
  const known = headers.get(key)
  headers.set(key, { name: known?.name ?? name, value, span: known?.span ?? spanOfNode(node) })
  return draft.with({ headers })
}

export function withoutHeader(draft: Draft, name: string): Draft {
  const headers = new Map(draft.headers)
  headers.delete(name.toLowerCase())
  return draft.with({ headers })
}
