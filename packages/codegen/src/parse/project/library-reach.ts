import { ts } from 'ts-morph'
import { isOfLibrary } from './library-types.ts'

/**
 * Finds the sources whose types depend on more of the library than its names. Each is judged by its own reach: its types
 * and all that they name, whatever else is in the program.
 */
export class LibraryReach {
  readonly #checker: ts.TypeChecker
  /** Declarations whose whole reach depends on names alone. */
  readonly #known = new Set<ts.Node>()

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** Whether a type in reach looks into a type of the library, or a name is not found in the tiny one. */
  needsRealLib(file: ts.SourceFile): boolean {
    const reached = new Set<ts.Node>(file.statements.filter(isType))
    const walk = new LibraryWalk(this.#checker, (node) => {
      if (!this.#known.has(node)) reached.add(node)
    })
    for (const node of reached) if (walk.dependsOn(node)) return true
    for (const node of reached) this.#known.add(node)
    return false
  }
}

/** The types of a source, which decide together what its generated file exports. */
function isType(node: ts.Node): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
}

/** Utility types that copy members. Each looks into its first argument. */
const copying: readonly string[] = ['Partial', 'Required', 'Readonly', 'Pick', 'Omit']
/** Utility types that compare their arguments. */
const comparing: readonly string[] = ['Exclude', 'Extract']
/** Utility types that look into functions and promises. */
const inferring: readonly string[] = [
  'Parameters',
  'ConstructorParameters',
  'ReturnType',
  'InstanceType',
  'Awaited',
]

class LibraryWalk {
  readonly #checker: ts.TypeChecker
  readonly #reach: (node: ts.Node) => void

  constructor(checker: ts.TypeChecker, reach: (node: ts.Node) => void) {
    this.#checker = checker
    this.#reach = reach
  }

  /** Whether a node depends on the library by itself; what it names is passed on. */
  dependsOn(node: ts.Node): boolean {
    // Keywords, names and literals, which are most nodes.
    if (ts.isToken(node)) return false
    if (ts.isConditionalTypeNode(node) || ts.isInferTypeNode(node)) return true
    if (ts.isTypeReferenceNode(node)) return this.#namesLibrary(node.typeName, node) || this.#within(node)
    if (ts.isExpressionWithTypeArguments(node)) return this.#extendsLibrary(node) || this.#within(node)
    if (ts.isImportTypeNode(node)) return this.#imports(node) || this.#within(node)
    if (ts.isTypeQueryNode(node)) return this.#queriesLibrary(node.exprName) || this.#within(node)
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword)
      return !this.#hasOwnMembers(node.type) || this.#within(node)
    if (ts.isIndexedAccessTypeNode(node)) return this.#looksUp(node) || this.#within(node)
    if (ts.isIntersectionTypeNode(node))
      return !node.types.every((one) => this.#isOwnPart(one)) || this.#within(node)
    if (ts.isComputedPropertyName(node)) return this.#isComputed(node.expression)
    if (ts.isClassLike(node)) return this.#inheritsLibrary(node)
    if (ts.isEnumDeclaration(node)) return node.members.some((member) => this.#isComputedMember(member))
    if (ts.isEnumMember(node)) return this.#isComputedMember(node)
    if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) return this.#infers(node)
    if (ts.isPropertyDeclaration(node)) return node.type === undefined || this.dependsOn(node.type)
    return this.#within(node)
  }

  #within(node: ts.Node): boolean {
    return ts.forEachChild(node, (child) => this.dependsOn(child) || undefined) ?? false
  }

  /** Whether a name is not found, or is a utility type whose result depends on members of the library. */
  #namesLibrary(name: ts.Node, { typeArguments }: ts.NodeWithTypeArguments): boolean {
    const declarations = this.#declarationsOf(name)
    const types = declarations?.filter(isTypeLike)
    if (types === undefined || types.length === 0) return true
    if (!types.some(isOfLibrary)) return this.#pass(types)
    const text = name.getText()
    const [first, second] = typeArguments ?? []
    if (inferring.includes(text)) return true
    if (copying.includes(text)) return first === undefined || !this.#hasOwnMembers(first)
    return comparing.includes(text) && (!first || !second || !this.#areComparable(first, second))
  }

  /** An interface that extends a type of the library has the members of that type. */
  #extendsLibrary(node: ts.ExpressionWithTypeArguments): boolean {
    const isUtility = [...copying, 'Record'].includes(node.expression.getText())
    const isLibrary = this.#declarationsOf(node.expression)?.some(isOfLibrary) ?? true
    return (isLibrary && !isUtility) || this.#namesLibrary(node.expression, node)
  }

  #imports(node: ts.ImportTypeNode): boolean {
    const name = node.qualifier
    if (name === undefined) return true
    return node.isTypeOf ? this.#queriesLibrary(name) : this.#namesLibrary(name, node)
  }

  #queriesLibrary(name: ts.Node): boolean {
    const values = this.#declarationsOf(name)?.filter(isValue)
    if (values === undefined || values.length === 0 || values.some(isOfLibrary)) return true
    return this.#pass(values)
  }

  #looksUp({ objectType, indexType }: ts.IndexedAccessTypeNode): boolean {
    const object = this.#checker.getTypeFromTypeNode(objectType)
    const isList = this.#checker.isArrayType(object) || this.#checker.isTupleType(object)
    const key = this.#checker.getTypeFromTypeNode(indexType)
    if (isList) return (key.flags & ts.TypeFlags.NumberLike) === 0
    return !this.#hasOwnMembers(objectType)
  }

  /** Whether every comparison of the members of one type with those of the other ends at own members. */
  #areComparable(one: ts.TypeNode, other: ts.TypeNode): boolean {
    const [from, to] = [one, other].map((node) => partsOf(this.#checker.getTypeFromTypeNode(node)))
    if (from === undefined || to === undefined || [...from, ...to].some(isOpen)) return false
    if (to.every(isPrimitive)) return true
    const isFlat = (type: ts.Type): boolean =>
      type.getProperties().every((one) => partsOf(this.#checker.getTypeOfSymbol(one)).every(isPrimitive))
    return from.every(isOwn) && to.every((type) => isPrimitive(type) || (isOwn(type) && isFlat(type)))
  }

  #hasOwnMembers(node: ts.TypeNode): boolean {
    return partsOf(this.#checker.getTypeFromTypeNode(node)).every(isOwn)
  }

  /** Part of an intersection: an own object, or the primitive of a brand. */
  #isOwnPart(node: ts.TypeNode): boolean {
    const parts = partsOf(this.#checker.getTypeFromTypeNode(node))
    return parts.every((type) => isOwn(type) || isPrimitive(type))
  }

  #isComputed(name: ts.Expression): boolean {
    if (ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return false
    const values = this.#declarationsOf(name)
    if (values === undefined || values.length === 0) return true
    return values.some(isOfLibrary) ? false : this.#pass(values)
  }

  /** Whether members of a class come from elsewhere than a class of the user. Its own are compared by parse-class.ts. */
  #inheritsLibrary({ heritageClauses }: ts.ClassLikeDeclaration): boolean {
    const bases = (heritageClauses ?? []).filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    return bases.some(({ types }) => types.some(({ expression }) => this.#queriesLibrary(expression)))
  }

  #isComputedMember(member: ts.EnumMember): boolean {
    return member.initializer !== undefined && this.#checker.getConstantValue(member) === undefined
  }

  /** Whether the type of a value is inferred by members of the library. */
  #infers(node: ts.VariableDeclaration | ts.PropertyAssignment): boolean {
    if (ts.isVariableDeclaration(node) && node.type !== undefined) return this.dependsOn(node.type)
    return node.initializer === undefined || !this.#isPlain(node.initializer)
  }

  /** Whether the value of an expression is written out: literals, lists and objects of them, and names of others. */
  #isPlain(node: ts.Expression): boolean {
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return (
        this.#isPlain(node.expression) && (ts.isConstTypeReference(node.type) || !this.dependsOn(node.type))
      )
    if (ts.isParenthesizedExpression(node)) return this.#isPlain(node.expression)
    if (ts.isPrefixUnaryExpression(node)) return this.#isPlain(node.operand)
    if (ts.isArrayLiteralExpression(node)) return node.elements.every((one) => this.#isPlain(one))
    if (ts.isSpreadElement(node)) return this.#isPlain(node.expression)
    if (ts.isObjectLiteralExpression(node)) return node.properties.every((one) => this.#isPlainMember(one))
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) return !this.#queriesLibrary(node)
    return ts.isLiteralExpression(node) ? !ts.isRegularExpressionLiteral(node) : isKeyword(node)
  }

  #isPlainMember(member: ts.ObjectLiteralElementLike): boolean {
    if (ts.isSpreadAssignment(member)) return this.#isPlain(member.expression)
    return (
      ts.isPropertyAssignment(member) && !this.dependsOn(member.name) && this.#isPlain(member.initializer)
    )
  }

  #declarationsOf(name: ts.Node): readonly ts.Node[] | undefined {
    const found = this.#checker.getSymbolAtLocation(name)
    if (found === undefined) return undefined
    const isAlias = (found.flags & ts.SymbolFlags.Alias) !== 0
    return (isAlias ? this.#checker.getAliasedSymbol(found) : found).declarations
  }

  /** Passes declarations on, with the types beside them. Returns whether the type of one is inferred from code. */
  #pass(nodes: readonly ts.Node[]): boolean {
    if (!nodes.every(isRead)) return true
    for (const node of nodes) {
      if (ts.isTypeParameterDeclaration(node)) continue
      this.#reach(node)
      const file = node.getSourceFile()
      if (!file.isDeclarationFile) for (const one of file.statements) if (isType(one)) this.#reach(one)
    }
    return false
  }
}

/** Declarations that {@link LibraryWalk.dependsOn} reads; the types of others come out of code. */
function isRead(node: ts.Node): boolean {
  if (ts.isPropertyDeclaration(node)) return node.type !== undefined
  const hasValue =
    ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) || ts.isPropertySignature(node)
  return isTypeLike(node) || hasValue
}

function isTypeLike(node: ts.Node): boolean {
  return (
    isType(node) ||
    ts.isClassLike(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isEnumMember(node) ||
    ts.isTypeParameterDeclaration(node)
  )
}

function isValue(node: ts.Node): boolean {
  return !isType(node)
}

function isKeyword({ kind }: ts.Node): boolean {
  return [ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(kind)
}

const primitive =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Void |
  ts.TypeFlags.Never

function isPrimitive(type: ts.Type): boolean {
  return (type.flags & primitive) !== 0
}

/** A type that only the use of a generic type settles. */
function isOpen(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Instantiable | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnionOrIntersection() ? type.types.flatMap(partsOf) : [type]
}

/** Whether an object has members of the user alone. */
function isOwn(type: ts.Type): boolean {
  if ((type.flags & ts.TypeFlags.Object) === 0) return false
  const { declarations = [] } = type.symbol ?? {}
  if (declarations.some((node) => isOfLibrary(node) && ts.isInterfaceDeclaration(node))) return false
  return !type.getProperties().some((member) => member.declarations?.some(isOfLibrary) ?? false)
}
