import { dirname } from 'node:path'
import type { GenerateOptions } from '../input/generate-options.ts'
import type { GenerateResult } from '../write/generated-file.ts'
import { sweepTemporaryFiles } from '../write/temporary-file.ts'
import { findCachePlace } from './cache-place.ts'
import { stillHolds } from './evidence.ts'
import { readManifest } from './manifest.ts'

export { findCompileCache } from './cache-place.ts'

/**
 * The cached result of an earlier run, if it is still valid. Loads no compiler.
 *
 * @param generator The folder of the generator's code.
 */
export function recall(options: GenerateOptions, generator: string): GenerateResult | undefined {
  const place = findCachePlace(options, generator)
  const manifest = place === undefined ? undefined : readManifest(place.path, place.root)
  if (manifest === undefined || manifest.key !== place?.key) return undefined
  if (!stillHolds(manifest.evidence)) return undefined
  const { outputs, diagnostics } = manifest
  if ((options.mode ?? 'write') === 'write') sweep(outputs.map(([path]) => dirname(path)))
  const files = outputs.map(([path, sourcePath]) => ({ path, sourcePath, outcome: 'unchanged' }) as const)
  return { files, diagnostics }
}

/** Removes leftover temporary files, like a run that writes. */
function sweep(folders: readonly string[]): void {
  for (const folder of new Set(folders)) sweepTemporaryFiles(folder)
}
