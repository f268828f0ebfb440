import { ts } from 'ts-morph'
import type { ClassOrigin, FieldType } from '../../model/field-type.ts'
import { isOfLibrary } from '../project/library-types.ts'
import type { TypeRun } from './type-run.ts'

/** A class with a static `parse(text)`; `undefined` without one, or if it cannot be imported. */
export function parseClass(type: ts.Type, node: ts.Node, run: TypeRun): FieldType | undefined {
  const symbol = type.symbol
  if (!hasStaticParse(type, run)) return undefined
  const from = originOf(symbol, node.getSourceFile(), run)
  if (from === undefined) return undefined
  const hasText = ['toJSON', 'toString'].some((name) => {
    const method = type.getProperty(name)
    return method !== undefined && !isHidden(method) && !isInherited(method)
  })
  return { kind: 'class', name: symbol.name === 'default' ? 'Default' : symbol.name, from, hasText }
}

/** Whether `parse` exists, accepts one string and returns an instance or undefined. */
function hasStaticParse(instance: ts.Type, run: TypeRun): boolean {
  const { checker } = run
  const parse = checker.getTypeOfSymbol(instance.symbol).getProperty('parse')
  if (parse === undefined || isHidden(parse)) return false
  return checker
    .getTypeOfSymbol(parse)
    .getCallSignatures()
    .some((signature) => takesText(signature, run) && givesInstance(signature, instance, run))
}

/** Whether every object has the method, as `toString`. */
function isInherited({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(isOfLibrary)
}

function isHidden({ valueDeclaration }: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  return valueDeclaration !== undefined && (ts.getCombinedModifierFlags(valueDeclaration) & hidden) !== 0
}

function takesText(signature: ts.Signature, run: TypeRun): boolean {
  const { checker } = run
  const [first, ...others] = signature.getParameters()
  if (first === undefined) return false
  const declared = signature.declaration?.parameters
  const needsMore = others.some((_, i) => {
    const parameter = declared?.[i + 1]
    return parameter !== undefined && !ts.isJSDocParameterTag(parameter) && !isOptional(parameter)
  })
  const type = checker.getTypeOfSymbol(first)
  const given = isRest(declared?.[0]) ? (type.getNumberIndexType() ?? type) : type
  // The tiny library lacks most members of strings.
  if (partsOf(given).some(({ flags }) => (flags & ts.TypeFlags.Object) !== 0)) run.needsRealLib = true
  return !needsMore && checker.isTypeAssignableTo(checker.getStringType(), given)
}

function isRest(parameter: ts.Node | undefined): boolean {
  return parameter !== undefined && ts.isParameter(parameter) && parameter.dotDotDotToken !== undefined
}

function isOptional(parameter: ts.ParameterDeclaration): boolean {
  const { questionToken, initializer, dotDotDotToken } = parameter
  return [questionToken, initializer, dotDotDotToken].some((part) => part !== undefined)
}

function givesInstance(signature: ts.Signature, instance: ts.Type, run: TypeRun): boolean {
  // TypeScript infers type parameters in the generated file.
  if (signature.typeParameters !== undefined) return true
  const members = partsOf(signature.getReturnType()).filter(
    (member) => (member.flags & ts.TypeFlags.Undefined) === 0 && member !== instance,
  )
  // The tiny library may lack the return type, for example a promise, or its members.
  if (members.length > 0) run.needsRealLib = true
  return members.every((member) => run.checker.isTypeAssignableTo(member, instance))
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type]
}

/** The package specifier in the using file, else the file that declares and exports the class. */
function originOf(symbol: ts.Symbol, file: ts.SourceFile, run: TypeRun): ClassOrigin | undefined {
  const declaring = symbol.declarations?.[0]?.getSourceFile()
  if (declaring === undefined) return undefined
  const declared = exportedName(symbol, declaring, run.checker)
  if (declared === undefined) return undefined
  const found = importOf(symbol, file, run.checker)
  const module = found && run.moduleOf(file, found.specifier)
  // Includes workspace packages, which must not be imported by folder.
  if (found && module?.isExternalLibraryImport && !isRelative(found.specifier))
    return { kind: 'package', ...found }
  const own: ClassOrigin = { kind: 'file', path: declaring.fileName, exported: declared }
  if (!declaring.isDeclarationFile && !isInstalled(declaring.fileName)) return own
  // A project file re-exports the class of a package.
  if (found && module && !isInstalled(module.resolvedFileName))
    return { kind: 'file', path: module.resolvedFileName, exported: found.exported }
  return isInstalled(declaring.fileName) ? undefined : own
}

function isRelative(specifier: string): boolean {
  return /^\.{0,2}\//.test(specifier)
}

function isInstalled(path: string): boolean {
  return path.includes('/node_modules/')
}

function exportedName(symbol: ts.Symbol, file: ts.SourceFile, checker: ts.TypeChecker): string | undefined {
  const module = checker.getSymbolAtLocation(file)
  if (module === undefined) return undefined
  return checker.getExportsOfModule(module).find((one) => resolved(one, checker) === symbol)?.name
}

interface Import {
  readonly specifier: string
  readonly exported: string
}

/** The import of a class in a file. */
function importOf(symbol: ts.Symbol, file: ts.SourceFile, checker: ts.TypeChecker): Import | undefined {
  const isIt = (name: ts.Node): boolean => {
    const local = checker.getSymbolAtLocation(name)
    return local !== undefined && resolved(local, checker) === symbol
  }
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const specifier = statement.moduleSpecifier.text
    const { name, namedBindings } = statement.importClause ?? {}
    if (name && isIt(name)) return { specifier, exported: 'default' }
    const elements = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : []
    const element = elements.find((one) => isIt(one.name))
    if (element) return { specifier, exported: (element.propertyName ?? element.name).text }
  }
  return undefined
}

function resolved(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}
