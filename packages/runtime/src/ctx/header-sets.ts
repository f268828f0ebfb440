import { HeaderSet } from '../response/header-set.ts'
import type { Ctx } from './ctx.ts'
import type { CtxState } from './ctx-state.ts'

/**
 * Checks headers once, for {@link setHeaders}: `headerSet({ 'X-Frame-Options': 'DENY' })`. Make it when the app starts.
 * @throws TypeError for a name or value that could end the header line.
 */
export function headerSet(headers: Readonly<Record<string, string>>): HeaderSet {
  return new HeaderSet(Object.entries(headers))
}

/** Sets the headers of a set, as `c.set` of each does, at the cost of one. */
export function setHeaders(c: Ctx, set: HeaderSet): void {
  putSet.call(c, set)
}

function putSet(this: CtxState<unknown>, set: HeaderSet): void {
  this.writable('set')?.setHeaders(set)
}
