import type { ts } from 'ts-morph'
import type { SourceProject } from '../project/source-project.ts'
import { ruledAliasesOf } from '../tags/find-ruled-aliases.ts'
import { type TagOptions, TagRun } from '../tags/tag-run.ts'
import { type Refusal, Refusals } from './refusals.ts'

export interface TypeOptions extends TagOptions {
  readonly any?: 'error' | 'unknown' | undefined
}

/** State of parsing the types of one source: the compiler, and the types that cannot be bound. */
export class TypeRun extends TagRun {
  readonly checker: ts.TypeChecker
  readonly any: 'error' | 'unknown'
  /** Whether the types of this source depend on names or members that only the real library has. */
  needsRealLib = false
  readonly refusals: Refusals
  readonly #project: SourceProject
  #ruledAliases: ReadonlySet<ts.TypeAliasDeclaration> | undefined

  /** @param take gets each refusal in place of a report */
  constructor(project: SourceProject, options: TypeOptions, take?: (refusal: Refusal) => void) {
    super(options)
    this.#project = project
    this.checker = project.checker
    this.any = options.any ?? 'error'
    this.refusals = new Refusals(this, take)
  }

  /** The aliases of the program with rule tags in their comments. */
  get ruledAliases(): ReadonlySet<ts.TypeAliasDeclaration> {
    this.#ruledAliases ??= ruledAliasesOf(this.#project.program, this.names)
    return this.#ruledAliases
  }

  /** Resolves an import of a file. */
  moduleOf(file: ts.SourceFile, specifier: string): ts.ResolvedModuleFull | undefined {
    for (const { name, module } of this.#project.files.imports.get(file.fileName)?.values() ?? []) {
      if (name === specifier) return module
    }
    return undefined
  }
}
