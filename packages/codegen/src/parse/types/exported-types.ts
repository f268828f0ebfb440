import { ts } from 'ts-morph'
import { sharableNames } from '../../model/shared-names.ts'
import { isBodyShaped } from './body-shaped.ts'
import { intersectedOf } from './parse-brand.ts'

/** An exported type. */
export interface ExportedType {
  /** The type's own name, which differs from `exportName` for a default export. */
  readonly name: string
  readonly exportName: string
  readonly type: ts.Type
  readonly symbol: ts.Symbol
  readonly position: number
  readonly isGeneric: boolean
}

interface Exports {
  /** Object types. */
  readonly types: readonly ExportedType[]
  /** Aliases of lists, records and unions of objects; records are also among `types`. */
  readonly bodies: readonly ExportedType[]
  /** Names of the types whose helpers the generated file can export. */
  readonly sharable: ReadonlySet<string>
}

/** Cache: every source that uses types of another looks here. */
const known = new WeakMap<ts.TypeChecker, Map<ts.SourceFile, Exports>>()

/** The object types that a source declares and exports (no re-exports), in source order. */
export function exportedTypes(file: ts.SourceFile, checker: ts.TypeChecker): readonly ExportedType[] {
  return exportsOf(file, checker).types
}

/** Aliases of lists, records and unions of objects, in source order. */
export function exportedBodies(file: ts.SourceFile, checker: ts.TypeChecker): readonly ExportedType[] {
  return exportsOf(file, checker).bodies
}

export function sharableTypes(file: ts.SourceFile, checker: ts.TypeChecker): ReadonlySet<string> {
  return exportsOf(file, checker).sharable
}

function exportsOf(file: ts.SourceFile, checker: ts.TypeChecker): Exports {
  const byFile = known.get(checker) ?? new Map<ts.SourceFile, Exports>()
  known.set(checker, byFile)
  const found = byFile.get(file)
  if (found !== undefined) return found
  const all = findExportedTypes(file, checker)
  const types = all.filter(({ type }) => isObject(type, checker))
  const bodies = all.filter(
    ({ type, symbol, isGeneric }) =>
      !isGeneric && symbol.declarations?.some(ts.isTypeAliasDeclaration) && isBodyShaped(type, checker),
  )
  const namesOf = (some: readonly ExportedType[]): readonly string[] => some.map(({ name }) => name)
  const exports = { types, bodies, sharable: sharableNames(namesOf(types), namesOf(bodies)) }
  byFile.set(file, exports)
  return exports
}

function isObject(type: ts.Type, checker: ts.TypeChecker): boolean {
  const isOne = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
  return isOne && !checker.isArrayType(type) && intersectedOf(type) === undefined
}

function findExportedTypes(file: ts.SourceFile, checker: ts.TypeChecker): readonly ExportedType[] {
  const module = checker.getSymbolAtLocation(file)
  if (module === undefined) return []
  const found = checker.getExportsOfModule(module).flatMap((exported): ExportedType[] => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const declaration = symbol.declarations?.find(isTypeDeclaration)
    if (declaration === undefined || declaration.getSourceFile() !== file) return []
    const type = checker.getDeclaredTypeOfSymbol(symbol)
    const isGeneric = (declaration.typeParameters?.length ?? 0) > 0
    const { name, pos } = declaration
    return [{ name: name.text, exportName: exported.name, type, symbol, position: pos, isGeneric }]
  })
  // A type with several export names counts once.
  const isFirst = ({ symbol }: ExportedType, i: number): boolean =>
    found.findIndex((one) => one.symbol === symbol) === i
  return found.filter(isFirst).sort((a, b) => a.position - b.position)
}

export function isTypeDeclaration(node: ts.Node): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
}
