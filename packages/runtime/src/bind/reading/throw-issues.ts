import { BindError, type BindIssue, type BindSourceName, RouteError } from '../../error/bind-error.ts'
import type { BindInput } from './bind-input.ts'
import type { FoundIssue, Reading } from './reading.ts'

/**
 * Refuses a request with issues.
 *
 * @throws BindError with every issue, by source.
 * @throws RouteError when the route's pattern lacks the parameter of a property.
 */
export function throwIssues(at: Reading): void {
  if (at.found !== undefined) refuse(at, at.found)
}

function refuse(at: Reading, found: readonly FoundIssue[]): void {
  checkRoute(at.c, found)
  const [first, ...rest] = bySource(at.issues(), at.order)
  if (first !== undefined) throw new BindError([first, ...rest])
}

/** Missing values of unread sources come last. */
function bySource(issues: readonly BindIssue[], order: readonly BindSourceName[]): readonly BindIssue[] {
  const rank = ({ source }: BindIssue): number =>
    order.includes(source) ? order.indexOf(source) : order.length
  return issues.toSorted((a, b) => rank(a) - rank(b))
}

function checkRoute(c: BindInput, found: readonly FoundIssue[]): void {
  const route = c.route?.()
  if (route === undefined) return
  const names = c.routeParamNames()
  for (const { source, keys, others } of found) {
    const path = String(keys[0])
    const name = path === '*' || path === '+' ? `${path}1` : path
    if (source !== 'uri' || others?.length !== 0 || names.includes(name)) continue
    throw new RouteError(path, route)
  }
}
