import type { GenerateResult } from '@ctxgen/codegen'
import type { Flags } from './flags.ts'
import type { Host } from './host.ts'
import type { Plan } from './plan.ts'
import { startProgress } from './report/progress.ts'

/** Runs every project of a plan. @throws UsageError if an input or a tsconfig does not exist. */
export async function generateAll(plan: Plan, flags: Flags, host: Host): Promise<GenerateResult> {
  const generate = await loadGenerate(flags)
  const progress = startProgress(flags, host)
  try {
    const results = []
    for (const options of plan.runs) results.push(await generate({ ...options, onProgress: progress.show }))
    return mergeResults(results)
  } finally {
    progress.end()
  }
}

export function hasErrors({ diagnostics }: GenerateResult): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

/** The cached variant loads the compiler only on demand. */
async function loadGenerate(
  flags: Flags,
): Promise<(options: Plan['runs'][number]) => Promise<GenerateResult>> {
  if (flags.cache) return (await import('@ctxgen/codegen/cached')).generateCached
  return (await import('@ctxgen/codegen')).generate
}

/** Merges the results of several projects. */
export function mergeResults(results: readonly GenerateResult[]): GenerateResult {
  return {
    files: results.flatMap(({ files }) => files),
    diagnostics: results.flatMap(({ diagnostics }) => diagnostics),
  }
}
