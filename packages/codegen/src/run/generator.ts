import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { DiskState } from '../disk/disk-state.ts'
import type { Disk } from '../disk/recorded-disk.ts'
import type { FoundInputs, InputFile, InputRoot } from '../input/find-inputs.ts'
import type { GenerateOptions } from '../input/generate-options.ts'
import type { OutputPlaces } from '../input/output-places.ts'
import type { RouteCheck } from '../openapi/routes/route-check.ts'
import type { ParsedSource, Sources } from '../parse/parse-sources.ts'
import { diagnoseOrphan, findOrphans } from '../write/find-orphans.ts'
import type { FileOutcome, GenerateResult } from '../write/generated-file.ts'
import { claimedName } from '../write/write-files.ts'
import type { SourceText } from './generate-source.ts'
import { generateTexts, importedBy } from './generate-texts.ts'
import { cwdOf, findInputsOf, openSources, othersOf, pathsOf, placesOf } from './run-inputs.ts'
import { checkedSources, diagnosticsOf, hasErrors, writeTexts } from './run-outputs.ts'
import { diagnoseUnread } from './unread-inputs.ts'

/** The files that a generator depends on. All paths are absolute. */
export interface Dependencies {
  /** Input files and folders; any new file below a folder counts. */
  readonly roots: readonly InputRoot[]
  /** Sources, their imports (except installed packages), and the tsconfigs above them with their `extends`. */
  readonly files: readonly string[]
  /** Failed lookups: paths that would matter if they appeared. */
  readonly missing: readonly string[]
  /** Outputs of all sources without errors. */
  readonly outputs: readonly string[]
}

/** Generates repeatedly and caches parsed sources. Created by {@link createGenerator}. */
export interface Generator {
  /**
   * Generates everything from scratch.
   *
   * @throws UsageError like `generate`.
   */
  run(): GenerateResult
  /**
   * Regenerates the changed sources among `touched` (files or folders) at once, since a user waits for their outputs;
   * sources that import them wait for {@link resume}. Returns the affected outcomes and the diagnostics of all sources,
   * or `undefined` if nothing changed.
   *
   * @throws UsageError like `generate`; the next call handles these paths too.
   */
  update(touched: readonly string[]): GenerateResult | undefined
  /**
   * Regenerates whatever has changed on disk, for callers without change events. Restores removed or edited outputs.
   * Returns the diagnostics of all sources.
   *
   * @throws UsageError like `generate`; the next call starts from scratch.
   */
  refresh(): GenerateResult
  /** Number of sources that wait for {@link resume}. */
  readonly waiting: number
  /** Regenerates waiting sources for about 50 ms. */
  resume(): GenerateResult
  /**
   * Compares the paths of the app's routes with the `@uri` names of the binders, after all outputs are written.
   *
   * @returns `undefined` if nothing has changed since the last time, and while there is an error
   */
  checkRoutes(): Promise<readonly Diagnostic[] | undefined>
  /** Of the last run that found its inputs. */
  readonly dependencies: Dependencies
  /** A warning for each output without a source, which only `clean` removes. */
  readonly orphans: readonly Diagnostic[]
}

export function createGenerator(options: GenerateOptions): Generator {
  return new KeptRun(options)
}

/** Sources of a run, by path, and by {@link claimedName} of their output. */
interface RunFiles {
  readonly byPath: ReadonlyMap<string, InputFile>
  readonly byOutput: ReadonlyMap<string, readonly InputFile[]>
}

/** Work in one call, in ms; too short to delay noticeably the output of the next save. */
const slice = 50

/** A {@link Generator}, and for editors what it has read. */
export class KeptRun implements Generator {
  readonly #options: GenerateOptions
  readonly #read: Disk | undefined
  #inputs: FoundInputs = { files: [], roots: [], mirrored: [], unread: [], packages: [] }
  #places: OutputPlaces | undefined
  /** `undefined` before the first run and after a failed one. */
  #sources: Sources | undefined
  #texts = new Map<string, SourceText>()
  #waiting = new Set<string>()
  /** Computed on demand; `undefined` when outdated. */
  #listed: RunFiles | undefined
  /** The list at the last {@link #forget}. */
  #cleared: RunFiles['byPath'] | undefined
  /** Diagnostics about outputs. */
  #ofOutputs: readonly Diagnostic[] = []
  /** The sources of the last run that found its inputs. Their dependencies are computed on demand. */
  #lastSources: Sources | undefined
  /** Paths touched while an input was missing, for example during a git checkout. */
  readonly #missed = new Set<string>()
  /** Since the last refresh. */
  #disk: DiskState | undefined
  /** Computed on demand; `undefined` when outdated. */
  #orphans: readonly Diagnostic[] | undefined
  /** Loaded on demand. */
  #routes: RouteCheck | undefined
  /** Paths touched or written since the last check of the routes. */
  readonly #unchecked = new Set<string>()
  /** The files behind that check, for callers without change events. */
  #routesDisk: DiskState | undefined

  /** @param disk where sources are read. Default: the real one */
  constructor(options: GenerateOptions, disk?: Disk) {
    this.#options = options
    this.#read = disk
  }

  /** Of all sources. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#resultOf([]).diagnostics
  }

  isSource(path: string): boolean {
    return this.#texts.has(path) || this.#waiting.has(path)
  }

  /** The source of a generated file. */
  sourceOf(output: string): string | undefined {
    return [...this.#texts.values()].find(({ file }) => file?.path === output)?.sourcePath
  }

  outputOf(source: string): string | undefined {
    return this.#texts.get(source)?.file?.path
  }

  /** The text of a source's generated file. */
  textOf(source: string): string | undefined {
    return this.#texts.get(source)?.file?.text
  }

  fileOf(path: string): ReturnType<Sources['fileOf']> {
    return this.#sources?.fileOf(path)
  }

  parse(path: string): ParsedSource | undefined {
    return this.#sources?.parse(path)
  }

  get dependencies(): Dependencies {
    const { files, missing } = this.#lastSources?.dependencies ?? { files: [], missing: [] }
    const { roots } = this.#inputs
    const routes = this.#routes?.dependencies ?? { files: [], missing: [] }
    return {
      roots,
      files: [...new Set([...files, ...routes.files])],
      missing: [...new Set([...missing, ...routes.missing])],
      outputs: this.#outputs,
    }
  }

  get waiting(): number {
    return this.#waiting.size
  }

  get orphans(): readonly Diagnostic[] {
    const { mode = 'write', clean = false } = this.#options
    if (mode !== 'write' || clean || this.#sources === undefined) return []
    this.#orphans ??= this.#findOrphans()
    return this.#orphans
  }

  #findOrphans(): readonly Diagnostic[] {
    const texts = [...this.#texts.values()]
    const failed = texts.filter(({ isFailed }) => isFailed).map(({ sourcePath }) => sourcePath)
    const orphans = findOrphans({
      inputs: this.#inputs,
      produced: new Map(texts.flatMap(({ file }) => (file === undefined ? [] : [[file.path, file]]))),
      failedSources: new Set([...failed, ...this.#waiting]),
      others: othersOf(this.#options),
    })
    const cwd = cwdOf(this.#options)
    return orphans.map((orphan) => ({ ...diagnoseOrphan(orphan, cwd), severity: 'warning' }))
  }

  run(): GenerateResult {
    const { sources, places } = this.#begin()
    const texts = generateTexts(this.#inputs.files, sources, places, this.#options)
    for (const text of texts) this.#texts.set(text.sourcePath, text)
    this.#sources = sources
    return this.#resultOf(this.#write(undefined))
  }

  /** Begins with all sources waiting, so that an {@link update} reads its own first. @throws UsageError like `generate`. */
  open(): void {
    this.#sources = this.#begin().sources
    this.#waiting = new Set(pathsOf(this.#inputs))
  }

  #begin(): { readonly sources: Sources; readonly places: OutputPlaces } {
    this.#sources = undefined
    const inputs = findInputsOf(this.#options)
    const places = placesOf(this.#options, inputs)
    const sources = openSources(this.#options, inputs, places, this.#read)
    this.#texts = new Map()
    this.#waiting = new Set()
    this.#missed.clear()
    this.#keep(inputs, places, sources)
    return { sources, places }
  }

  update(touched: readonly string[]): GenerateResult | undefined {
    const sources = this.#sources
    if (sources === undefined) return this.run()
    for (const path of touched) {
      this.#missed.add(path)
      this.#unchecked.add(path)
    }
    return this.#takeIn([...this.#missed], sources)
  }

  #takeIn(touched: readonly string[], sources: Sources): GenerateResult | undefined {
    const isKnown = touched.every((path) => this.#texts.has(path) && existsSync(path))
    const inputs = isKnown ? this.#inputs : findInputsOf(this.#options)
    const places = isKnown && this.#places !== undefined ? this.#places : placesOf(this.#options, inputs)
    if (!isKnown) this.#orphans = undefined
    this.#missed.clear()
    // Unset until the run succeeds: an exception must not leave a partial state.
    this.#sources = undefined
    const paths = pathsOf(inputs)
    const change = sources.update(touched, { paths, outputOf: places.outputOf })
    if (change === undefined) return this.run()
    this.#keep(inputs, places, sources)
    const isFullWrite = this.#forget()
    const changed = this.#sourcesIn(change.changed)
    const dependents =
      change.dependents === undefined ? [...paths, ...this.#texts.keys()] : this.#sourcesIn(change.dependents)
    const added = paths.filter((path) => !this.#texts.has(path))
    const first = added.filter((path) => touched.includes(path))
    this.#waiting = new Set([...first, ...changed, ...added, ...this.#waiting, ...dependents])
    this.#sources = sources
    const most = added.length + changed.length
    const repaired = this.#repair(touched)
    if (!isFullWrite && this.#waiting.size === 0) {
      return repaired.length === 0 ? undefined : this.#resultOf(repaired)
    }
    const { files, diagnostics } = this.#generateWaiting(sources, most, isFullWrite)
    return { files: [...repaired, ...files], diagnostics }
  }

  /** @param files in the compiler's form of their paths */
  #sourcesIn(files: ReadonlySet<string>): readonly string[] {
    return [...files].map((path) => path.replaceAll('/', sep)).filter((path) => this.isSource(path))
  }

  refresh(): GenerateResult {
    const since = Date.now()
    const disk = this.#disk
    this.#disk = undefined
    const files = disk === undefined || this.#sources === undefined ? this.run().files : this.#catchUp(disk)
    for (const path of this.#routesDisk?.changed ?? []) this.#unchecked.add(path)
    const { files: read, missing } = this.#lastSources?.dependencies ?? { files: [], missing: [] }
    this.#disk = new DiskState([...read, ...missing, ...this.#outputs], since)
    return this.#resultOf(files)
  }

  get #outputs(): readonly string[] {
    return [...this.#texts.values()].flatMap(({ file }) => file?.path ?? [])
  }

  #catchUp(disk: DiskState): readonly FileOutcome[] {
    const changed = new Set(disk.changed)
    const isOther = ({ file }: SourceText): boolean => file !== undefined && changed.delete(file.path)
    // Regenerating its source restores an output.
    const robbed = [...this.#texts.values()].filter(isOther).map(({ sourcePath }) => sourcePath)
    const added = pathsOf(findInputsOf(this.#options)).filter((path) => !this.#texts.has(path))
    const touched = [...changed, ...robbed, ...added]
    if (touched.length === 0) return []
    const files = [...(this.update(touched)?.files ?? [])]
    while (this.#waiting.size > 0) files.push(...this.resume().files)
    return files
  }

  async checkRoutes(): Promise<readonly Diagnostic[] | undefined> {
    if (this.#sources === undefined || this.#waiting.size > 0 || hasErrors(this.#resultOf([]).diagnostics))
      return undefined
    const sources = checkedSources(this.#texts.values())
    if (sources.length === 0 && this.#routes === undefined) return undefined
    const since = Date.now()
    const touched = [...this.#unchecked]
    this.#unchecked.clear()
    const { RouteCheck } = await import('../openapi/routes/route-check.ts')
    this.#routes ??= new RouteCheck(this.#options)
    const found = await this.#routes.check({ sources, roots: this.#inputs.roots }, touched)
    const { files, missing } = this.#routes.dependencies
    if (this.#disk !== undefined) this.#routesDisk = new DiskState([...files, ...missing], since)
    return found
  }

  resume(): GenerateResult {
    return this.#sources === undefined ? this.run() : this.#generateWaiting(this.#sources)
  }

  #generateWaiting(sources: Sources, most = Number.POSITIVE_INFINITY, isFullWrite = false): GenerateResult {
    const listed = this.#files
    const more = new Map<string, InputFile>()
    const end = performance.now() + slice
    const done: InputFile[] = []
    let isFull = isFullWrite
    for (const path of this.#waiting) {
      if (done.length >= most || performance.now() > end) break
      this.#waiting.delete(path)
      const file = more.get(path) ?? listed.get(path)
      if (file === undefined) continue
      const [text] = generateTexts([file], sources)
      if (text === undefined) continue
      isFull ||= this.#texts.get(path)?.file !== undefined && text.file === undefined && !text.isFailed
      if (text.sources.length + (this.#texts.get(path)?.sources.length ?? 0) > 0) this.#listed = undefined
      this.#texts.set(path, text)
      done.push(file)
      for (const other of importedBy(text, this.#places)) {
        if (this.#texts.has(other.sourcePath)) continue
        more.set(other.sourcePath, other)
        this.#waiting.add(other.sourcePath)
      }
    }
    if (this.#waiting.size === 0 && this.#forget()) isFull = true
    return this.#resultOf(this.#write(isFull ? undefined : done))
  }

  /** Restores missing outputs of unchanged sources, for example after their folder was removed. */
  #repair(touched: readonly string[]): readonly FileOutcome[] {
    const isTouched = ({ sourcePath }: InputFile): boolean =>
      touched.some((path) => sourcePath === path || sourcePath.startsWith(path + sep)) &&
      !this.#waiting.has(sourcePath)
    const files = [...this.#files.values()].filter(isTouched)
    const outcomes = files.length === 0 ? [] : this.#write(files)
    return outcomes.filter(({ outcome }) => outcome !== 'unchanged')
  }

  /** Sources of the run: the inputs, and those whose generated files the outputs import. */
  get #files(): RunFiles['byPath'] {
    return this.#list().byPath
  }

  #list(): RunFiles {
    this.#listed ??= this.#listFiles()
    return this.#listed
  }

  #listFiles(): RunFiles {
    const byPath = new Map(this.#inputs.files.map((file) => [file.sourcePath, file]))
    const byOutput = new Map<string, InputFile[]>()
    for (const file of byPath.values()) {
      const name = claimedName(file.outputPath)
      byOutput.set(name, [...(byOutput.get(name) ?? []), file])
      const text = this.#texts.get(file.sourcePath)
      for (const other of text === undefined ? [] : importedBy(text, this.#places))
        if (!byPath.has(other.sourcePath)) byPath.set(other.sourcePath, other)
    }
    return { byPath, byOutput }
  }

  #keep(inputs: FoundInputs, places: OutputPlaces, sources: Sources): void {
    if (inputs !== this.#inputs) this.#listed = undefined
    this.#inputs = inputs
    this.#places = places
    this.#lastSources = sources
  }

  /** Drops files that are no longer sources. Returns whether there were any. */
  #forget(): boolean {
    const now = this.#files
    if (now === this.#cleared) return false
    this.#cleared = now
    const gone = [...this.#texts.keys()].filter((path) => !now.has(path))
    for (const path of gone) this.#texts.delete(path)
    return gone.length > 0
  }

  /** Writes the outputs of `files`. Default: of all sources. */
  #write(files: readonly InputFile[] | undefined): readonly FileOutcome[] {
    if (files === undefined) this.#orphans = undefined
    const only = files === undefined ? {} : { only: new Set(files.map(({ sourcePath }) => sourcePath)) }
    const texts = files === undefined ? [...this.#texts.values()] : this.#textsBeside(files)
    const { outcomes, diagnostics } = writeTexts(texts, this.#options, { inputs: this.#inputs, ...only })
    const outputs = new Set(files?.map(({ outputPath }) => outputPath))
    const kept = files === undefined ? [] : this.#ofOutputs.filter(({ path = '' }) => !outputs.has(path))
    this.#ofOutputs = [...kept, ...diagnostics]
    for (const { path, outcome } of outcomes) if (outcome !== 'unchanged') this.#unchecked.add(path)
    return outcomes
  }

  /** The texts of files, and of all others with the same outputs. */
  #textsBeside(files: readonly InputFile[]): readonly SourceText[] {
    const { byOutput } = this.#list()
    const beside = files.flatMap(({ outputPath }) => byOutput.get(claimedName(outputPath)) ?? [])
    return [...new Set(beside)].flatMap(({ sourcePath }) => this.#texts.get(sourcePath) ?? [])
  }

  #resultOf(files: readonly FileOutcome[]): GenerateResult {
    const unread = diagnoseUnread(this.#inputs, cwdOf(this.#options))
    return {
      files,
      diagnostics: [...unread, ...diagnosticsOf(this.#texts.values()), ...this.#ofOutputs],
    }
  }
}
