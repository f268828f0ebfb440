import type { GeneratorCase, RequestCase } from './case-types.ts'

/** Abilities of the harness that a case requires. */
export function needsOf(testCase: RequestCase | GeneratorCase): ReadonlySet<string> {
  const needs = new Set(testCase.needs)
  if ('request' in testCase) {
    const requests = [testCase.request, ...(testCase.then ?? []).map((next) => next.request)]
    if (requests.some((request) => request.encode === 'zstd')) needs.add('zstd')
  }
  return needs
}
