import { ts } from './compiler.ts'
import { isLibraryPath } from './source-files.ts'

/** Whether a type is the library's of that name. */
export function isGlobal(type: ts.Type, name: string): boolean {
  return type.symbol?.name === name && (type.symbol.declarations ?? []).some(isOfLibrary)
}

/** `Map`, `Buffer`, `interface Rows extends Array<Row> {}`: what has more to it than the properties that it declares. */
export function isNoPlainObject(type: ts.Type, checker: ts.TypeChecker): boolean {
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.Number)?.declaration
  if (index !== undefined && isOfLibrary(index)) return true
  return isLibraryInterface(type, checker) || type.getProperties().some(isLibraryMethod)
}

function isLibraryMethod({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((node) => ts.isMethodSignature(node) && isOfLibrary(node))
}

/**
 * An interface of the library, or one that goes with a global value. A mapped type such as Record is declared in the library
 * and still a plain object.
 */
function isLibraryInterface({ symbol }: ts.Type, checker: ts.TypeChecker): boolean {
  const declared = symbol?.declarations?.find(ts.isInterfaceDeclaration)
  if (declared === undefined) return false
  const isValue = (symbol.flags & ts.SymbolFlags.Variable) !== 0
  return isOfLibrary(declared) || (isValue && isGlobalFile(declared.getSourceFile(), checker))
}

function isGlobalFile(file: ts.SourceFile, checker: ts.TypeChecker): boolean {
  return file.isDeclarationFile && checker.getSymbolAtLocation(file) === undefined
}

/** Whether the library declares it, ours or the compiler's. */
export function isOfLibrary(node: ts.Node): boolean {
  return isLibraryPath(node.getSourceFile().fileName)
}

/** Whether a type is one of `@ctxgen/runtime`. */
export function isRuntimeType(type: ts.Type): boolean {
  return (
    type.symbol?.declarations?.[0]?.getSourceFile().fileName.endsWith('/__ctxgen__/runtime.d.ts') ?? false
  )
}
