import { ts } from 'ts-morph'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { Machine } from './machine.ts'
import { bodyOf, type Origins } from './origins.ts'
import { readStatements } from './read-statements.ts'
import { Scope, type SymbolLike, type Value } from './value.ts'

/** The modules of the project, and what their names stand for. */
export class Modules {
  readonly #scopes = new Map<ts.SourceFile, Scope>()
  readonly #run = new Set<ts.SourceFile>()
  readonly #origins: Origins
  readonly #machine: Machine

  constructor(origins: Origins, machine: Machine) {
    this.#origins = origins
    this.#machine = machine
  }

  /** Reads a module after its imports, as node evaluates them. */
  run(file: ts.SourceFile): Scope {
    const scope = this.#scopeOf(file)
    if (this.#run.has(file)) return scope
    this.#run.add(file)
    for (const statement of file.statements) {
      const specifier =
        ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
          ? statement.moduleSpecifier
          : undefined
      if (specifier !== undefined) this.runImport(specifier)
    }
    readStatements(file.statements, scope, this.#machine)
    return scope
  }

  /** Reads the module that an import names. */
  runImport(specifier: ts.Expression): void {
    const target = this.#origins.moduleAt(specifier)
    if (target !== undefined) this.run(target)
    else if (this.#origins.isMissing(specifier))
      this.#machine.report(openApiCatalog.missingModule, specifier, specifier.getText().slice(1, -1))
  }

  /** The modules that were read, in the order of their evaluation. */
  get files(): readonly ts.SourceFile[] {
    return [...this.#run]
  }

  #scopeOf(file: ts.SourceFile): Scope {
    const scope = this.#scopes.get(file) ?? new Scope()
    this.#scopes.set(file, scope)
    return scope
  }

  /** The value of a variable, a function, a class or an import. */
  valueOf(symbol: SymbolLike, scope?: Scope): Value | undefined {
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0]
    if (declaration === undefined) return undefined
    const known = scope?.find(declaration)
    if (known !== undefined) return known
    const special = this.#origins.specialValue(symbol, declaration)
    if (special !== undefined) return special
    const file = declaration.getSourceFile()
    if (!this.#origins.isRead(file)) return undefined
    const module = this.#scopeOf(file)
    const around = scope === undefined || isTopLevel(declaration) ? module : scope
    if (ts.isFunctionDeclaration(declaration)) {
      const body = bodyOf(symbol)
      return body === undefined ? undefined : { kind: 'function', node: body, scope: around }
    }
    if (ts.isClassDeclaration(declaration)) return { kind: 'class', node: declaration, scope: around }
    if (ts.isExportAssignment(declaration)) return this.#machine.evaluate(declaration.expression, module)
    const variable = ts.findAncestor(declaration, ts.isVariableDeclaration)
    if (variable?.initializer === undefined || !isTopLevel(variable)) return undefined
    const found = module.find(declaration)
    if (found !== undefined) return found
    // The module has not been read: its variable is used before that, or its file is imported for types only.
    this.#machine.bind(variable.name, this.#machine.evaluate(variable.initializer, module), module)
    return module.find(declaration)
  }
}

function isTopLevel(node: ts.Node): boolean {
  return ts.findAncestor(node.parent, ts.isFunctionLike) === undefined
}
