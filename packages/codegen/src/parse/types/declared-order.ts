import { ts } from 'ts-morph'
import type { LiteralValue } from '../../model/field-type.ts'
import { literalOf } from './parse-union.ts'

/**
 * The values of a union in source order, or sorted if no declaration lists them. The compiler's order depends on the other
 * files of the program.
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

/** The literals in a type node, through lists, unions and aliases. */
function declaredValues(
  node: ts.Node | undefined,
  checker: ts.TypeChecker,
  seen: Set<ts.Node>,
): LiteralValue[] {
  if (node === undefined || seen.has(node)) return []
  seen.add(node)
  if (ts.isLiteralTypeNode(node)) {
    if (ts.isStringLiteral(node.literal)) return [node.literal.text]
    const value = literalOf(checker.getTypeFromTypeNode(node), checker)
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
  // `typeof colours`, as in `(typeof colours)[keyof typeof colours]`.
  if (ts.isTypeQueryNode(node)) return partsOfConstant(node.exprName, checker).flatMap(({ values }) => values)
  if (ts.isTypeOperatorNode(node) && ts.isTypeQueryNode(node.type))
    return partsOfConstant(node.type.exprName, checker).flatMap(({ name }) => name ?? [])
  // The names of `{ [K in 'b' | 'a']: string }` are in the constraint of K.
  const values = ts.isMappedTypeNode(node) ? declaredValues(node.typeParameter.constraint, checker, seen) : []
  ts.forEachChild(node, (child) => {
    if (ts.isTypeNode(child)) values.push(...declaredValues(child, checker, seen))
  })
  return values
}

interface ConstantPart {
  readonly name: string | undefined
  readonly values: readonly LiteralValue[]
}

/** The properties or elements of the constant object or list behind a name. */
function partsOfConstant(name: ts.Node, checker: ts.TypeChecker): readonly ConstantPart[] {
  const named = checker.getSymbolAtLocation(name)
  const symbol = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named
  const declaration = symbol?.valueDeclaration
  const initializer =
    declaration !== undefined && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
  const value = initializer && withoutAssertions(initializer)
  const partOf = (at: ts.Expression, name?: string): ConstantPart => {
    const literal = literalOf(checker.getTypeAtLocation(withoutAssertions(at)), checker)
    return { name, values: literal === undefined ? [] : [literal] }
  }
  if (value !== undefined && ts.isArrayLiteralExpression(value))
    return value.elements.map((one) => partOf(one))
  if (value === undefined || !ts.isObjectLiteralExpression(value)) return []
  return value.properties.flatMap((one) => {
    if (!ts.isPropertyAssignment(one) || ts.isComputedPropertyName(one.name)) return []
    return [partOf(one.initializer, one.name.text)]
  })
}

function withoutAssertions(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
  return isWrapped ? withoutAssertions(node.expression) : node
}

/** The declarations of a referenced enum or alias. */
function declarationsOf(node: ts.TypeReferenceNode, checker: ts.TypeChecker): readonly ts.Node[] {
  const named = checker.getSymbolAtLocation(node.typeName)
  const symbol = named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named
  return (symbol?.declarations ?? []).flatMap((declaration) => {
    if (ts.isTypeAliasDeclaration(declaration)) return declaration.type
    return ts.isEnumDeclaration(declaration) ? declaration : []
  })
}

/** Groups kinds; sorts numbers by value, texts by code unit. */
function compare(a: LiteralValue, b: LiteralValue): number {
  if (typeof a !== typeof b) return typeof a < typeof b ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The types of a union in declaration order. Without one, as with type arguments, they are sorted by their text.
 * @param types two or more
 */
export function typesInDeclaredOrder(
  types: readonly ts.Type[],
  node: ts.Node,
  checker: ts.TypeChecker,
): readonly ts.Type[] {
  const wanted = new Set(types)
  for (const declared of typeNodesOf(node)) {
    const found = declaredUnion(declared, wanted, checker, new Set())
    if (found !== undefined) return found
  }
  return [...types].sort((a, b) => (sortedAs(a, checker) < sortedAs(b, checker) ? -1 : 1))
}

const texts = new WeakMap<ts.Type, string>()

function sortedAs(type: ts.Type, checker: ts.TypeChecker): string {
  const text = texts.get(type) ?? checker.typeToString(type)
  texts.set(type, text)
  return text
}

/** The types of the first union that has all of them, as an earlier one may have only some. */
function declaredUnion(
  node: ts.Node,
  wanted: ReadonlySet<ts.Type>,
  checker: ts.TypeChecker,
  seen: Set<ts.Node>,
): readonly ts.Type[] | undefined {
  if (seen.has(node)) return undefined
  seen.add(node)
  const below = nodesBelow(node, checker)
  // A name of one type, as most nodes are.
  if (below.length === 0) return undefined
  if (holdsAll(node, wanted, checker)) {
    const found = new Set(unitedTypes(node, wanted, checker, new Set()))
    if (found.size === wanted.size) return [...found]
  }
  for (const one of below) {
    const declared = declaredUnion(one, wanted, checker, seen)
    if (declared !== undefined) return declared
  }
  return undefined
}

function holdsAll(node: ts.Node, wanted: ReadonlySet<ts.Type>, checker: ts.TypeChecker): boolean {
  const type = ts.isTypeNode(node) ? checker.getTypeFromTypeNode(node) : undefined
  if (!type?.isUnion() || type.types.length < wanted.size) return false
  return type.types.filter((one) => wanted.has(one)).length === wanted.size
}

/** The wanted types in a node: the node itself or its union members. */
function unitedTypes(
  node: ts.Node,
  wanted: ReadonlySet<ts.Type>,
  checker: ts.TypeChecker,
  seen: Set<ts.Node>,
): readonly ts.Type[] {
  if (seen.has(node)) return []
  seen.add(node)
  if (ts.isTypeNode(node)) {
    const type = checker.getTypeFromTypeNode(node)
    if (wanted.has(type)) return [type]
  }
  const isUniting =
    ts.isUnionTypeNode(node) || ts.isParenthesizedTypeNode(node) || ts.isTypeReferenceNode(node)
  return isUniting ? nodesBelow(node, checker).flatMap((one) => unitedTypes(one, wanted, checker, seen)) : []
}

/** Hundreds of unions may name the same alias. By checker, as a node outlives it in a watch. */
const below = new WeakMap<ts.TypeChecker, WeakMap<ts.Node, readonly ts.Node[]>>()

function nodesBelow(node: ts.Node, checker: ts.TypeChecker): readonly ts.Node[] {
  const ofChecker = below.get(checker) ?? new WeakMap<ts.Node, readonly ts.Node[]>()
  below.set(checker, ofChecker)
  const found =
    ofChecker.get(node) ??
    (ts.isTypeReferenceNode(node)
      ? [...declarationsOf(node, checker), ...(node.typeArguments ?? [])]
      : childTypes(node))
  ofChecker.set(node, found)
  return found
}

function childTypes(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => {
    if (ts.isTypeNode(child)) children.push(child)
  })
  return children
}
