import { resolve } from 'node:path'
import { findCachePlace } from '../cache/cache-place.ts'
import { collectEvidence } from '../cache/collect-evidence.ts'
import { storeManifest } from '../cache/store-manifest.ts'
import { ownFolder } from '../disk/own-package.ts'
import type { RecordedDisk } from '../disk/recorded-disk.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import { findOwnRules } from '../input/own-rules.ts'
import { recordDisk } from '../parse/project/record-disk.ts'
import { findOrphans } from '../write/find-orphans.ts'
import type { GenerateResult } from '../write/generated-file.ts'
import { runAll, type WholeRun } from './generate.ts'
import { baseOf, findInputsOf, othersOf, pathsOf } from './run-inputs.ts'

/** Runs, and caches a result without errors together with its evidence. @throws UsageError like `generate`. */
export async function runAndRemember(options: GenerateOptions): Promise<GenerateResult> {
  const disk = recordDisk()
  const run = await runAll(options, disk)
  if (options.mode !== 'dry-run' && isUpToDate(run.result)) tryTo(() => remember(run, disk, options))
  return run.result
}

/** Ignores errors: caching is optional, so an unwritable folder must not fail the run. */
function tryTo(remember: () => void): void {
  try {
    remember()
  } catch {}
}

/** Whether a repeated run would find every output up to date. */
function isUpToDate({ files, diagnostics }: GenerateResult): boolean {
  return (
    diagnostics.every(({ severity }) => severity !== 'error') &&
    files.every(({ outcome }) => ['written', 'unchanged', 'removed'].includes(outcome))
  )
}

function remember(run: WholeRun, disk: RecordedDisk, options: GenerateOptions): void {
  const place = findCachePlace(options, ownFolder)
  if (place === undefined || options.inputs.some(namesDotFolders)) return
  const { inputs } = run
  const outputs = run.texts.flatMap(({ file }) => file ?? [])
  const written = new Set(run.result.files.flatMap((one) => (one.outcome === 'written' ? [one.path] : [])))
  const evidence = collectEvidence({ inputs, outputs, written, disk, named: namedBy(options) })
  // Files added or removed during the run are in the evidence but were not part of the run.
  const isCurrent = pathsOf(findInputsOf(options)).join('\0') === pathsOf(inputs).join('\0')
  const produced = new Map(outputs.map((file) => [file.path, file]))
  const orphans = findOrphans({ inputs, produced, failedSources: new Set(), others: othersOf(options) })
  if (evidence === undefined || !isCurrent || orphans.length > 0) return
  const { diagnostics } = run.result
  const pairs = outputs.map(({ path, sourcePath }) => [path, sourcePath] as const)
  const sorted = pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  storeManifest({ key: place.key, evidence, outputs: sorted, diagnostics }, place)
}

/** Paths in the options: inputs and modules of custom rules. */
function namedBy(options: GenerateOptions): readonly string[] {
  const base = baseOf(options)
  const rules = [...findOwnRules(options.rules ?? {}, base).values()]
  const files = rules.flatMap(({ from }) => (from.kind === 'file' ? [from.path] : []))
  return [...options.inputs.map((input) => resolve(base, input)), ...files]
}

/** Whether a glob searches dot folders, which the tree digest skips. */
function namesDotFolders(input: string): boolean {
  return /(^|[/{,(|[])\.(?!\.?(\/|$))/.test(input) && /[*?{}[\]()!]/.test(input)
}
