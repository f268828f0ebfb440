import type { GeneratorCase, RequestCase } from './case-types.ts'

/** What the harness must be able to do to run a case. */
export function needsOf(testCase: RequestCase | GeneratorCase): ReadonlySet<string> {
  const needs = new Set(testCase.needs)
  if ('request' in testCase) {
    const requests = [testCase.request, ...(testCase.then ?? []).map((next) => next.request)]
    if (requests.some((request) => request.encode === 'zstd')) needs.add('zstd')
  }
  return needs
}
