import { BindError, type BindIssue, type BindSourceName, RouteError } from '../../error/bind-error.ts'
import type { IssueText } from '../../error/issue-text.ts'
import type { BindInput } from './bind-input.ts'
import { issueAt } from './issue-at.ts'
import type { FoundIssue, Reading } from './reading.ts'

/** The reading order of sources, and thus the order of issues, unless a DTO declares another one. */
const sourceOrder: readonly BindSourceName[] = ['uri', 'body', 'query', 'header', 'cookie', 'respHeader']

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
  const [first, ...rest] =
    at.emptyBody === undefined ? bySource(at.issues(), at.order) : [emptyIssue(at, at.emptyBody)]
  if (first !== undefined) throw new BindError([first, ...rest])
}

function emptyIssue({ isDecoded }: Reading, issue: IssueText): BindIssue {
  return issueAt('body', '', issue, isDecoded ? [''] : undefined)
}

/** Missing values of unread sources come last. */
function bySource(
  issues: readonly BindIssue[],
  order: readonly BindSourceName[] = sourceOrder,
): readonly BindIssue[] {
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
