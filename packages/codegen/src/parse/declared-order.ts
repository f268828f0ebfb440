import type { LiteralValue } from '../model/field-type.ts'
import { ts } from './compiler.ts'
import { literalOf } from './parse-union.ts'

/**
 * The values of a union in the order the source declares them. The compiler has them in the order in which it first met
 * each, which depends on what else it reads; where no declaration tells, they are sorted.
 */
export function inDeclaredOrder(
  values: readonly LiteralValue[],
  node: ts.Node,
  checker: ts.TypeChecker,
): readonly LiteralValue[] {
  if (values.length < 2) return values
  const declared = typeNodesOf(node).flatMap((one) => declaredValues(one, checker, new Set()))
  const isDeclared = values.every((value) => declared.includes(value))
  return isDeclared
    ? declared.filter((value, i) => values.includes(value) && declared.indexOf(value) === i)
    : [...values].sort(compare)
}

function typeNodesOf(node: ts.Node): readonly ts.TypeNode[] {
  if (ts.isInterfaceDeclaration(node)) return (node.heritageClauses ?? []).flatMap(({ types }) => types)
  const isTyped =
    ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isTypeAliasDeclaration(node)
  return isTyped && node.type !== undefined ? [node.type] : []
}

/** The literals that a type node names, through lists, unions and aliases. */
function declaredValues(
  node: ts.Node | undefined,
  checker: ts.TypeChecker,
  seen: Set<ts.Node>,
): LiteralValue[] {
  if (node === undefined || seen.has(node)) return []
  seen.add(node)
  if (ts.isLiteralTypeNode(node)) {
    if (ts.isStringLiteral(node.literal)) return [node.literal.text]
    const value = literalOf(checker.getTypeFromTypeNode(node))
    return value === undefined ? [] : [value]
  }
  if (ts.isTypeReferenceNode(node)) {
    return [...declarationsOf(node, checker), ...(node.typeArguments ?? [])].flatMap((one) =>
      declaredValues(one, checker, seen),
    )
  }
  if (ts.isEnumDeclaration(node)) {
    return node.members.flatMap((member) => checker.getConstantValue(member) ?? [])
  }
  // The names of `{ [K in 'b' | 'a']: string }` stand in the constraint of K.
  const values = ts.isMappedTypeNode(node) ? declaredValues(node.typeParameter.constraint, checker, seen) : []
  ts.forEachChild(node, (child) => {
    if (ts.isTypeNode(child)) values.push(...declaredValues(child, checker, seen))
  })
  return values
}

/** The enum, or the type of the alias, that a reference names. */
function declarationsOf(node: ts.TypeReferenceNode, checker: ts.TypeChecker): readonly ts.Node[] {
  const named = checker.getSymbolAtLocation(node.typeName)
  const symbol = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named
  return (symbol?.declarations ?? []).flatMap((declaration) => {
    if (ts.isTypeAliasDeclaration(declaration)) return declaration.type
    return ts.isEnumDeclaration(declaration) ? declaration : []
  })
}

/** Numbers by size, texts by code unit; kinds apart. */
function compare(a: LiteralValue, b: LiteralValue): number {
  if (typeof a !== typeof b) return typeof a < typeof b ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
