import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate as pause } from 'node:timers/promises'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import type { Disk } from './disk/recorded-disk.ts'
import type { GenerateOptions } from './generate-options.ts'
import { generateSource, type ReadSource, type SourceText } from './generate-source.ts'
import type { FileOutcome, GenerateResult, MemoryResult } from './generated-file.ts'
import { type FoundInputs, findInputs, type InputFile } from './input/find-inputs.ts'
import { OutputPlaces } from './input/output-places.ts'
import { findOwnRules } from './input/own-rules.ts'
import { Sources } from './parse/parse-sources.ts'
import { type WriteContext, writeFiles } from './write/write-files.ts'

/** Work between two pauses, in ms: short enough for a server in the same process to go on answering. */
const slice = 50

/**
 * Sources that are read before the first of their texts is made. To read and to write are more code than a processor keeps
 * at hand, so that to change between them for each source takes a twentieth more.
 */
const batch = 50

/**
 * Reads DTOs and writes their binders: inputs → model → checks → text → files. With `mode: 'memory'` no file is
 * written, and the texts are in the result.
 *
 * Everything wrong is reported at once. A source with an error keeps the output it had; the others are written.
 *
 * @throws UsageError for an input or a tsconfig that does not exist.
 */
export function generate(options: GenerateOptions & { readonly mode: 'memory' }): Promise<MemoryResult>
export function generate(options: GenerateOptions): Promise<GenerateResult>
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  return (await runAll(options)).result
}

/** A run of {@link generate}, with what it worked on. */
export interface WholeRun {
  readonly inputs: FoundInputs
  readonly texts: readonly SourceText[]
  readonly result: GenerateResult
}

/** @param disk Answers what the compiler asks. Default: the real one. */
export async function runAll(options: GenerateOptions, disk?: Disk): Promise<WholeRun> {
  const inputs = findInputsOf(options)
  const places = placesOf(options, inputs, disk)
  const sources = openSources(options, inputs, places, disk)
  const texts = await inSlices(textsInSteps(inputs.files, sources, places, options))
  const { outcomes, diagnostics } = writeTexts(texts, options, { inputs })
  return {
    inputs,
    texts,
    result: { files: outcomes, diagnostics: [...diagnosticsOf(texts), ...diagnostics] },
  }
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
  const others = (options.others ?? []).map((other) => resolve(baseOf(options), other))
  const fileExists = disk === undefined ? existsSync : (path: string): boolean => disk.fileExists(path)
  return new OutputPlaces({ inputs, cwd: cwdOf(options), others, fileExists })
}

/** @throws UsageError for a tsconfig that cannot be read, and for a rule that cannot be meant. */
export function openSources(
  options: GenerateOptions,
  inputs: FoundInputs,
  places: OutputPlaces,
  disk?: Disk,
): Sources {
  const { project, aliasTag, missing = 'error' } = options
  const rules = findOwnRules(options.rules ?? {}, baseOf(options))
  const tsconfig = project === undefined ? undefined : resolve(baseOf(options), project)
  const request = {
    paths: pathsOf(inputs),
    cwd: cwdOf(options),
    tsconfig,
    aliasTag,
    missing,
    rules,
    outputOf: places.outputOf,
  }
  return new Sources(disk === undefined ? request : { ...request, disk })
}

/**
 * The text of every output, or what is wrong with its source.
 *
 * @param places Where sources are that others import the generated files of, which then belong to it as well.
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

/** The same, in steps, each of one source that is read or one text that is made. */
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
      const parsed = sources.parse(file.sourcePath)
      if (parsed.needsRealLib) {
        sources.useRealLib()
        return yield* textsInSteps(files, sources, places, options)
      }
      read.push({ ...file, parsed })
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
  return writeFiles(files, { ...scope, cwd: cwdOf(options), mode, clean, failedSources })
}

/** What there is to say about the sources, in order of place; what is wrong with a type that several use, once. */
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
