import type { GenerateResult } from '@ctxgen/codegen'

/** What several projects gave, as if it were one. */
export function mergeResults(results: readonly GenerateResult[]): GenerateResult {
  return {
    files: results.flatMap(({ files }) => files),
    diagnostics: results.flatMap(({ diagnostics }) => diagnostics),
  }
}
