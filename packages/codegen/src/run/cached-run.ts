import { recall } from '../cache/recall.ts'
import { ownFolder } from '../disk/own-package.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import type { GenerateResult } from '../write/generated-file.ts'

/**
 * Like `generate`, but returns a cached result without loading the compiler if nothing has changed. The cache is in the
 * nearest node_modules/.cache. Runs with `mode: 'memory'` are not cached.
 *
 * @throws UsageError like `generate`.
 */
export async function generateCached(options: GenerateOptions): Promise<GenerateResult> {
  const known = options.mode === 'memory' ? undefined : recall(options, ownFolder)
  return known ?? (await (await import('./remembered-run.ts')).runAndRemember(options))
}
