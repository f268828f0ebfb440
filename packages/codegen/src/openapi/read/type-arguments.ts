import { ts } from 'ts-morph'
import type { Site } from './machine.ts'

/** The meaning of a function's type parameters in a call. */
export function typeArgumentsOf(
  { typeParameters, parameters }: ts.FunctionLikeDeclaration,
  { node, args, scope }: Site,
  checker: ts.TypeChecker,
): ReadonlyMap<ts.Type, ts.Type> {
  const found = new Map<ts.Type, ts.Type>()
  if (typeParameters === undefined || typeParameters.length === 0) return found
  const written = ts.isCallExpression(node) ? node.typeArguments : undefined
  for (const [i, parameter] of typeParameters.entries()) {
    const argument = written?.[i]
    if (argument !== undefined)
      found.set(checker.getTypeAtLocation(parameter), checker.getTypeAtLocation(argument))
  }
  for (const [i, parameter] of parameters.entries()) {
    const argument = args[i]
    if (argument !== undefined)
      match(checker.getTypeAtLocation(parameter), checker.getTypeAtLocation(argument), found, checker)
  }
  // An argument may itself be of a type parameter of the calling function.
  for (const [parameter, type] of found) found.set(parameter, scope.typeOf(type) ?? type)
  return found
}

const deepest = 5

/** Finds the type parameters of a declared type in the type of an argument. */
function match(
  declared: ts.Type,
  given: ts.Type,
  found: Map<ts.Type, ts.Type>,
  checker: ts.TypeChecker,
  depth = 0,
): void {
  if (depth > deepest) return
  if (declared.flags & ts.TypeFlags.TypeParameter) {
    if (!found.has(declared)) found.set(declared, given)
    return
  }
  const parts = partsOf(declared, checker)
  const givenParts = partsOf(given, checker)
  for (const [i, part] of parts.entries()) {
    const other = givenParts[i]
    if (other !== undefined && parts.length === givenParts.length)
      match(part, other, found, checker, depth + 1)
  }
  if (parts.length > 0) return
  for (const property of declared.getProperties()) {
    const other = given.getProperty(property.name)
    if (other === undefined) continue
    match(checker.getTypeOfSymbol(property), checker.getTypeOfSymbol(other), found, checker, depth + 1)
  }
}

function partsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  if (type.aliasTypeArguments !== undefined) return type.aliasTypeArguments
  const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
  return isReference ? checker.getTypeArguments(type as ts.TypeReference) : []
}
