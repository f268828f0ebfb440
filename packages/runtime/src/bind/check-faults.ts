import { BindError, type BindIssue, type BindSourceName, RouteError } from '../error/bind-error.ts'
import type { BindInput } from './bind-input.ts'
import type { Fault, Reading } from './reading.ts'

/**
 * Refuses a request with faults.
 *
 * @throws BindError with every fault, by source.
 * @throws RouteError when the route's pattern lacks the parameter of a property.
 */
export function checkFaults(at: Reading): void {
  if (at.faults !== undefined) refuse(at, at.faults)
}

function refuse(at: Reading, faults: readonly Fault[]): void {
  checkRoute(at.c, faults)
  const [first, ...rest] = bySource(at.issues(), at.order)
  if (first !== undefined) throw new BindError([first, ...rest])
}

/** Missing values of unread sources come last. */
function bySource(issues: readonly BindIssue[], order: readonly BindSourceName[]): readonly BindIssue[] {
  const rank = ({ source }: BindIssue): number =>
    order.includes(source) ? order.indexOf(source) : order.length
  return issues.toSorted((a, b) => rank(a) - rank(b))
}

function checkRoute(c: BindInput, faults: readonly Fault[]): void {
  const route = c.route?.()
  if (route === undefined) return
  const names = c.routeParamNames()
  for (const { source, keys, others } of faults) {
    const path = String(keys[0])
    const name = path === '*' || path === '+' ? `${path}1` : path
    if (source !== 'uri' || others?.length !== 0 || names.includes(name)) continue
    throw new RouteError(path, route)
  }
}
