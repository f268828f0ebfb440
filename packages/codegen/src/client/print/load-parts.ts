import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from 'ts-morph'

/** A declaration that clients share, as text. */
export interface Part {
  readonly name: string
  /** With its comment and `export`; names of parts are apart, at odd places. */
  readonly pieces: readonly string[]
  readonly isPublic: boolean
  readonly isType: boolean
  /** Other parts, by name. */
  readonly uses: readonly string[]
  /** Names of the platform that it uses. */
  readonly globals: readonly string[]
}

/** The modules whose declarations a client exports: all of the first, those of the others that users name. */
const publicModule = 'api.ts'
const publicNames = new Set(
  'FieldNames fieldErrors Fetch deduplicated withProgress Page QueryOptions InfiniteQueryOptions MutationOptions Mock SocketCall ClientSocket SocketError SocketClass SocketObject'.split(
    ' ',
  ),
)

/**
 * Reads the parts from the modules of a folder. They are ordinary modules, so that the compiler and tests see them.
 *
 * @returns the parts by name, in the order in which a client has them
 */
export function loadParts(folder: string): ReadonlyMap<string, Part> {
  const modules = readdirSync(folder)
    .filter((name) => /(?<!\.d)\.ts$/.test(name))
    .sort()
    .map((name) =>
      ts.createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.ES2022, true),
    )
  const all = modules.flatMap((module) => module.statements.flatMap((one) => nameOf(one) ?? []))
  const names = new Set(all)
  const twice = all.find((name, i) => all.indexOf(name) !== i)
  if (twice !== undefined) throw new Error(`${twice} is in two modules`)
  const parts = modules.flatMap((module) => partsOf(module, names))
  return new Map(parts.map((part) => [part.name, part]))
}

function partsOf(module: ts.SourceFile, names: ReadonlySet<string>): readonly Part[] {
  const isPublic = (name: string): boolean => module.fileName === publicModule || publicNames.has(name)
  return module.statements.flatMap((statement) => {
    const name = nameOf(statement)
    if (name === undefined) return []
    const words = referencesIn(statement)
    const locals = localsIn(statement)
    const shadow = locals.find((word) => word !== name && names.has(word))
    if (shadow !== undefined)
      throw new Error(`${module.fileName}: ${name} has a variable with the name of ${shadow}`)
    return {
      name,
      pieces: piecesOf(statement, names),
      isPublic: isPublic(name),
      isType: ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement),
      uses: words.filter((word) => word !== name && names.has(word)),
      globals: words.filter((word) => !names.has(word) && !locals.includes(word)),
    }
  })
}

function nameOf(statement: ts.Statement): string | undefined {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText()
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  return isNamed ? statement.name?.text : undefined
}

/** The text of a statement, cut at the names of parts. */
function piecesOf(statement: ts.Statement, names: ReadonlySet<string>): readonly string[] {
  const text = statement.getSourceFile().text
  const pieces: string[] = []
  let at = statement.getFullStart()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isMemberName(node) && names.has(node.text)) {
      pieces.push(text.slice(at, node.getStart()), node.text)
      at = node.end
    }
    ts.forEachChild(node, visit)
  }
  visit(statement)
  pieces.push(text.slice(at, statement.end))
  const [first = '', ...others] = pieces
  return [first.trimStart(), ...others]
}

/** The text of a part, with other names for some. */
export function partText({ pieces }: Part, nameOf: (part: string) => string, isExported: boolean): string {
  const text = pieces.map((piece, i) => (i % 2 === 0 ? piece : nameOf(piece))).join('')
  return isExported ? text : text.replace(/^export /m, '')
}

/** Identifiers that may refer to a declaration elsewhere, without names of members. */
function referencesIn(statement: ts.Statement): readonly string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && !isMemberName(node)) found.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(statement)
  return [...found]
}

/** Parameters, also of types, and variables, which would hide a part. */
function localsIn(statement: ts.Statement): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isLocal =
      ts.isParameter(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isTypeParameterDeclaration(node)
    if (isLocal && !isOfFunctionType(node) && ts.isIdentifier(node.name)) found.push(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(statement)
  return found
}

/** A parameter that is a word alone: `(text: string) => unknown`. */
function isOfFunctionType(node: ts.Node): node is ts.ParameterDeclaration {
  return ts.isParameter(node) && ts.isFunctionTypeNode(node.parent)
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent)) return node === memberOf(parent)
  if (ts.isBindingElement(parent)) return node === parent.propertyName
  const isMember =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isNamedTupleMember(parent) ||
    isOfFunctionType(parent)
  return isMember && node === parent.name
}

function memberOf(node: ts.PropertyAccessExpression | ts.QualifiedName): ts.Node {
  return ts.isQualifiedName(node) ? node.right : node.name
}

/** The parts that some need, in the order of all. */
export function partsFor(wanted: Iterable<string>, all: ReadonlyMap<string, Part>): readonly Part[] {
  const found = new Set<string>()
  const add = (name: string): void => {
    const part = all.get(name)
    if (part === undefined || found.has(name)) return
    found.add(name)
    for (const one of part.uses) add(one)
  }
  for (const name of wanted) add(name)
  return [...all.values()].filter(({ name }) => found.has(name))
}
