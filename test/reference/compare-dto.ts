import fc from 'fast-check'
import { type BoundRequest, requestArbitrary } from './arbitrary-request.ts'
import { callGenerated, type Got } from './call-generated.ts'
import { differenceOf } from './compare-values.ts'
import type { CompiledDto } from './compile-dtos.ts'
import type { Outcome } from './outcome.ts'
import { bindByReference } from './reference-binder.ts'

/** A request on which the generated binder and the reference do not agree. */
export interface Disagreement {
  readonly bound: BoundRequest
  readonly expected: Outcome
  readonly got: Got
  readonly difference: string
}

/** How many requests were compared, by what they came to. */
export type Tally = Map<string, number>

/** Compares on random requests; gives the smallest disagreement that shrinking finds. */
export function compareDto(
  compiled: CompiledDto,
  { seed, requests, tally }: { readonly seed: number; readonly requests: number; readonly tally: Tally },
): Disagreement | undefined {
  const property = fc.property(requestArbitrary(compiled.dto), (bound) => {
    const { disagreement, kind } = compareOne(compiled, bound)
    tally.set(kind, (tally.get(kind) ?? 0) + 1)
    if (disagreement !== undefined) throw new Error(disagreement.difference)
  })
  const { counterexample } = fc.check(property, { seed, numRuns: requests })
  return counterexample === null ? undefined : compareOne(compiled, counterexample[0]).disagreement
}

export function compareOne(
  compiled: CompiledDto,
  bound: BoundRequest,
): { readonly kind: string; readonly disagreement: Disagreement | undefined } {
  const { binder, request, out } = bound
  const expected = bindByReference(compiled.dto, binder, request, out)
  const given = out === undefined ? undefined : { ...out }
  const got = callGenerated(compiled, binder, request, given)
  const isOther = given !== undefined && got.kind === 'value' && got.value !== given
  const difference = isOther ? 'out is not what was returned' : differenceOf(expected, got)
  const disagreement = difference === undefined ? undefined : { bound, expected, got, difference }
  return { kind: expected.kind, disagreement }
}
