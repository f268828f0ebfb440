import type { ts } from 'ts-morph'
import { type CatalogEntry, type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import type { OwnRule } from '../../model/rule.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { isForeignPath } from '../project/foreign-path.ts'
import type { TagNames } from './tag-names.ts'

export interface TagOptions {
  /** The working directory, absolute and with slashes. */
  readonly cwd: string
  readonly names: TagNames
  /** Custom rules by name. */
  readonly rules: ReadonlyMap<string, OwnRule>
  /** Whether the compiler writes declarations of the source. */
  readonly declares?: boolean
}

/** State of reading the tags of one source, and its diagnostics. */
export class TagRun {
  readonly cwd: string
  readonly names: TagNames
  readonly rules: ReadonlyMap<string, OwnRule>
  readonly declares: boolean
  readonly diagnostics: Diagnostic[] = []
  /** Whether there was an error; one in an import counts, too. */
  isFailed = false
  readonly #read = new Set<ts.Node>()

  constructor({ cwd, names, rules, declares = false }: TagOptions) {
    this.cwd = cwd
    this.names = names
    this.rules = rules
    this.declares = declares
  }

  /** Marks the tags of a declaration as used. */
  markRead(node: ts.Node): void {
    this.#read.add(node)
  }

  isRead(node: ts.Node): boolean {
    return this.#read.has(node)
  }

  /** The reading of tags, or `otherwise` for tags of a package that have an error: its authors wrote them for other tools. */
  readTags<T>({ path }: SourceSpan, otherwise: T, read: () => T): T {
    if (!isForeignPath(path, this.cwd)) return read()
    const before = this.diagnostics.length
    const wasFailed = this.isFailed
    const found = read()
    if (this.diagnostics.length === before) return found
    this.diagnostics.length = before
    this.isFailed = wasFailed
    return otherwise
  }

  report<Args extends readonly unknown[]>(entry: CatalogEntry<Args>, span: SourceSpan, ...args: Args): void {
    const diagnostic = diagnose(entry, span, ...args)
    if (diagnostic.severity === 'error') this.isFailed = true
    const same = (other: Diagnostic): boolean =>
      other.message === diagnostic.message && other.span?.path === span.path && other.span.line === span.line
    // A type with several uses is reported once.
    if (!this.diagnostics.some(same)) this.diagnostics.push(diagnostic)
  }
}
