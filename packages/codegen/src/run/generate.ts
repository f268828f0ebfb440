import type { Diagnostic } from '../diagnostics/diagnose.ts'
import type { Disk } from '../disk/recorded-disk.ts'
import type { FoundInputs } from '../input/find-inputs.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import type { GenerateResult, MemoryResult } from '../write/generated-file.ts'
import type { SourceText } from './generate-source.ts'
import { inSlices, textsInSteps } from './generate-texts.ts'
import { cwdOf, findInputsOf, openSources, placesOf } from './run-inputs.ts'
import { checkedSources, diagnosticsOf, hasErrors, writeTexts } from './run-outputs.ts'
import { diagnoseUnread } from './unread-inputs.ts'

/**
 * Reads DTOs and writes their binders: inputs → model → checks → text → files. With `mode: 'memory'` it returns the texts
 * and writes no file.
 *
 * Reports all errors at once. A source with an error keeps its old output; the others are written.
 *
 * @throws UsageError if an input or the tsconfig does not exist.
 */
export function generate(options: GenerateOptions & { readonly mode: 'memory' }): Promise<MemoryResult>
export function generate(options: GenerateOptions): Promise<GenerateResult>
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  return (await runAll(options)).result
}

/** A run of {@link generate} with its intermediate results. */
export interface WholeRun {
  readonly inputs: FoundInputs
  readonly texts: readonly SourceText[]
  readonly result: GenerateResult
}

/** @param disk File access of the compiler. Default: the real disk. */
export async function runAll(options: GenerateOptions, disk?: Disk): Promise<WholeRun> {
  const inputs = findInputsOf(options)
  const places = placesOf(options, inputs, disk)
  const sources = openSources(options, inputs, places, disk)
  const texts = await inSlices(textsInSteps(inputs.files, sources, places, options))
  const { outcomes, diagnostics } = writeTexts(texts, options, { inputs })
  const unread = diagnoseUnread(inputs, cwdOf(options))
  const found = [...unread, ...diagnosticsOf(texts), ...diagnostics]
  const ofRoutes = hasErrors(found) ? [] : await checkRoutes(options, { inputs, texts }, disk)
  return { inputs, texts, result: { files: outcomes, diagnostics: [...found, ...ofRoutes] } }
}

/** Loaded on demand: few runs have DTOs with route parameters. */
async function checkRoutes(
  options: GenerateOptions,
  { inputs, texts }: Pick<WholeRun, 'inputs' | 'texts'>,
  disk: Disk | undefined,
): Promise<readonly Diagnostic[]> {
  const sources = checkedSources(texts)
  if (options.mode === 'memory' || sources.length === 0) return []
  const { RouteCheck } = await import('../openapi/routes/route-check.ts')
  return (await new RouteCheck(options, disk).check({ sources, roots: inputs.roots }, [])) ?? []
}
