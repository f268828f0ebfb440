import { ts } from 'ts-morph'
import { isLibraryPath, runtimePath } from './source-files.ts'

/** Whether this is the library type of that name. */
export function isGlobal(type: ts.Type, name: string): boolean {
  return type.symbol?.name === name && (type.symbol.declarations ?? []).some(isOfLibrary)
}

/** `Map`, `Buffer`, `interface Rows extends Array<Row> {}`: objects with more than their declared properties. */
export function isNoPlainObject(type: ts.Type, checker: ts.TypeChecker): boolean {
  const known = noPlainObjects.get(type) ?? findsLibrary(type, checker)
  noPlainObjects.set(type, known)
  return known
}

/** An object of a package may stand in hundreds of unions. */
const noPlainObjects = new WeakMap<ts.Type, boolean>()

function findsLibrary(type: ts.Type, checker: ts.TypeChecker): boolean {
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.Number)?.declaration
  if (index !== undefined && isOfLibrary(index)) return true
  return isLibraryInterface(type, checker) || type.getProperties().some(isLibraryMethod)
}

function isLibraryMethod({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((node) => ts.isMethodSignature(node) && isOfLibrary(node))
}

/**
 * An interface of the library, or one with a global value of the same name. A mapped type such as Record comes from the
 * library too, but is a plain object.
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

/** Whether the declaration is in the tiny library or the compiler's. */
export function isOfLibrary(node: ts.Node): boolean {
  return isLibraryPath(node.getSourceFile().fileName)
}

/** Whether the type comes from `@ctxgen/runtime`. */
export function isRuntimeType(type: ts.Type): boolean {
  return type.symbol?.declarations?.[0]?.getSourceFile().fileName === runtimePath
}

/** Whether values can be called; an object of this kind may have properties and index signatures, too. */
export function isFunction(type: ts.Type): boolean {
  return type.getCallSignatures().length + type.getConstructSignatures().length > 0
}

/** Whether a type is an array or a tuple. */
export function isList(type: ts.Type, checker: ts.TypeChecker): boolean {
  return checker.isArrayType(type) || checker.isTupleType(type)
}
