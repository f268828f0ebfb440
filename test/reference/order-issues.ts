import type { DtoModel, OrderWord, Source } from './model.ts'
import type { Issue, IssueSource } from './outcome.ts'

export const usualOrder: readonly OrderWord[] = ['uri', 'body', 'query', 'header', 'cookie']

/** The source that issues name. */
export function reportedAs(source: Source): IssueSource {
  switch (source) {
    case 'uri':
    case 'query':
    case 'header':
    case 'cookie':
    case 'respHeader':
      return source
    default:
      return 'body'
  }
}

/** Source by source; within one, wrong values and missing members, then the missing properties. */
export function inOrder(found: readonly Issue[], dto: DtoModel): readonly Issue[] {
  const order: readonly IssueSource[] = dto.order ?? [...usualOrder, 'respHeader']
  const all = withoutCovered(found, order)
  const listed = order.flatMap((source) => all.filter((issue) => issue.source === source))
  // A property missing from a source that is not read.
  return [...listed, ...all.filter((issue) => !order.includes(issue.source))]
}

/** Drops a missing value if an issue of the same source is above, below or at its path. */
function withoutCovered(issues: readonly Issue[], order: readonly IssueSource[]): readonly Issue[] {
  const wrong = issues.filter(({ reason, isAmongWrong }) => reason === 'wrong' || isAmongWrong)
  const isCovered = (one: Issue): boolean =>
    wrong.some(
      (other) =>
        other.source === one.source &&
        (other.field === one.field || isAbove(other.field, one.field) || isAbove(one.field, other.field)),
    )
  return issues
    .map((issue) => {
      // A value missing beside only wrong values: whether the enclosing object or list is present is open.
      const around = issue.isOfPairs ? issue.field.replace(/[^.]*$/, '') : undefined
      const isBesideWrong = around !== undefined && wrong.some(({ field }) => field.startsWith(around))
      return isBesideWrong ? { ...issue, isOptional: true } : issue
    })
    .filter((issue) => issue.reason === 'wrong' || issue.isAmongWrong || isInText(issue) || !isCovered(issue))
    .map((issue) => (isInText(issue) && isCovered(issue) ? { ...issue, isOptional: true } : issue))
    .map((issue) => (order.includes(issue.source) ? issue : { ...issue, isLoose: true }))
}

/**
 * A value missing in the JSON of a pair; if another pair with its key has an issue, reporting it is
 * optional.
 */
function isInText({ isLoose, isOfPairs }: Issue): boolean {
  return isLoose === true && isOfPairs !== true
}

function isAbove(above: string, below: string): boolean {
  return above === '' || below.startsWith(`${above}.`)
}
