import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import type { Diagnostic } from './diagnostics/diagnose.ts'
import type { Disk } from './disk/recorded-disk.ts'
import type { GenerateOptions } from './generate-options.ts'
import { generateSource, type ReadSource, type SourceText } from './generate-source.ts'
import type { FileOutcome, GenerateResult, MemoryResult } from './generated-file.ts'
import { type FoundInputs, findInputs, type InputFile } from './input/find-inputs.ts'
import { OutputPlaces } from './input/output-places.ts'
import { findOwnRules } from './input/own-rules.ts'
import type { CheckedSource } from './openapi/routes/route-check.ts'
import { Sources } from './parse/parse-sources.ts'
import { diagnoseUnread } from './unread-inputs.ts'
import { type WriteContext, writeFiles } from './write/write-files.ts'

/** Work between two pauses, in ms; short enough for a server in the same process to keep responding. */
const slice = 50

/**
 * Sources parsed before their texts are generated. Alternating for each source overflows the processor's instruction cache
 * and takes 5 % longer.
 */
const batch = 50

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
  const { RouteCheck } = await import('./openapi/routes/route-check.ts')
  return (await new RouteCheck(options, disk).check({ sources, roots: inputs.roots }, [])) ?? []
}

/** The sources whose binders need route parameters. */
export function checkedSources(texts: Iterable<SourceText>): readonly CheckedSource[] {
  return [...texts].flatMap(({ sourcePath, file, uriNames }) =>
    file === undefined || uriNames.size === 0 ? [] : [{ sourcePath, outputPath: file.path, uriNames }],
  )
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

async function inSlices<T>(steps: Iterator<unknown, T>): Promise<T> {
  let end = performance.now() + slice
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() < end) continue
    await pause()
    end = performance.now() + slice
  }
}

export function findInputsOf(options: GenerateOptions): FoundInputs {
  const cwd = baseOf(options)
  return findInputs({ ...options, cwd, roots: (options.roots ?? []).map((root) => resolve(cwd, root)) })
}

export function placesOf(options: GenerateOptions, inputs: FoundInputs, disk?: Disk): OutputPlaces {
  const others = othersOf(options)
  const fileExists = disk === undefined ? existsSync : (path: string): boolean => disk.fileExists(path)
  return new OutputPlaces({ inputs, cwd: cwdOf(options), others, fileExists })
}

/** Absolute paths of the projects with other options. */
export function othersOf(options: GenerateOptions): readonly string[] {
  return (options.others ?? []).map((other) => resolve(baseOf(options), other))
}

/** @throws UsageError for an unreadable tsconfig or an invalid custom rule. */
export function openSources(
  options: GenerateOptions,
  inputs: FoundInputs,
  places: OutputPlaces,
  disk?: Disk,
): Sources {
  const { project, aliasTag, missing = 'error', any = 'error' } = options
  const rules = findOwnRules(options.rules ?? {}, baseOf(options))
  const tsconfig = project === undefined ? undefined : resolve(baseOf(options), project)
  const request = {
    paths: pathsOf(inputs),
    cwd: cwdOf(options),
    tsconfig,
    aliasTag,
    missing,
    any,
    rules,
    outputOf: places.outputOf,
  }
  return new Sources(disk === undefined ? request : { ...request, disk })
}

/**
 * The text of every output, or the errors of its source.
 *
 * @param places Locates sources outside the inputs whose generated files are imported; they join the run.
 */
export function generateTexts(
  files: readonly InputFile[],
  sources: Sources,
  places?: OutputPlaces,
  options: Pick<GenerateOptions, 'onProgress'> = {},
): readonly SourceText[] {
  const steps = textsInSteps(files, sources, places, options)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Like {@link generateTexts}, one parsed source or one generated text at a time. */
function* textsInSteps(
  files: readonly InputFile[],
  sources: Sources,
  places: OutputPlaces | undefined,
  options: Pick<GenerateOptions, 'onProgress'>,
): Generator<undefined, readonly SourceText[]> {
  const texts: SourceText[] = []
  const all = new Set(files)
  while (texts.length < all.size) {
    const read: ReadSource[] = []
    for (const file of [...all].slice(texts.length, texts.length + batch)) {
      options.onProgress?.({ done: texts.length + read.length, total: all.size })
      read.push({ ...file, parsed: sources.parse(file.sourcePath) })
      yield
    }
    for (const one of read) {
      const text = generateSource(one)
      texts.push(text)
      for (const file of importedBy(text, places)) all.add(file)
      yield
    }
  }
  return texts
}

/** The sources whose generated files a text imports. */
export function importedBy({ sources }: SourceText, places: OutputPlaces | undefined): readonly InputFile[] {
  return sources.flatMap((path) => places?.fileOf(path) ?? [])
}

export function writeTexts(
  texts: readonly SourceText[],
  options: GenerateOptions,
  scope: Pick<WriteContext, 'inputs' | 'only'>,
): { readonly outcomes: readonly FileOutcome[]; readonly diagnostics: readonly Diagnostic[] } {
  const { mode = 'write', clean = false } = options
  const failedSources = new Set(texts.filter(({ isFailed }) => isFailed).map(({ sourcePath }) => sourcePath))
  const files = texts.flatMap(({ file }) => file ?? [])
  const others = othersOf(options)
  return writeFiles(files, { ...scope, cwd: cwdOf(options), mode, clean, failedSources, others })
}

/** The diagnostics of all sources, sorted by position. A fault of a shared type appears once, with all its sources. */
export function diagnosticsOf(texts: readonly SourceText[]): readonly Diagnostic[] {
  const unique = new Map<string, Diagnostic>()
  for (const one of texts.flatMap(({ diagnostics }) => diagnostics)) {
    const key = JSON.stringify([one.message, one.span ?? one.path])
    const { sources = [] } = unique.get(key) ?? {}
    unique.set(key, one.sources === undefined ? one : { ...one, sources: [...sources, ...one.sources] })
  }
  return [...unique.values()].sort(byPlace)
}

export function pathsOf(inputs: FoundInputs): readonly string[] {
  return inputs.files.map(({ sourcePath }) => sourcePath)
}

export function cwdOf({ cwd }: GenerateOptions): string {
  return resolve(cwd ?? process.cwd())
}

export function baseOf(options: GenerateOptions): string {
  return resolve(cwdOf(options), options.base ?? '.')
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [left, right] = [a.span?.path ?? a.path ?? '', b.span?.path ?? b.path ?? '']
  if (left !== right) return left < right ? -1 : 1
  return (a.span?.line ?? 0) - (b.span?.line ?? 0) || (a.span?.column ?? 0) - (b.span?.column ?? 0)
}
