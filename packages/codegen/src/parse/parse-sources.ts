import { readFileSync } from 'node:fs'
import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnoseAt } from '../diagnostics/diagnose.ts'
import { displayPath } from '../diagnostics/display-path.ts'
import { failureReason } from '../diagnostics/failure-reason.ts'
import type { DtoModule } from '../model/dto.ts'
import type { OwnRule } from '../model/rule.ts'
import type { SourceSpan } from '../model/source-span.ts'
import { ts } from './compiler.ts'
import { explainForeign } from './explain-foreign.ts'
import { importExtension } from './import-extension.ts'
import { affectedFiles, isLookedFor, isOwn, lookedForIn } from './import-graph.ts'
import { reportOverlookedTags } from './overlooked-tags.ts'
import { parseModule } from './parse-module.ts'
import { ParseRun, spanOf } from './parse-run.ts'
import { isBelow, isStackOverflow, type Refreshed, slashed, withRealPaths } from './source-files.ts'
import { openProject, type ProjectRequest, reopenProject, type SourceProject } from './source-project.ts'
import { TagNames } from './tag-names.ts'
import { Tsconfigs } from './tsconfigs.ts'
import { reportUnreadTags } from './unread-tags.ts'

export interface ParseRequest extends Omit<ProjectRequest, 'lib'> {
  /** Relative to `cwd`. Default: the nearest one above each source. */
  readonly tsconfig: string | undefined
  readonly aliasTag: string | undefined
  readonly missing: 'error' | 'zero'
  readonly any: 'error' | 'unknown'
  /** Custom rules by name. */
  readonly rules: ReadonlyMap<string, OwnRule>
  /** Output path of a source, if the output of `user` may import it. */
  readonly outputOf: (path: string, user: string) => string | undefined
}

export interface ParsedSource {
  /** `undefined` if the source has no DTO or is unreadable. */
  readonly module: DtoModule | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** Whether an error prevents its output. */
  readonly isFailed: boolean
  /** Whether a name was unresolved that the real library may contain. */
  readonly needsRealLib: boolean
}

/** The sources to parse again after an update. */
export interface SourceChange {
  readonly changed: ReadonlySet<string>
  /** The changed sources and all that import them. */
  readonly dependents: ReadonlySet<string>
}

/** The parsed sources of a run; {@link update} follows the disk. */
export class Sources {
  readonly #names: TagNames
  #request: ParseRequest
  #lib: ProjectRequest['lib'] = 'tiny'
  #project: SourceProject
  readonly #tsconfigs: Tsconfigs

  /** @throws UsageError for an unreadable tsconfig. */
  constructor(request: ParseRequest) {
    this.#request = request
    this.#names = new TagNames(request.aliasTag)
    this.#tsconfigs = new Tsconfigs({ ...request, disk: request.disk ?? ts.sys })
    this.#project = this.#open()
    this.#readTsconfigs()
  }

  /** The tsconfig above the first source determines the global types. */
  #open(): SourceProject {
    const { paths, cwd } = this.#request
    const options = this.#tsconfigs.optionsOf(paths[0] ?? cwd)
    return openProject(this.#projectRequest, options)
  }

  /** Includes the project's global declarations only with the real library, after a name was unresolved. */
  get #projectRequest(): ProjectRequest {
    const { paths, cwd } = this.#request
    const globals = this.#lib === 'real' ? this.#tsconfigs.declarationsOf(paths[0] ?? cwd) : []
    return { ...this.#request, paths: [...globals, ...paths], lib: this.#lib }
  }

  /** Eagerly: the dependencies of a run must be complete before it ends. */
  #readTsconfigs(): void {
    for (const path of this.#request.paths) this.#tsconfigs.optionsOf(path)
  }

  /** The library for type checks: the built-in tiny one, or that of the tsconfig. */
  get lib(): ProjectRequest['lib'] {
    return this.#lib
  }

  parse(path: string): ParsedSource {
    if (this.#project.files.isTooDeep(path)) return this.#tooDeep(path)
    try {
      return this.#parse(path)
    } catch (error) {
      if (!isStackOverflow(error)) throw error
      // The exception left the checker in an undefined state.
      this.#project = this.#open()
      return this.#tooDeep(path)
    }
  }

  #tooDeep(path: string): ParsedSource {
    const shown = displayPath(this.#request.cwd, path)
    const diagnostics = [diagnoseAt(path, catalog.nestedTooDeep, shown)]
    return { module: undefined, diagnostics, isFailed: true, needsRealLib: false }
  }

  #parse(path: string): ParsedSource {
    const { rules, outputOf, cwd } = this.#request
    const options = { ...this.#request, cwd: slashed(cwd) }
    const run = new ParseRun(this.#project, this.#names, options, rules, (other) => outputOf(other, path))
    run.source = path
    const file = this.#project.program.getSourceFile(path)
    if (file === undefined) return unreadable(path, this.#request.cwd)
    const isBroken = reportSyntax(file, this.#project, run)
    const resolved = this.#project.files.imports.get(file.fileName)?.values() ?? []
    const extension = importExtension(file, this.#tsconfigs.optionsOf(path), resolved)
    const module = isBroken ? undefined : parseModule(file, extension, run)
    const needsRealLib = run.foundUnresolved && this.#lib === 'tiny'
    if (!needsRealLib) explainForeign(file, run)
    if (!isBroken) {
      reportOverlookedTags(file, run)
      reportUnreadTags(file, () => this.#isImported(file.fileName), run)
    }
    return {
      module,
      diagnostics: run.diagnostics,
      isFailed: run.failedSources.has(path),
      needsRealLib,
    }
  }

  #isImported(path: string): boolean {
    return [...this.#project.files.imports.values()].some((found) =>
      [...found.values()].some(({ module }) => module?.resolvedFileName === path),
    )
  }

  /** Switches to the library of the tsconfig, as the tiny one lacks a name. Everything must be parsed again. */
  useRealLib(): void {
    this.#lib = 'real'
    this.#project = this.#open()
  }

  /**
   * Reads changed files again. `touched` has files and folders, `paths` all current sources.
   *
   * @param added further sources of the run, imported by those
   * @returns `undefined` if everything must be parsed again
   */
  update(
    touched: readonly string[],
    { paths, outputOf }: Pick<ParseRequest, 'paths' | 'outputOf'>,
    added: readonly string[],
  ): SourceChange | undefined {
    const { files } = this.#project
    const names = withRealPaths(touched)
    if (names.some((path) => this.#tsconfigs.has(path))) return undefined
    const isMoved = !isSameList(paths, this.#request.paths) || isLookedFor(names, files.imports)
    // Sources that were missing may have reappeared with their folder.
    const unread = paths.map(slashed).filter((path) => this.#project.files.textOf(path) === undefined)
    const imports = new Map(files.imports)
    const refreshed = this.#refresh([...names, ...unread])
    const changed = new Set(refreshed.keys())
    if (changed.size === 0 && !isMoved) return { changed, dependents: changed }
    const before = { program: this.#project.program, imports }
    this.#request = { ...this.#request, paths, outputOf }
    this.#readTsconfigs()
    const hasMoved = isMoved || [...refreshed.values()].some((how) => how !== 'changed')
    this.#project = reopenProject(this.#project, this.#projectRequest, hasMoved)
    const { program } = this.#project
    const affected = affectedFiles(before, { program, imports: files.imports })
    const sources = [...paths, ...added]
    const sourcesIn = (found: ReadonlySet<string> | undefined): ReadonlySet<string> =>
      new Set(found === undefined ? sources : sources.filter((path) => found.has(slashed(path))))
    return { changed: sourcesIn(changed), dependents: sourcesIn(affected) }
  }

  /** Reads known files and named new ones again. Returns those that differ. */
  #refresh(names: readonly string[]): ReadonlyMap<string, Refreshed> {
    const { files } = this.#project
    const known = names.flatMap((name) => [
      ...(/\.([mc]?tsx?|json)$/.test(name) ? [name] : []),
      ...files.paths.filter(isBelow(name)),
    ])
    const refreshed = [...new Set(known)].map((path) => [path, files.refresh(path)] as const)
    return new Map(refreshed.filter(([, how]) => how !== 'same'))
  }

  /** Files that the sources depend on, and failed lookups of imports. */
  get dependencies(): { readonly files: readonly string[]; readonly missing: readonly string[] } {
    const { program, files } = this.#project
    const tsconfigs = this.#tsconfigs.paths
    const read = program.getSourceFiles().map(({ fileName }) => fileName)
    return {
      files: [...read.filter(isOwn), ...tsconfigs.found],
      missing: [...lookedForIn(files.imports), ...tsconfigs.missing.filter(isOwn)],
    }
  }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

/** A source removed since the search is ignored; other errors are reported. */
function unreadable(path: string, cwd: string): ParsedSource {
  const nothing = { module: undefined, diagnostics: [], isFailed: false, needsRealLib: false }
  try {
    readFileSync(path)
    return nothing
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return nothing
    const shown = displayPath(cwd, path)
    const diagnostic = diagnoseAt(path, catalog.sourceUnreadable, shown, failureReason(error))
    return { ...nothing, diagnostics: [diagnostic], isFailed: true }
  }
}

function reportSyntax(file: ts.SourceFile, project: SourceProject, run: ParseRun): boolean {
  const faults = project.program.getSyntacticDiagnostics(file)
  for (const { start, length, messageText } of faults) {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ')
    run.report(catalog.syntax, faultSpan(file, start, length), text)
  }
  return faults.length > 0
}

/** A token missing at the end of a line is reported there, not at the next token. */
function faultSpan(file: ts.SourceFile, start: number, length: number): SourceSpan {
  const before = file.text.slice(0, start)
  const end = before.trimEnd().length
  return before.slice(end).includes('\n') ? spanOf(file, end, end) : spanOf(file, start, start + length)
}
