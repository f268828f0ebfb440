import { isDeepStrictEqual } from 'node:util'
import { type BoundRequest, requestArbitrary } from './arbitrary-request.ts'
import { callGenerated, type Got } from './call-generated.ts'
import { differenceOf } from './compare-values.ts'
import type { CompiledDto } from './compile-dtos.ts'
import { decodeJson } from './decode-json.ts'
import { bodyField } from './model.ts'
import type { Outcome } from './outcome.ts'
import { randomValues, smallest } from './random-values.ts'
import { bindByReference } from './reference-binder.ts'
import { unfolded } from './unfold-dto.ts'
import { jsonOf } from './write-json.ts'

/** A request on which the generated binder and the reference disagree. */
export interface Disagreement {
  readonly bound: BoundRequest
  readonly expected: Outcome
  readonly got: Got
  readonly difference: string
}

/** The number of compared requests, by result. */
export type Tally = Map<string, number>

/** Compares on random requests; returns the smallest disagreement found by shrinking. */
export function compareDto(
  compiled: CompiledDto,
  { seed, requests, tally }: { readonly seed: number; readonly requests: number; readonly tally: Tally },
): Disagreement | undefined {
  const differs = (bound: BoundRequest): boolean => compareOne(compiled, bound).disagreement !== undefined
  const { stackTraceLimit } = Error
  // Stack traces are not compared, and they take most of the cost of an error.
  Error.stackTraceLimit = 0
  let found: BoundRequest | undefined
  let left = requests
  for (const random of randomValues(requestArbitrary(compiled.dto), seed)) {
    if (left-- === 0 || found !== undefined) break
    const { disagreement, kind } = compareOne(compiled, random.value)
    tally.set(kind, (tally.get(kind) ?? 0) + 1)
    if (disagreement !== undefined) found = smallest(random, differs)
  }
  Error.stackTraceLimit = stackTraceLimit
  return found && compareOne(compiled, found).disagreement
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
  // A single-source binder returns part of the DTO, and `out` may hold anything.
  const isWhole = binder === 'all' && out === undefined
  const difference = isOther
    ? 'out is not what was returned'
    : (differenceOf(expected, got) ?? (isWhole ? differenceInText(compiled, got) : undefined))
  const disagreement = difference === undefined ? undefined : { bound, expected, got, difference }
  return { kind: expected.kind, disagreement }
}

/** A value that is bound and written as JSON keeps its content. */
function differenceInText({ dto, functions }: CompiledDto, got: Got): string | undefined {
  const write = functions[`stringify${dto.name}`]
  if (got.kind !== 'value' || typeof write !== 'function') return undefined
  const value = got.value as object
  const text: unknown = write(value)
  if (typeof text !== 'string') return `stringify: ${String(text)}`
  const written = decodeJson(text)
  const { fields } = unfolded(dto)
  const wanted = dto.isBody ? jsonOf(fields, { [bodyField]: value }).get(bodyField) : jsonOf(fields, value)
  return isDeepStrictEqual(written, wanted) ? undefined : `stringify: ${text}`
}
