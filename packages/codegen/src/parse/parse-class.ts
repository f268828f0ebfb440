import type { ClassOrigin, FieldType } from '../model/field-type.ts'
import { ts } from './compiler.ts'
import type { ParseRun } from './parse-run.ts'

/** A class that text is parsed into; `undefined` when it has no static `parse` or nothing can import it. */
export function parseClass(type: ts.Type, node: ts.Node, run: ParseRun): FieldType | undefined {
  const symbol = type.symbol
  if (!hasStaticParse(symbol, run.checker)) return undefined
  const from = originOf(symbol, node.getSourceFile(), run.checker)
  return from && { kind: 'class', name: symbol.name === 'default' ? 'Default' : symbol.name, from }
}

/** Whether `parse` is there and may be called with one text. */
function hasStaticParse(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const parse = symbol.exports?.get(ts.escapeLeadingUnderscores('parse'))
  if (parse === undefined) return false
  return checker
    .getTypeOfSymbol(parse)
    .getCallSignatures()
    .some((signature) => signature.getParameters().length >= 1)
}

/** As the DTO's file imports it from a package, else the file that declares and exports it. */
function originOf(symbol: ts.Symbol, file: ts.SourceFile, checker: ts.TypeChecker): ClassOrigin | undefined {
  const declaring = symbol.declarations?.[0]?.getSourceFile()
  if (declaring === undefined) return undefined
  const exported = exportedName(symbol, declaring, checker)
  if (exported === undefined) return undefined
  if (!declaring.fileName.includes('/node_modules/'))
    return { kind: 'file', path: declaring.fileName, exported }
  const specifier = importSpecifier(symbol, file, checker)
  return specifier && { kind: 'package', ...specifier }
}

function exportedName(symbol: ts.Symbol, file: ts.SourceFile, checker: ts.TypeChecker): string | undefined {
  const module = checker.getSymbolAtLocation(file)
  if (module === undefined) return undefined
  return checker.getExportsOfModule(module).find((one) => resolved(one, checker) === symbol)?.name
}

function importSpecifier(
  symbol: ts.Symbol,
  file: ts.SourceFile,
  checker: ts.TypeChecker,
): { specifier: string; exported: string } | undefined {
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const bindings = statement.importClause?.namedBindings
    for (const element of bindings && ts.isNamedImports(bindings) ? bindings.elements : []) {
      const local = checker.getSymbolAtLocation(element.name)
      if (local !== undefined && resolved(local, checker) === symbol) {
        return {
          specifier: statement.moduleSpecifier.text,
          exported: (element.propertyName ?? element.name).text,
        }
      }
    }
  }
  return undefined
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}
