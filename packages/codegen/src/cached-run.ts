import { recall } from './cache/recall.ts'
import type { GenerateOptions } from './generate-options.ts'
import type { GenerateResult } from './generated-file.ts'
import { ownFolder } from './own-package.ts'

/**
 * As `generate`, but a run that would see what an earlier one saw has the result of that one, without the compiler. Runs
 * are remembered in the nearest node_modules/.cache; those into memory are not.
 *
 * @throws UsageError as `generate` does.
 */
export async function generateCached(options: GenerateOptions): Promise<GenerateResult> {
  const known = options.mode === 'memory' ? undefined : recall(options, ownFolder)
  return known ?? (await (await import('./remembered-run.ts')).runAndRemember(options))
}
