import type { DtoModel, OrderWord, Source } from './model.ts'
import type { Fault, FaultSource } from './outcome.ts'

export const usualOrder: readonly OrderWord[] = ['uri', 'body', 'query', 'header', 'cookie']

/** The source that faults name. */
export function reportedAs(source: Source): FaultSource {
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
export function inOrder(found: readonly Fault[], dto: DtoModel): readonly Fault[] {
  const order: readonly FaultSource[] = dto.order ?? [...usualOrder, 'respHeader']
  const all = withoutCovered(found, order)
  const listed = order.flatMap((source) => all.filter((fault) => fault.source === source))
  // A property missing from a source that is not read.
  return [...listed, ...all.filter((fault) => !order.includes(fault.source))]
}

/** Drops a missing value if a fault of the same source is above, below or at its path. */
function withoutCovered(faults: readonly Fault[], order: readonly FaultSource[]): readonly Fault[] {
  const wrong = faults.filter(({ reason, isAmongWrong }) => reason === 'wrong' || isAmongWrong)
  const isCovered = (one: Fault): boolean =>
    wrong.some(
      (other) =>
        other.source === one.source &&
        (other.field === one.field || isAbove(other.field, one.field) || isAbove(one.field, other.field)),
    )
  return faults
    .map((fault) => {
      // A value missing beside only wrong values: whether the enclosing object or list is present is open.
      const around = fault.isOfPairs ? fault.field.replace(/[^.]*$/, '') : undefined
      const isBesideWrong = around !== undefined && wrong.some(({ field }) => field.startsWith(around))
      return isBesideWrong ? { ...fault, isOptional: true } : fault
    })
    .filter((fault) => fault.reason === 'wrong' || fault.isAmongWrong || isInText(fault) || !isCovered(fault))
    .map((fault) => (isInText(fault) && isCovered(fault) ? { ...fault, isOptional: true } : fault))
    .map((fault) => (order.includes(fault.source) ? fault : { ...fault, isLoose: true }))
}

/**
 * A value missing in the JSON of a pair; if another pair with its key has a fault, reporting it is
 * optional.
 */
function isInText({ isLoose, isOfPairs }: Fault): boolean {
  return isLoose === true && isOfPairs !== true
}

function isAbove(above: string, below: string): boolean {
  return above === '' || below.startsWith(`${above}.`)
}
