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
import { affectedFiles, type Imports, isLookedFor, isOwn, lookedForIn } from './project/import-graph.ts'
import { LibraryReach } from './project/library-reach.ts'
import { diagnoseEncoding, diagnoseSurroundings } from './project/source-diagnostics.ts'
import {
  isBelow,
  isStackOverflow,
  type RefreshResult,
  slashed,
  withRealPaths,
} from './project/source-files.ts'
import {
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

/** The sources to parse again after an update. */
interface SourceChange {
  readonly changed: ReadonlySet<string>
  /** The changed sources and all that import them. */
  readonly dependents: ReadonlySet<string>
}

/** Sources with the library for their types. */
interface Compilation {
  readonly project: SourceProject
  readonly reach: LibraryReach
}

/**
 * The parsed sources of a run; {@link update} follows the disk. The types of most depend on the names of the library alone
 * and are read with the tiny one, the others with that of the tsconfig. Each source decides for itself, so that its output
 * does not depend on the other sources of the run.
 */
export class Sources {
  readonly #names: TagNames
  #request: ParseRequest
  readonly #tsconfigs: Tsconfigs
  #tiny: Compilation
  /** Opened for the first source that needs it. */
  #real: SourceProject | undefined
  readonly #needReal = new Set<string>()

  /** @throws UsageError for an unreadable tsconfig. */
  constructor(request: ParseRequest) {
    this.#request = request
    this.#names = new TagNames(request.aliasTag)
    this.#tsconfigs = new Tsconfigs({ ...request, disk: request.disk ?? ts.sys })
    this.#tiny = this.#openTiny()
    this.#readTsconfigs()
  }

  #openTiny(): Compilation {
    return withReach(openProject(this.#requestFor('tiny'), this.#options))
  }

  #openReal(): SourceProject {
    return openProject(this.#requestFor('real'), this.#options, this.#tiny.project.files)
  }

  /** The tsconfig above the first source determines the global types. */
  get #options(): ts.CompilerOptions {
    const { paths, cwd } = this.#request
    return this.#tsconfigs.optionsOf(paths[0] ?? cwd)
  }

  /** Only the real library includes the project's global declarations. */
  #requestFor(lib: ProjectRequest['lib']): ProjectRequest {
    const { paths, cwd } = this.#request
    const first = paths[0] ?? cwd
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
    return this.#tiny.project.program.getSourceFile(path)
  }

  parse(path: string): ParsedSource {
    if (this.#tiny.project.files.isTooDeep(path)) return this.#tooDeep(path)
    try {
      return this.#parse(path)
    } catch (error) {
      if (!isStackOverflow(error)) throw error
      // The exception left the checkers in an undefined state.
      this.#tiny = this.#openTiny()
      this.#real = undefined
      return this.#tooDeep(path)
    }
  }

  #tooDeep(path: string): ParsedSource {
    const shown = displayPath(this.#request.cwd, path)
    const diagnostics = [diagnoseAt(path, catalog.nestedTooDeep, shown)]
    return { module: undefined, diagnostics, isFailed: true }
  }

  #parse(path: string): ParsedSource {
    const { project, reach } = this.#tiny
    const file = project.program.getSourceFile(path)
    if (file === undefined) return unreadable(path, this.#request.cwd)
    this.#needReal.delete(path)
    const first = reach.needsRealLib(file) ? undefined : this.#parseIn(project, file, path)
    if (first !== undefined && !first.needsRealLib) return first
    this.#needReal.add(path)
    this.#real ??= this.#openReal()
    return this.#parseIn(this.#real, file, path)
  }

  #parseIn(
    project: SourceProject,
    file: ts.SourceFile,
    path: string,
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
    if (!run.needsRealLib || project === this.#real) explainForeign(file, run)
    if (!isBroken) {
      reportOverlookedTags(file, run)
      reportUnreadTags(file, () => this.#isImported(file.fileName), run)
    }
    const around = module === undefined ? [] : diagnoseSurroundings(source)
    const diagnostics = [...run.diagnostics, ...around, ...this.#tsconfigs.diagnosticsOf(path)]
    return { module, diagnostics, isFailed: run.isFailed, needsRealLib: run.needsRealLib }
  }

  #isImported(path: string): boolean {
    return [...this.#tiny.project.files.imports.values()].some((found) =>
      [...found.values()].some(({ module }) => module?.resolvedFileName === path),
    )
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
    const { files } = this.#tiny.project
    const names = withRealPaths(touched)
    if (names.some((path) => this.#tsconfigs.has(path))) return undefined
    const isMoved = !isSameList(paths, this.#request.paths) || isLookedFor(names, files.imports)
    // Sources that were missing may have reappeared with their folder.
    const unread = paths.map(slashed).filter((path) => files.textOf(path) === undefined)
    const imports = new Map(files.imports)
    const refreshed = this.#refresh([...names, ...unread])
    const changed = new Set(refreshed.keys())
    if (changed.size === 0 && !isMoved) return { changed, dependents: changed }
    this.#request = { ...this.#request, paths, outputOf }
    this.#readTsconfigs()
    const hasMoved = isMoved || [...refreshed.values()].some((how) => how !== 'changed')
    const affected = this.#reopen(imports, hasMoved)
    const sources = [...paths, ...added]
    const sourcesIn = (found: ReadonlySet<string> | undefined): ReadonlySet<string> =>
      new Set(found === undefined ? sources : sources.filter((path) => found.has(slashed(path))))
    return { changed: sourcesIn(changed), dependents: sourcesIn(affected) }
  }

  /** Returns the files whose types may differ; `undefined` for all. */
  #reopen(imports: Imports, isMoved: boolean): ReadonlySet<string> | undefined {
    // The real library takes 50 MB, and may have been loaded for one typo.
    const real = this.#needReal.size > 0 ? this.#real : undefined
    const { files, program } = this.#tiny.project
    this.#tiny = withReach(reopenProject(this.#tiny.project, this.#requestFor('tiny'), isMoved))
    this.#real = real && reopenProject(real, this.#requestFor('real'), isMoved)
    const now = files.imports
    const affected = affectedFiles(
      { program, imports },
      { program: this.#tiny.project.program, imports: now },
    )
    if (affected === undefined || real === undefined || this.#real === undefined) return affected
    const more = affectedFiles(
      { program: real.program, imports },
      { program: this.#real.program, imports: now },
    )
    return more && new Set([...affected, ...more])
  }

  /** Reads known files and named new ones again. Returns those that differ. */
  #refresh(names: readonly string[]): ReadonlyMap<string, RefreshResult> {
    const { files } = this.#tiny.project
    const known = names.flatMap((name) => [
      ...(/\.([mc]?tsx?|json)$/.test(name) ? [name] : []),
      ...files.paths.filter(isBelow(name)),
    ])
    const refreshed = [...new Set(known)].map((path) => [path, files.refresh(path)] as const)
    return new Map(refreshed.filter(([, how]) => how !== 'same'))
  }

  /** Files that the sources depend on, and failed lookups of imports. */
  get dependencies(): { readonly files: readonly string[]; readonly missing: readonly string[] } {
    const { program, files } = this.#tiny.project
    const tsconfigs = this.#tsconfigs.paths
    const programs = this.#real === undefined ? [program] : [program, this.#real.program]
    const read = programs.flatMap((one) => one.getSourceFiles().map(({ fileName }) => fileName))
    return {
      files: [...new Set(read.filter(isOwn)), ...tsconfigs.found],
      missing: [...lookedForIn(files.imports), ...tsconfigs.missing.filter(isOwn)],
    }
  }
}

function withReach(project: SourceProject): Compilation {
  return { project, reach: new LibraryReach(project.checker) }
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
