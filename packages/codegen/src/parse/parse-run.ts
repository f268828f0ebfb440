import { ts } from 'ts-morph'
import { catalog } from '../diagnostics/catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnose.ts'
import { type CatalogEntry, diagnose } from '../diagnostics/diagnose.ts'
import type { Unbindable } from '../diagnostics/unbindable.ts'
import type { OwnRule } from '../model/rule.ts'
import type { SourceSpan } from '../model/source-span.ts'
import { ruledAliasesOf } from './find-ruled-aliases.ts'
import { isForeignPath } from './foreign-path.ts'
import type { SourceFiles } from './source-files.ts'
import type { SourceProject } from './source-project.ts'
import type { TagNames } from './tag-names.ts'
import type { TypeUse } from './type-use.ts'

/** Options that decide how types are parsed. */
export interface RunOptions {
  readonly missing: 'error' | 'zero'
  readonly any?: 'error' | 'unknown' | undefined
  /** The working directory, absolute and with slashes. */
  readonly cwd: string
  /** Whether the compiler writes declarations of the source. */
  readonly declares?: boolean
}

/** A type that cannot be bound. */
export interface Refusal {
  readonly use: Pick<TypeUse, 'field' | 'span' | 'path'>
  /** The type as text. */
  readonly type: string
  /** `undefined` when the type is not found. */
  readonly why: Unbindable | undefined
  /** The declaration of the type, if that is what cannot be bound wherever it is used. */
  readonly declared?: ts.Node | undefined
}

/** A declaration of the user with the type that it has there. */
export interface OwnPlace {
  readonly name: string
  readonly type: ts.Type
  readonly node: ts.Node
  readonly span: SourceSpan
}

/** State of parsing one source: compiler, tags and diagnostics. */
export class ParseRun {
  readonly checker: ts.TypeChecker
  readonly names: TagNames
  readonly missing: 'error' | 'zero'
  readonly any: 'error' | 'unknown'
  readonly cwd: string
  readonly declares: boolean
  /** Custom rules by name. */
  readonly rules: ReadonlyMap<string, OwnRule>
  readonly diagnostics: Diagnostic[] = []
  /** Whether the types of this source depend on names or members that only the real library has. */
  needsRealLib = false
  /** The source being parsed; errors in its imports count as its own. */
  source = ''
  readonly failedSources: Set<string> = new Set()
  /** Output path of a source; `undefined` if the run has none for the file. */
  readonly outputOf: (path: string) => string | undefined
  /** Types inside types of packages that cannot be bound. */
  readonly foreign: Refusal[] = []
  /** Where a type of a package may come in. */
  readonly ownPlaces: OwnPlace[] = []
  readonly #project: SourceProject
  #ruledAliases: ReadonlySet<ts.TypeAliasDeclaration> | undefined
  #take: ((refusal: Refusal) => void) | undefined
  readonly #read = new Set<ts.Node>()
  readonly #imports: SourceFiles['imports']

  constructor(
    project: SourceProject,
    names: TagNames,
    { missing, any = 'error', cwd, declares = false }: RunOptions,
    rules: ReadonlyMap<string, OwnRule> = new Map(),
    outputOf: ParseRun['outputOf'] = () => undefined,
  ) {
    this.#project = project
    this.checker = project.checker
    this.#imports = project.files.imports
    this.names = names
    this.missing = missing
    this.any = any
    this.cwd = cwd
    this.declares = declares
    this.rules = rules
    this.outputOf = outputOf
  }

  /** The aliases of the program with rule tags in their comments. */
  get ruledAliases(): ReadonlySet<ts.TypeAliasDeclaration> {
    this.#ruledAliases ??= new Set(
      this.#project.program.getSourceFiles().flatMap((file) => ruledAliasesOf(file, this.names)),
    )
    return this.#ruledAliases
  }

  /** Marks the tags of a declaration as used. */
  markRead(node: ts.Node): void {
    this.#read.add(node)
  }

  isRead(node: ts.Node): boolean {
    return this.#read.has(node)
  }

  /** Resolves an import of a file. */
  moduleOf(file: ts.SourceFile, specifier: string): ts.ResolvedModuleFull | undefined {
    for (const { name, module } of this.#imports.get(file.fileName)?.values() ?? []) {
      if (name === specifier) return module
    }
    return undefined
  }

  /** A run that parses types without reporting anything. */
  probe(take: (refusal: Refusal) => void): ParseRun {
    const run = new ParseRun(this.#project, this.names, this, this.rules, this.outputOf)
    run.#take = take
    return run
  }

  /** Reports a type that cannot be bound; inside types of packages only after all is parsed, see explain-foreign.ts. */
  refuse(refusal: Refusal): void {
    if (this.#take !== undefined) this.#take(refusal)
    else if (this.isForeign(refusal)) this.foreign.push(refusal)
    else this.reportRefusal(refusal)
  }

  /** Whether the user can change neither the type nor the declaration that uses it. */
  isForeign({ use, declared }: Pick<Refusal, 'use' | 'declared'>): boolean {
    return isForeignPath(declared?.getSourceFile().fileName ?? use.span.path, this.cwd)
  }

  reportRefusal({ use: { span, field }, type, why }: Refusal): void {
    if (why === undefined) this.report(catalog.unresolvedType, span, field, type)
    else this.report(catalog.unbindableType, span, field, type, why)
  }

  /** The reading of tags, or `otherwise` for tags of a package that have an error: its authors wrote them for other tools. */
  readTags<T>({ path }: SourceSpan, otherwise: T, read: () => T): T {
    if (!isForeignPath(path, this.cwd)) return read()
    const before = this.diagnostics.length
    const hasFailed = this.failedSources.has(this.source)
    const found = read()
    if (this.diagnostics.length === before) return found
    this.diagnostics.length = before
    if (!hasFailed) this.failedSources.delete(this.source)
    return otherwise
  }

  report<Args extends readonly unknown[]>(entry: CatalogEntry<Args>, span: SourceSpan, ...args: Args): void {
    const diagnostic = diagnose(entry, span, ...args)
    if (diagnostic.severity === 'error') this.failedSources.add(this.source)
    const same = (other: Diagnostic): boolean =>
      other.message === diagnostic.message && other.span?.path === span.path && other.span.line === span.line
    // A type with several uses is reported once.
    if (!this.diagnostics.some(same)) this.diagnostics.push(diagnostic)
  }
}

export function spanOf(file: ts.SourceFile, start: number, end: number): SourceSpan {
  const from = file.getLineAndCharacterOfPosition(start)
  // Most spans are on one line; this check is cheaper than looking up the end.
  const isOneLine = end < (file.getLineStarts()[from.line + 1] ?? Number.POSITIVE_INFINITY)
  const to = isOneLine
    ? { line: from.line, character: from.character + end - start }
    : file.getLineAndCharacterOfPosition(end)
  return {
    path: file.fileName,
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
  }
}

export function spanOfNode(node: ts.Node): SourceSpan {
  const named = ts.isPropertySignature(node) || ts.isMethodSignature(node) || ts.isInterfaceDeclaration(node)
  const at = named ? node.name : node
  const file = node.getSourceFile()
  return spanOf(file, at.getStart(file), at.getEnd())
}
