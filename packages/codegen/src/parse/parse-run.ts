import { type CatalogEntry, diagnose } from '../diagnostics/diagnose.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { OwnRule } from '../model/rule.ts'
import type { SourceSpan } from '../model/source-span.ts'
import { ts } from './compiler.ts'
import type { SourceFiles } from './source-files.ts'
import type { SourceProject } from './source-project.ts'
import type { TagNames } from './tag-names.ts'

/** What the parsing of all sources shares: the compiler, the tags, and what there is to say. */
export class ParseRun {
  readonly checker: ts.TypeChecker
  readonly names: TagNames
  readonly missing: 'error' | 'zero'
  /** The user's own rules, and the functions that they are. */
  readonly rules: ReadonlyMap<string, OwnRule>
  readonly diagnostics: Diagnostic[] = []
  /** Whether a name did not resolve, so that the real library may know more. */
  foundUnresolved = false
  /** The source that is being read: an error in what it imports is an error of it. */
  source = ''
  readonly failedSources: Set<string> = new Set()
  /** Where the generated file of a source is; `undefined` for a file that the run has none of. */
  readonly outputOf: (path: string) => string | undefined
  readonly #read = new Set<ts.Node>()
  readonly #imports: SourceFiles['imports']

  constructor(
    project: SourceProject,
    names: TagNames,
    missing: 'error' | 'zero',
    rules: ReadonlyMap<string, OwnRule> = new Map(),
    outputOf: ParseRun['outputOf'] = () => undefined,
  ) {
    this.checker = project.checker
    this.#imports = project.files.imports
    this.names = names
    this.missing = missing
    this.rules = rules
    this.outputOf = outputOf
  }

  /** Notes that the tags of a declaration had their effect. */
  markRead(node: ts.Node): void {
    this.#read.add(node)
  }

  isRead(node: ts.Node): boolean {
    return this.#read.has(node)
  }

  /** What an import of a file leads to. */
  moduleOf(file: ts.SourceFile, specifier: string): ts.ResolvedModuleFull | undefined {
    for (const { name, module } of this.#imports.get(file.fileName)?.values() ?? []) {
      if (name === specifier) return module
    }
    return undefined
  }

  report<Args extends readonly unknown[]>(entry: CatalogEntry<Args>, span: SourceSpan, ...args: Args): void {
    const diagnostic = diagnose(entry, span, ...args)
    if (diagnostic.severity === 'error') this.failedSources.add(this.source)
    const same = (other: Diagnostic): boolean =>
      other.message === diagnostic.message && other.span?.path === span.path && other.span.line === span.line
    // A type used in several places says what is wrong with it once.
    if (!this.diagnostics.some(same)) this.diagnostics.push(diagnostic)
  }
}

export function spanOf(file: ts.SourceFile, start: number, end: number): SourceSpan {
  const from = file.getLineAndCharacterOfPosition(start)
  // The search for a line costs more than to see that it is the same, as it mostly is.
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
