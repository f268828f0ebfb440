import { sharableNames } from '../model/shared-names.ts'
import { ts } from './compiler.ts'
import { intersectedOf } from './parse-brand.ts'

/** An exported object type, by the name it is exported under. */
export interface ExportedType {
  /** The type's own name; for a default export not the export's. */
  readonly name: string
  readonly exportName: string
  readonly type: ts.Type
  readonly symbol: ts.Symbol
  readonly position: number
  readonly isGeneric: boolean
}

interface Exports {
  readonly types: readonly ExportedType[]
  /** The names of those that its generated file can share. */
  readonly sharable: ReadonlySet<string>
}

/** Each source that uses types of another asks. */
const known = new WeakMap<ts.TypeChecker, Map<ts.SourceFile, Exports>>()

/** What a source exports of its own (not again from elsewhere), in order of source. */
export function exportedTypes(file: ts.SourceFile, checker: ts.TypeChecker): readonly ExportedType[] {
  return exportsOf(file, checker).types
}

export function sharableTypes(file: ts.SourceFile, checker: ts.TypeChecker): ReadonlySet<string> {
  return exportsOf(file, checker).sharable
}

function exportsOf(file: ts.SourceFile, checker: ts.TypeChecker): Exports {
  const byFile = known.get(checker) ?? new Map<ts.SourceFile, Exports>()
  known.set(checker, byFile)
  const found = byFile.get(file)
  if (found !== undefined) return found
  const types = findExportedTypes(file, checker)
  const exports = { types, sharable: sharableNames(types.map(({ name }) => name)) }
  byFile.set(file, exports)
  return exports
}

function findExportedTypes(file: ts.SourceFile, checker: ts.TypeChecker): readonly ExportedType[] {
  const module = checker.getSymbolAtLocation(file)
  if (module === undefined) return []
  const found = checker.getExportsOfModule(module).flatMap((exported): ExportedType[] => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const declaration = symbol.declarations?.find(isTypeDeclaration)
    if (declaration === undefined || declaration.getSourceFile() !== file) return []
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
    if (!isObject || checker.isArrayType(type) || intersectedOf(type) !== undefined) return []
    const isGeneric = (declaration.typeParameters?.length ?? 0) > 0
    const { name, pos } = declaration
    return [{ name: name.text, exportName: exported.name, type, symbol, position: pos, isGeneric }]
  })
  // One that is exported under several names is one type.
  const isFirst = ({ symbol }: ExportedType, i: number): boolean =>
    found.findIndex((one) => one.symbol === symbol) === i
  return found.filter(isFirst).sort((a, b) => a.position - b.position)
}

export function isTypeDeclaration(node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
}
