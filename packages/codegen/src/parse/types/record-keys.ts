import { ts } from 'ts-morph'
import { isOfLibrary } from '../project/library-types.ts'

/**
 * The keys of a record as its declaration names them, `int` in `Record<int, T>`: the index signature of the type has
 * `number`. `undefined` if the declaration computes them.
 */
export function numberKeysOf(
  type: ts.Type,
  { keyType }: ts.IndexInfo,
  checker: ts.TypeChecker,
): ts.Type | undefined {
  const mapped = type.symbol?.declarations?.find(ts.isMappedTypeNode)
  if (mapped === undefined) return keyType
  const { aliasSymbol: alias, aliasTypeArguments: given = [] } = type
  const declared = alias?.declarations?.find(ts.isTypeAliasDeclaration)
  if (alias === undefined || declared === undefined) return constraintOf(mapped, checker)
  const [first] = given
  if (isOfLibrary(declared) && first !== undefined) {
    const index = checker.getIndexInfoOfType(first, ts.IndexKind.Number)
    return index === undefined ? first : numberKeysOf(first, index, checker)
  }
  const keys = keysOfNode(declared.type, checker)
  const parameter = declared.typeParameters?.findIndex((one) => checker.getTypeAtLocation(one) === keys) ?? -1
  return given[parameter] ?? keys
}

/** The keys of `Record<int, T>`, `Partial<Record<int, T>>`, `{ [K in int]: T }` or an alias of them. */
function keysOfNode(node: ts.TypeNode, checker: ts.TypeChecker): ts.Type | undefined {
  if (ts.isMappedTypeNode(node)) return constraintOf(node, checker)
  if (!ts.isTypeReferenceNode(node)) return undefined
  const declared = checker.getSymbolAtLocation(node.typeName)?.declarations?.find(ts.isTypeAliasDeclaration)
  if (declared === undefined) return undefined
  const [first] = node.typeArguments ?? []
  if (first === undefined) return keysOfNode(declared.type, checker)
  if (!isOfLibrary(declared)) return undefined
  return declared.name.text === 'Record' ? checker.getTypeFromTypeNode(first) : keysOfNode(first, checker)
}

function constraintOf({ typeParameter }: ts.MappedTypeNode, checker: ts.TypeChecker): ts.Type | undefined {
  return typeParameter.constraint && checker.getTypeFromTypeNode(typeParameter.constraint)
}
