import { readFileSync } from 'node:fs'
import { ts } from 'ts-morph'
import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { diagnoseAt } from '../diagnostics/diagnose.ts'
import { displayPath } from '../diagnostics/display-path.ts'
import { failureReason } from '../diagnostics/failure-reason.ts'
import type { DtoModule } from '../model/dto.ts'
import type { OwnRule } from '../model/rule.ts'
import type { SourceSpan } from '../model/source-span.ts'
import { parseModule } from './dto/parse-module.ts'
import { ParseRun } from './dto/parse-run.ts'
import { reportUnreadTags } from './dto/unread-tags.ts'
import { importExtension } from './project/import-extension.ts'
import {
  affectedFiles,
  dependentsOf,
  hasGlobals,
  hasSameImports,
  type Imports,
  isLookedFor,
} from './project/import-graph.ts'
import { LibraryReach } from './project/library-reach.ts'
import { diagnoseEncoding, diagnoseSurroundings } from './project/source-diagnostics.ts'
import {
  isBelow,
  isLibraryPath,
  isOwn,
  isStackOverflow,
  type RefreshResult,
  runtimePath,
  type SourceFiles,
  slashed,
  withRealPaths,
} from './project/source-files.ts'
import {
  openMore,
  openProject,
  type ProjectRequest,
  reopenProject,
  type SourceProject,
} from './project/source-project.ts'
import { spanOf } from './project/spans.ts'
import { Tsconfigs } from './project/tsconfigs.ts'
import { explainForeign } from './refuse/explain-foreign.ts'
import { reportOverlookedTags } from './tags/overlooked-tags.ts'
import { TagNames } from './tags/tag-names.ts'

interface ParseRequest extends Omit<ProjectRequest, 'lib' | 'hasTsconfig'> {
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
}

/** The files to parse again after an update, in the compiler's form of their paths. */
interface FileChange {
  readonly changed: ReadonlySet<string>
  /** The changed files and all that import them; `undefined` for all files. */
  readonly dependents: ReadonlySet<string> | undefined
}

/** Programs of the same sources, one for each library. */
interface Programs {
  readonly roots: readonly string[]
  readonly tiny: SourceProject
  readonly reach: LibraryReach
  /** Opened for the first source that needs it. */
  real: SourceProject | undefined
}

/** The programs of some sources, whose paths have the compiler's form. */
interface RecentPrograms extends Programs {
  readonly paths: ReadonlySet<string>
}

/** The share of the sources up to which programs of their own are quicker than those of all. */
const maxRecent = 1 / 8

/**
 * The parsed sources of a run; {@link update} follows the disk. The types of most depend on the names of the library alone
 * and are read with the tiny one, the others with that of the tsconfig. Each source decides for itself, so that its output
 * does not depend on the other sources of the run.
 */
export class Sources {
  readonly #names: TagNames
  #request: ParseRequest
  readonly #tsconfigs: Tsconfigs
  #all: Programs
  /** Of sources that have changed since `#all`, and all that import them: opening a program takes time for each file. */
  #recent: RecentPrograms | undefined
  /** The files of `#all` that change others without being imported. Computed on demand. */
  #globals: readonly string[] | undefined
  readonly #needReal = new Set<string>()

  /** @throws UsageError for an unreadable tsconfig. */
  constructor(request: ParseRequest) {
    this.#request = request
    this.#names = new TagNames(request.aliasTag)
    this.#tsconfigs = new Tsconfigs({ ...request, disk: request.disk ?? ts.sys })
    this.#all = this.#openAll()
    this.#readTsconfigs()
  }

  #openAll(): Programs {
    const { paths } = this.#request
    return programsOf(paths, openProject(this.#requestFor('tiny', paths), this.#options))
  }

  get #files(): SourceFiles {
    return this.#all.tiny.files
  }

  /** The programs that have a source as it is now. */
  #programsWith(path: string): Programs {
    return this.#recent?.paths.has(slashed(path)) ? this.#recent : this.#all
  }

  /** The tsconfig above the first source determines the global types. */
  get #options(): ts.CompilerOptions {
    const { paths, cwd } = this.#request
    return this.#tsconfigs.optionsOf(paths[0] ?? cwd)
  }

  /** Only the real library includes the project's global declarations. */
  #requestFor(lib: ProjectRequest['lib'], paths: readonly string[]): ProjectRequest {
    const { cwd } = this.#request
    const first = this.#request.paths[0] ?? cwd
    const globals = lib === 'real' ? this.#tsconfigs.declarationsOf(first) : []
    const hasTsconfig = this.#tsconfigs.pathOf(first) !== undefined
    return { ...this.#request, paths: [...globals, ...paths], lib, hasTsconfig }
  }

  /** Eagerly: the dependencies of a run must be complete before it ends. */
  #readTsconfigs(): void {
    for (const path of this.#request.paths) this.#tsconfigs.optionsOf(path)
  }

  /** The file as the compiler has it. */
  fileOf(path: string): ts.SourceFile | undefined {
    return this.#programsWith(path).tiny.program.getSourceFile(path)
  }

  parse(path: string): ParsedSource {
    if (this.#files.isTooDeep(path)) return this.#tooDeep(path)
    try {
      return this.#parse(path)
    } catch (error) {
      if (!isStackOverflow(error)) throw error
      // The exception left the checkers in an undefined state.
      this.#all = this.#openAll()
      this.#recent = undefined
      return this.#tooDeep(path)
    }
  }

  #tooDeep(path: string): ParsedSource {
    const shown = displayPath(this.#request.cwd, path)
    const diagnostics = [diagnoseAt(path, catalog.nestedTooDeep, shown)]
    return { module: undefined, diagnostics, isFailed: true }
  }

  #parse(path: string): ParsedSource {
    const programs = this.#programsWith(path)
    const file = programs.tiny.program.getSourceFile(path)
    if (file === undefined) return unreadable(path, this.#request.cwd)
    this.#needReal.delete(path)
    const first = programs.reach.needsRealLib(file) ? undefined : this.#parseIn(programs.tiny, file, path)
    if (first !== undefined && !first.needsRealLib) return first
    this.#needReal.add(path)
    programs.real ??= openProject(this.#requestFor('real', programs.roots), this.#options, this.#files)
    return this.#parseIn(programs.real, file, path, true)
  }

  #parseIn(
    project: SourceProject,
    file: ts.SourceFile,
    path: string,
    isReal = false,
  ): ParsedSource & { readonly needsRealLib: boolean } {
    const { outputOf, cwd } = this.#request
    const { declaration, composite, noEmit } = this.#tsconfigs.optionsOf(path)
    const declares = (declaration ?? composite ?? false) && noEmit !== true
    const run = new ParseRun(project, {
      ...this.#request,
      names: this.#names,
      cwd: slashed(cwd),
      declares,
      outputOf: (other) => outputOf(other, path),
    })
    const source = {
      file,
      path,
      cwd,
      tsconfig: this.#tsconfigs.pathOf(path),
      options: this.#tsconfigs.optionsOf(path),
      disk: this.#request.disk ?? ts.sys,
    }
    const encoding = diagnoseEncoding(source)
    if (encoding !== undefined)
      return { module: undefined, diagnostics: [encoding], isFailed: true, needsRealLib: false }
    const isBroken = reportSyntax(file, project, run)
    const resolved = project.files.imports.get(file.fileName)?.values() ?? []
    const extension = importExtension(file, source.options, resolved)
    const module = isBroken ? undefined : parseModule(file, extension, run)
    if (!run.needsRealLib || isReal) explainForeign(file, run)
    if (!isBroken) {
      reportOverlookedTags(file, run)
      reportUnreadTags(file, () => this.#files.importersOf(file.fileName).size > 0, run)
    }
    const around = module === undefined ? [] : diagnoseSurroundings(source)
    const diagnostics = [...run.diagnostics, ...around, ...this.#tsconfigs.diagnosticsOf(path)]
    return { module, diagnostics, isFailed: run.isFailed, needsRealLib: run.needsRealLib }
  }

  /**
   * Reads changed files again. `touched` has files and folders, `paths` all current sources.
   *
   * @returns `undefined` if everything must be parsed again
   */
  update(
    touched: readonly string[],
    { paths, outputOf }: Pick<ParseRequest, 'paths' | 'outputOf'>,
  ): FileChange | undefined {
    const files = this.#files
    const names = files.withLinks(withRealPaths(touched))
    if (names.some((path) => this.#tsconfigs.has(path))) return undefined
    const isSame = isSameList(paths, this.#request.paths)
    const isMoved = !isSame || isLookedFor(names, files)
    // Sources that were missing may have reappeared with their folder.
    const unread = paths.filter((path) => files.textOf(path) === undefined).map(slashed)
    const imports = new Map(files.imports)
    const refreshed = this.#refresh([...names, ...unread])
    const changed = new Set(refreshed.keys())
    if (changed.size === 0 && !isMoved) return { changed, dependents: changed }
    this.#request = { ...this.#request, paths, outputOf }
    if (!isSame) this.#readTsconfigs()
    const hasMoved = isMoved || [...refreshed.values()].some((how) => how !== 'changed')
    const some = hasMoved ? undefined : this.#openRecent(changed, imports)
    return { changed, dependents: some ?? this.#reopenAll(imports, hasMoved) }
  }

  /**
   * Opens programs of the sources that have changed since `#all`. Returns the files whose types may differ, or `undefined`
   * if these are too many, or others could change through globals or imports.
   */
  #openRecent(changed: ReadonlySet<string>, imports: Imports): ReadonlySet<string> | undefined {
    const files = this.#files
    const affected = dependentsOf(changed, (path) => files.importersOf(path))
    const paths = new Set([...(this.#recent?.paths ?? []), ...affected])
    if (paths.size > this.#request.paths.length * maxRecent) return undefined
    const isGlobal = (file: ts.SourceFile | undefined): boolean => file === undefined || hasGlobals(file)
    if ([...changed].some((path) => isGlobal(this.fileOf(path)) || isGlobal(files.get(path))))
      return undefined
    this.#globals ??= globalsOf(this.#all.tiny.program)
    const roots = [...new Set([...this.#globals, ...paths])]
    const tiny = openMore(this.#all.tiny, this.#requestFor('tiny', roots))
    if ([...changed].some((path) => !hasSameImports(imports.get(path), files.imports.get(path))))
      return undefined
    this.#recent = { ...programsOf(roots, tiny), paths }
    this.#dropReal()
    return affected
  }

  /** The real library takes 50 MB, and may have been loaded for one typo. */
  #dropReal(): void {
    if (this.#needReal.size === 0) this.#all.real = undefined
  }

  /** Returns the files whose types may differ; `undefined` for all. */
  #reopenAll(imports: Imports, isMoved: boolean): ReadonlySet<string> | undefined {
    this.#dropReal()
    const { tiny, real } = this.#all
    const { paths } = this.#request
    this.#recent = undefined
    this.#globals = undefined
    this.#all = programsOf(paths, reopenProject(tiny, this.#requestFor('tiny', paths), isMoved))
    this.#all.real = real && reopenProject(real, this.#requestFor('real', paths), isMoved)
    const now = this.#files.imports
    const affected = affectedFiles(
      { program: tiny.program, imports },
      { program: this.#all.tiny.program, imports: now },
    )
    if (affected === undefined || real === undefined || this.#all.real === undefined) return affected
    const more = affectedFiles(
      { program: real.program, imports },
      { program: this.#all.real.program, imports: now },
    )
    return more && new Set([...affected, ...more])
  }

  /** Reads known files and named new ones again. Returns those that differ. */
  #refresh(names: readonly string[]): ReadonlyMap<string, RefreshResult> {
    const files = this.#files
    const known = names.flatMap((name) => {
      if (files.textOf(name) !== undefined) return [name]
      return [...(/\.([mc]?tsx?|json)$/.test(name) ? [name] : []), ...files.paths.filter(isBelow(name))]
    })
    const refreshed = [...new Set(known)].map((path) => [path, files.refresh(path)] as const)
    return new Map(refreshed.filter(([, how]) => how !== 'same'))
  }

  /** Files that the sources depend on, and failed lookups of imports. */
  get dependencies(): { readonly files: readonly string[]; readonly missing: readonly string[] } {
    const tsconfigs = this.#tsconfigs.paths
    const programs = [this.#all, this.#recent].flatMap((one) => [one?.tiny, one?.real])
    const read = programs.flatMap(
      (one) => one?.program.getSourceFiles().map(({ fileName }) => fileName) ?? [],
    )
    return {
      files: [...this.#files.withTargets([...new Set(read.filter(isOwn))]), ...tsconfigs.found],
      missing: [...this.#files.lookedFor, ...tsconfigs.missing.filter(isOwn)],
    }
  }
}

function programsOf(roots: readonly string[], tiny: SourceProject): Programs {
  return { roots, tiny, reach: new LibraryReach(tiny.checker), real: undefined }
}

function globalsOf(program: ts.Program): readonly string[] {
  const all = program.getSourceFiles().filter((file) => !file.fileName.endsWith('.json') && hasGlobals(file))
  return all.map(({ fileName }) => fileName).filter((path) => !isLibraryPath(path) && path !== runtimePath)
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

/** A source removed since the search is ignored; other errors are reported. */
function unreadable(path: string, cwd: string): ParsedSource {
  const nothing = { module: undefined, diagnostics: [], isFailed: false }
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
  const errors = project.program.getSyntacticDiagnostics(file)
  for (const { start, length, messageText } of errors) {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ')
    run.report(catalog.syntax, errorSpan(file, start, length), text, ts.version)
  }
  return errors.length > 0
}

/** A token missing at the end of a line is reported there, not at the next token. */
function errorSpan(file: ts.SourceFile, start: number, length: number): SourceSpan {
  const before = file.text.slice(0, start)
  const end = before.trimEnd().length
  return before.slice(end).includes('\n') ? spanOf(file, end, end) : spanOf(file, start, start + length)
}
