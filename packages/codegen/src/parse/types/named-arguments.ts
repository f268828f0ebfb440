import { ts } from 'ts-morph'

/** A program and its aliases with rules. */
interface NamedRules {
  readonly checker: ts.TypeChecker
  readonly ruledAliases: ReadonlySet<ts.TypeAliasDeclaration>
}

/** The symbol that a type node names: of a type or a type parameter. */
export function namedSymbol(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isExpressionWithTypeArguments(node)
      ? node.expression
      : ts.isImportTypeNode(node)
        ? node.qualifier
        : undefined
  const symbol = name && checker.getSymbolAtLocation(name)
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** A type node that stands for a type parameter. */
interface TypeArgument {
  readonly node: ts.TypeNode
  /** The arguments of the parameters in `node`. */
  readonly around: TypeArguments
  /** Equal for arguments with the same rules. */
  readonly key: string
}

/**
 * The arguments of type parameters that name an alias with rules. The compiler's types do not have them: `Page<Id>` is
 * `Page<int>`. A parameter with several uses, as in `Page<Id> | Page<Name>`, has several arguments.
 */
export type TypeArguments = ReadonlyMap<ts.Symbol, readonly TypeArgument[]>

export const noArguments: TypeArguments = new Map()

/** The arguments in a declaration: in the type of a property, the bases of an interface, or the body of an alias. */
export function argumentsIn(node: ts.Node, around: TypeArguments, program: NamedRules): TypeArguments {
  if (program.ruledAliases.size === 0) return noArguments
  const found = new Map<ts.Symbol, TypeArgument[]>()
  new ArgumentSearch(program, found).visit(node, around)
  return found.size === 0 ? noArguments : found
}

class ArgumentSearch {
  readonly #program: NamedRules
  readonly #found: Map<ts.Symbol, TypeArgument[]>
  readonly #open = new Set<ts.Node>()

  constructor(program: NamedRules, found: Map<ts.Symbol, TypeArgument[]>) {
    this.#program = program
    this.#found = found
  }

  visit(node: ts.Node, around: TypeArguments): void {
    for (const one of typeNodesIn(node)) this.#enter(one, around)
  }

  #enter(node: ts.Node, around: TypeArguments): void {
    this.visit(node, around)
    const symbol = namedSymbol(node, this.#program.checker)
    if (symbol === undefined) return
    for (const { node: bound, around: outer } of around.get(symbol) ?? []) this.#enter(bound, outer)
    for (const declared of symbol.declarations ?? []) this.#declared(declared, node, around)
  }

  #declared(declared: ts.Node, use: ts.Node, around: TypeArguments): void {
    const isType = ts.isInterfaceDeclaration(declared) || ts.isTypeAliasDeclaration(declared)
    if (!isType || this.#open.has(declared)) return
    this.#open.add(declared)
    const own = bindArguments(declared, use, around, this.#program)
    for (const [parameter, bound] of own) {
      const before = this.#found.get(parameter) ?? []
      const isNew = ({ key }: TypeArgument): boolean => before.every((one) => one.key !== key)
      this.#found.set(parameter, [...before, ...bound.filter(isNew)])
    }
    this.visit(declared, own)
    this.#open.delete(declared)
  }
}

/** The type nodes directly in a declaration or type, without those of the members of objects. */
function typeNodesIn(node: ts.Node): readonly ts.Node[] {
  if (ts.isInterfaceDeclaration(node)) return (node.heritageClauses ?? []).flatMap(({ types }) => types)
  if (ts.isTypeAliasDeclaration(node)) return [node.type]
  if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) return node.type ? [node.type] : []
  const children: ts.Node[] = []
  if (ts.isTypeLiteralNode(node))
    return node.members.filter(ts.isIndexSignatureDeclaration).map(({ type }) => type)
  ts.forEachChild(node, (child) => {
    if (ts.isTypeNode(child)) children.push(child)
  })
  return children
}

/** The arguments of a declaration's own parameters at one use. */
export function bindArguments(
  declared: ts.InterfaceDeclaration | ts.TypeAliasDeclaration,
  use: ts.Node,
  around: TypeArguments,
  program: NamedRules,
): TypeArguments {
  const given = 'typeArguments' in use ? (use as ts.TypeReferenceNode).typeArguments : undefined
  const bound = new Map<ts.Symbol, readonly TypeArgument[]>()
  for (const [i, parameter] of (declared.typeParameters ?? []).entries()) {
    const symbol = program.checker.getSymbolAtLocation(parameter.name)
    const node = given?.[i] ?? parameter.default
    if (symbol === undefined || node === undefined) continue
    const found = argumentsOf(node, given?.[i] === undefined ? bound : around, program)
    if (found.length > 0) bound.set(symbol, found)
  }
  return bound
}

/** The arguments that a node passes; none if it names no alias with rules. */
function argumentsOf(node: ts.TypeNode, around: TypeArguments, program: NamedRules): readonly TypeArgument[] {
  const symbol = namedSymbol(node, program.checker)
  const passed = symbol && around.get(symbol)
  if (passed !== undefined) return passed
  const named = [...namedAliases(node, around, program)]
  if (named.length === 0) return []
  const places = named.map((one) => `${one.getSourceFile().fileName}:${one.pos}`)
  return [{ node, around, key: [node.getText(), ...places].join(' ') }]
}

/** The aliases with rules that a type's text names, also through aliases without. */
export function namedAliases(
  node: ts.Node,
  around: TypeArguments,
  program: NamedRules,
  found: Set<ts.TypeAliasDeclaration> = new Set(),
  seen: Set<ts.Node> = new Set(),
): ReadonlySet<ts.TypeAliasDeclaration> {
  if (seen.has(node)) return found
  seen.add(node)
  const symbol = namedSymbol(node, program.checker)
  for (const { node: bound, around: outer } of (symbol && around.get(symbol)) ?? [])
    namedAliases(bound, outer, program, found, seen)
  for (const declared of symbol?.declarations ?? []) {
    if (!ts.isTypeAliasDeclaration(declared)) continue
    if (program.ruledAliases.has(declared)) found.add(declared)
    namedAliases(declared.type, noArguments, program, found, seen)
  }
  const member = ts.isIndexedAccessTypeNode(node) ? memberNode(node, program.checker) : undefined
  if (member !== undefined) namedAliases(member, noArguments, program, found, seen)
  ts.forEachChild(node, (child) => {
    namedAliases(child, around, program, found, seen)
  })
  return found
}

/** The declared type of `Item['id']`. */
export function memberNode(
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  checker: ts.TypeChecker,
): ts.TypeNode | undefined {
  if (!ts.isLiteralTypeNode(indexType) || !ts.isStringLiteral(indexType.literal)) return undefined
  const property = checker.getTypeFromTypeNode(objectType).getProperty(indexType.literal.text)
  const [declared] = property?.declarations ?? []
  return declared !== undefined && ts.isPropertySignature(declared) ? declared.type : undefined
}

/** The arguments that the members of an object depend on. */
export function argumentsOfMembers(
  type: ts.Type,
  found: TypeArguments,
  checker: ts.TypeChecker,
): TypeArguments {
  if (found.size === 0) return noArguments
  const owners = new Set<ts.Node>()
  const declarations = [...type.getProperties(), type.symbol, type.aliasSymbol].flatMap(
    (one) => one?.declarations ?? [],
  )
  for (const { declaration } of checker.getIndexInfosOfType(type))
    if (declaration) declarations.push(declaration)
  for (const declared of declarations)
    for (let node: ts.Node = declared; node !== undefined; node = node.parent) owners.add(node)
  const isOwn = ({ declarations = [] }: ts.Symbol): boolean =>
    declarations.some((one) => owners.has(one.parent))
  const kept = [...found].filter(([parameter]) => isOwn(parameter))
  return kept.length === 0 ? noArguments : new Map(kept)
}

/** Equal for types whose members have the same rules. */
export function argumentsKey(found: TypeArguments): string {
  return [...found]
    .map(
      ([{ name, declarations }, bound]) =>
        `${declarations?.[0]?.pos} ${name} ${bound.map(({ key }) => key).join('|')}`,
    )
    .sort()
    .join('\n')
}
