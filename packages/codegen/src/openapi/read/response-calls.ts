import type { ts } from 'ts-morph'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { Machine } from './machine.ts'
import { optionsOf, type Value } from './value.ts'

/** Methods of the server's response that neither answer nor change the answer. */
const harmless =
  /^(?:on|once|off|addListener|removeListener|prependListener|prependOnceListener|listeners|listenerCount|eventNames|hasHeader|getHeaders?|getHeaderNames|getRawHeaderNames)$/

/** A call of a method of `c.response()`. Its listeners run when the answer has left. */
export function callResponse(name: string, node: ts.Node, m: Machine): Value {
  if (!harmless.test(name)) reportResponse(node, m)
  return { kind: 'unknown' }
}

/** Reports a use of `c.response()` that may answer. */
export function reportResponse(node: ts.Node, m: Machine): void {
  m.unreadable(openApiCatalog.unreadableCall, node, 'c.response()')
}

/** Whether a value is the server's response, or has it as a member. */
export function holdsResponse(value: Value, depth = 0): boolean {
  return optionsOf(value).some((one) => {
    if (one.kind === 'response') return true
    if (depth > 2) return false
    if (one.kind === 'list') return one.items.some((item) => holdsResponse(item, depth + 1))
    return one.kind === 'object' && [...one.members.values()].some((item) => holdsResponse(item, depth + 1))
  })
}
