import { ts } from 'ts-morph'
import { checkModule } from '../../check/check-module.ts'
import type { Diagnostic } from '../../diagnostics/diagnose.ts'
import type { DtoModule } from '../../model/dto.ts'
import { parseModule } from '../../parse/dto/parse-module.ts'
import { type ParseOptions, ParseRun } from '../../parse/dto/parse-run.ts'
import type { SourceProject } from '../../parse/project/source-project.ts'
import type { KeptAnswers } from './kept-answers.ts'

interface ReadModel {
  readonly module: DtoModule | undefined
  readonly diagnostics: readonly Diagnostic[]
}

/** The models of the DTOs behind generated files. */
export class DtoModels {
  readonly diagnostics: Diagnostic[] = []
  readonly cwd: string
  readonly #project: SourceProject
  readonly #options: ParseOptions
  readonly #answers: KeptAnswers
  readonly #known = new Map<ts.SourceFile, DtoModule | undefined>()
  /** Distinguishes the models of one file by the options. */
  readonly #question: string

  constructor(project: SourceProject, answers: KeptAnswers, options: ParseOptions) {
    this.#project = project
    this.#answers = answers
    this.#options = options
    this.cwd = options.cwd
    const { names, rules, missing, any, cwd } = options
    this.#question = `model ${JSON.stringify([names.aliasTag, [...rules], missing, any, cwd])}`
  }

  /** The model of the source that a generated file imports as `dto`. */
  ofGenerated(file: ts.SourceFile): DtoModule | undefined {
    if (this.#known.has(file)) return this.#known.get(file)
    const { module, diagnostics } = this.#answers.of(file, this.#question, () => this.#read(file))
    this.#known.set(file, module)
    this.diagnostics.push(...diagnostics)
    return module
  }

  #read(file: ts.SourceFile): ReadModel {
    const source = this.#sourceOf(file)
    if (source === undefined) return { module: undefined, diagnostics: [] }
    const run = new ParseRun(this.#project, this.#options)
    const module = parseModule(source, '.js', run)
    const checked = module === undefined ? [] : checkModule(module)
    // The generator reports the warnings.
    return {
      module,
      diagnostics: [...run.diagnostics, ...checked].filter(({ severity }) => severity === 'error'),
    }
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
