import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import type { DtoModule } from '../../model/dto.ts'
import type { OwnRule } from '../../model/rule.ts'
import { ts } from '../../parse/compiler.ts'
import { parseModule } from '../../parse/parse-module.ts'
import { ParseRun, type RunOptions } from '../../parse/parse-run.ts'
import type { SourceProject } from '../../parse/source-project.ts'
import type { TagNames } from '../../parse/tag-names.ts'

/** Options with which the DTOs are generated. */
export interface DtoOptions extends RunOptions {
  readonly names: TagNames
  readonly rules: ReadonlyMap<string, OwnRule>
}

/** The models of the DTOs behind generated files. */
export class DtoModels {
  readonly diagnostics: Diagnostic[] = []
  readonly #project: SourceProject
  readonly #options: DtoOptions
  readonly #known = new Map<ts.SourceFile, DtoModule | undefined>()

  constructor(project: SourceProject, options: DtoOptions) {
    this.#project = project
    this.#options = options
  }

  /** The model of the source that a generated file imports as `dto`. */
  ofGenerated(file: ts.SourceFile): DtoModule | undefined {
    if (!this.#known.has(file)) this.#known.set(file, this.#read(file))
    return this.#known.get(file)
  }

  #read(file: ts.SourceFile): DtoModule | undefined {
    const source = this.#sourceOf(file)
    if (source === undefined) return undefined
    const { names, rules } = this.#options
    const run = new ParseRun(this.#project, names, this.#options, rules)
    run.source = source.fileName
    const module = parseModule(source, '.js', run)
    this.diagnostics.push(...run.diagnostics.filter(({ severity }) => severity === 'error'))
    return module
  }

  #sourceOf(file: ts.SourceFile): ts.SourceFile | undefined {
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement)) continue
      const bindings = statement.importClause?.namedBindings
      if (bindings === undefined || !ts.isNamespaceImport(bindings) || bindings.name.text !== 'dto') continue
      const symbol = this.#project.checker.getSymbolAtLocation(statement.moduleSpecifier)
      const declaration = symbol?.valueDeclaration
      if (declaration && ts.isSourceFile(declaration)) return declaration
    }
    return undefined
  }
}
