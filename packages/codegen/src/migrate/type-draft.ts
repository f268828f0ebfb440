import { dirname, relative } from 'node:path'
import { ts } from 'ts-morph'
import { type Diagnostic, diagnose } from '../diagnostics/diagnose.ts'
import { migrateCatalog } from '../diagnostics/migrate-catalog.ts'
import { slashed } from '../parse/project/source-files.ts'
import { spanOfNode } from '../parse/project/spans.ts'
import { type Migrated, type MigratedType, plain } from './migrated.ts'
import { literalValue, unwrapped } from './syntax.ts'

/** The new names of schemas, by the nodes that declare them. */
export interface Names {
  /** The new name of a declaration, and its source; `undefined` if it is not carried over. */
  nameOf(declaration: ts.Node): { readonly name: string; readonly path: string } | undefined
  readonly checker: ts.TypeChecker
  /** The path of the new file of a source. */
  outputOf(path: string): string
}

/** The new file of one source. */
export class Draft {
  readonly file: ts.SourceFile
  readonly names: Names
  readonly types: MigratedType[] = []
  readonly diagnostics: Diagnostic[] = []
  /** Names to import, by module. */
  readonly imports: Map<string, Set<string>> = new Map()

  constructor(file: ts.SourceFile, names: Names) {
    this.file = file
    this.names = names
  }

  /** Reports what has no tag. @param hint how to write it */
  lose(node: ts.Node, what: string, hint: string): void {
    this.diagnostics.push(diagnose(migrateCatalog.lost, spanOfNode(node), what, hint))
  }

  import(module: string, name: string): string {
    this.imports.set(module, (this.imports.get(module) ?? new Set()).add(name))
    return name
  }

  /** The declaration behind a name, also of another file. */
  declarationOf(name: ts.Node): ts.Node | undefined {
    const symbol = this.names.checker.getSymbolAtLocation(name)
    if (symbol === undefined) return undefined
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
    return (isAlias ? this.names.checker.getAliasedSymbol(symbol) : symbol).declarations?.[0]
  }

  /** The module that a name is imported from. */
  moduleOf(name: ts.Expression): string | undefined {
    let at: ts.Node | undefined = this.names.checker.getSymbolAtLocation(name)?.declarations?.[0]
    while (at !== undefined && !ts.isImportDeclaration(at)) at = at.parent
    return at && ts.isStringLiteral(at.moduleSpecifier) ? at.moduleSpecifier.text : undefined
  }

  /** The new type of a schema or class; `undefined` if it is not carried over. */
  referenceTo(name: ts.Node): string | undefined {
    const declaration = this.declarationOf(name)
    const found = declaration && this.names.nameOf(declaration)
    if (found === undefined) return undefined
    if (found.path !== this.file.fileName)
      this.import(this.#moduleOf(this.names.outputOf(found.path)), found.name)
    return found.name
  }

  /** A name that the source imports or declares itself, such as that of an enum; `undefined` for other expressions. */
  ownName(node: ts.Node): string | undefined {
    const declaration = ts.isIdentifier(node) ? this.declarationOf(node) : undefined
    if (declaration === undefined || !ts.isIdentifier(node)) return undefined
    return this.import(this.#moduleOf(declaration.getSourceFile().fileName), node.text)
  }

  /** The type of the values of an enum, of a list or of an object `as const`. */
  enumType(node: ts.Expression): string | undefined {
    const name = this.ownName(node)
    const declaration = name === undefined ? undefined : this.declarationOf(node)
    if (declaration === undefined || name === undefined || ts.isEnumDeclaration(declaration)) return name
    if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return undefined
    const isList = ts.isArrayLiteralExpression(unwrapped(declaration.initializer))
    return `(typeof ${name})[${isList ? 'number' : `keyof typeof ${name}`}]`
  }

  /** The value of a literal or of a member of an enum. */
  constantOf(node: ts.Expression | undefined): unknown {
    const value = literalValue(node)
    if (value !== undefined || node === undefined || !ts.isPropertyAccessExpression(node)) return value
    const member = this.declarationOf(node)
    return member && ts.isEnumMember(member) ? this.names.checker.getConstantValue(member) : undefined
  }

  #moduleOf(path: string): string {
    const from = dirname(this.names.outputOf(this.file.fileName))
    const to = slashed(relative(from, path)).replace(/\.([mc]?)tsx?$/, '.$1js')
    return to.startsWith('.') ? to : `./${to}`
  }

  declare(name: string, value: Migrated, isDto: boolean): void {
    this.types.push({ name, value, isDto })
  }

  /** A value whose object, if it is one, has a declaration of its own. */
  named(name: string, value: Migrated): Migrated {
    if (value.object === undefined) return value
    this.declare(name, { ...plain(name), object: value.object, description: value.description }, false)
    return { ...value, type: name, object: undefined, description: '' }
  }
}
