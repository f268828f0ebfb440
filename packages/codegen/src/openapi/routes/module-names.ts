import { ts } from 'ts-morph'
import { childrenOf } from '../../parse/project/children-of.ts'
import { type AppModules, isGenerated } from './app-modules.ts'

/** The meaning of a name. */
export type Target =
  | { readonly kind: 'generated'; readonly path: string; readonly name: string }
  | { readonly kind: 'module'; readonly path: string }
  /** A declaration, or the value of a property. */
  | { readonly kind: 'node'; readonly node: ts.Node }

/** Finds what names stand for, by their scopes and imports alone. */
export class ModuleNames {
  readonly #modules: AppModules
  /** Targets that are being looked for, since imports may be circular. */
  readonly #open = new Set<string | ts.Node>()

  constructor(modules: AppModules) {
    this.#modules = modules
  }

  targetOf(given: ts.Node): Target | undefined {
    const node = unwrapped(given)
    if (ts.isIdentifier(node)) {
      const declaration = declarationOf(node)
      return declaration && this.#once(declaration, () => this.#follow(declaration))
    }
    if (!ts.isPropertyAccessExpression(node)) return undefined
    const target = this.targetOf(node.expression)
    return target && this.#memberOf(target, node.name.text)
  }

  /** The text of a constant expression. */
  textOf(given: ts.Node | undefined): string | undefined {
    if (given === undefined) return undefined
    const node = unwrapped(given)
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(({ expression, literal }) => {
        const text = this.textOf(expression)
        return text === undefined ? undefined : text + literal.text
      })
      return parts.every((part) => part !== undefined) ? node.head.text + parts.join('') : undefined
    }
    const target = this.targetOf(node)
    if (target?.kind !== 'node') return undefined
    const value = declaredValue(target.node)
    return value === undefined || value === node ? undefined : this.#once(value, () => this.textOf(value))
  }

  #once<T>(key: string | ts.Node, find: () => T): T | undefined {
    if (this.#open.has(key)) return undefined
    this.#open.add(key)
    const found = find()
    this.#open.delete(key)
    return found
  }

  #follow(node: ts.Node): Target | undefined {
    if (ts.isImportSpecifier(node)) return this.#imported(node, (node.propertyName ?? node.name).text)
    if (ts.isImportClause(node)) return this.#imported(node, 'default')
    if (ts.isNamespaceImport(node)) {
      const path = this.#pathOf(node)
      return path === undefined ? undefined : { kind: 'module', path }
    }
    if (ts.isBindingElement(node)) return this.#part(node)
    const value = ts.isVariableDeclaration(node) ? declaredValue(node) : undefined
    const target = value === undefined ? undefined : this.targetOf(value)
    return target ?? { kind: 'node', node }
  }

  /** `const { show } = handlers` */
  #part(node: ts.BindingElement): Target | undefined {
    const { parent } = node.parent
    const whole = ts.isVariableDeclaration(parent) ? declaredValue(parent) : undefined
    const target = whole && this.#wholeOf(whole)
    const key = node.propertyName ?? node.name
    return target && ts.isIdentifier(key) ? this.#memberOf(target, key.text) : undefined
  }

  #wholeOf(value: ts.Node): Target {
    return this.targetOf(value) ?? { kind: 'node', node: value }
  }

  #imported(node: ts.Node, name: string): Target | undefined {
    const path = this.#pathOf(node)
    return path === undefined ? undefined : this.#exported(path, name)
  }

  #pathOf(node: ts.Node): string | undefined {
    let at = node
    while (!ts.isImportDeclaration(at) && !ts.isExportDeclaration(at)) at = at.parent
    const { moduleSpecifier } = at
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return undefined
    return this.#modules.importOf(at.getSourceFile().fileName, moduleSpecifier.text)
  }

  #exported(path: string, name: string): Target | undefined {
    if (isGenerated(path)) return { kind: 'generated', path, name }
    const file = this.#modules.fileOf(path)
    return file && this.#once(`${path} ${name}`, () => this.#exportedBy(file, name))
  }

  #exportedBy(file: ts.SourceFile, name: string): Target | undefined {
    for (const statement of file.statements) {
      if (ts.isExportAssignment(statement) && name === 'default') return this.#wholeOf(statement.expression)
      if (!ts.isExportDeclaration(statement)) continue
      const found = this.#exportedAgain(statement, name)
      if (found !== undefined) return found
    }
    const own = declarationsIn(file).get(name)
    return own && this.#follow(own)
  }

  #exportedAgain(statement: ts.ExportDeclaration, name: string): Target | undefined {
    const path = statement.moduleSpecifier && this.#pathOf(statement)
    const { exportClause } = statement
    if (exportClause === undefined) return path === undefined ? undefined : this.#exported(path, name)
    if (!ts.isNamedExports(exportClause)) {
      const isIt = exportClause.name.text === name && path !== undefined
      return isIt ? { kind: 'module', path } : undefined
    }
    const one = exportClause.elements.find((element) => element.name.text === name)
    if (one === undefined) return undefined
    const { text } = one.propertyName ?? one.name
    if (path !== undefined) return this.#exported(path, text)
    const own = declarationsIn(statement.getSourceFile()).get(text)
    return own && this.#follow(own)
  }

  #memberOf(target: Target, name: string): Target | undefined {
    if (target.kind === 'module') return this.#exported(target.path, name)
    if (target.kind === 'generated') return undefined
    const value = declaredValue(target.node) ?? target.node
    if (ts.isObjectLiteralExpression(value)) return this.#propertyOf(value, name)
    const of = ts.isNewExpression(value) ? this.targetOf(value.expression) : target
    const node = of?.kind === 'node' ? of.node : undefined
    if (node === undefined || !(ts.isClassDeclaration(node) || ts.isClassExpression(node))) return undefined
    const member = node.members.find((one) => one.name !== undefined && nameOf(one.name) === name)
    return member && { kind: 'node', node: member }
  }

  #propertyOf(object: ts.ObjectLiteralExpression, name: string): Target | undefined {
    for (const one of object.properties) {
      if (one.name === undefined || nameOf(one.name) !== name) continue
      if (ts.isShorthandPropertyAssignment(one)) return this.targetOf(one.name)
      return ts.isPropertyAssignment(one) ? this.#wholeOf(one.initializer) : { kind: 'node', node: one }
    }
    return undefined
  }
}

/** A node and all below it; without recursion, since a sum of many terms is a tree as deep as their number. */
export function* nodesIn(
  root: ts.Node,
  partsOf: (node: ts.Node) => readonly ts.Node[] = childrenOf,
): Iterable<ts.Node> {
  const nodes = [root]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    yield node
    nodes.push(...partsOf(node))
  }
}

/** Without parentheses, `as` and `satisfies`. */
export function unwrapped(node: ts.Node): ts.Node {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  return isWrapped ? unwrapped(node.expression) : node
}

/** The value of a variable, a property or a member of a class. */
export function declaredValue(node: ts.Node): ts.Node | undefined {
  const isHolder = ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)
  const value = isHolder ? node.initializer : ts.isExpression(node) ? node : undefined
  return value && unwrapped(value)
}

function nameOf(name: ts.Node): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined
}

function declarationOf(name: ts.Identifier): ts.Node | undefined {
  for (let scope: ts.Node | undefined = name.parent; scope !== undefined; scope = scope.parent) {
    const found = declarationsIn(scope).get(name.text)
    if (found !== undefined) return found
  }
  return undefined
}

const nothing: ReadonlyMap<string, ts.Node> = new Map()
const known = new WeakMap<ts.Node, ReadonlyMap<string, ts.Node>>()

/** The names that a block, a module, a loop or a function declares. */
function declarationsIn(scope: ts.Node): ReadonlyMap<string, ts.Node> {
  const isScope =
    ts.isSourceFile(scope) || ts.isBlock(scope) || ts.isFunctionLike(scope) || 'initializer' in scope
  if (!isScope) return nothing
  const before = known.get(scope)
  if (before !== undefined) return before
  const found = new Map<string, ts.Node>()
  if (ts.isSourceFile(scope) || ts.isBlock(scope)) for (const one of scope.statements) declare(one, found)
  else if (ts.isFunctionLike(scope)) for (const one of scope.parameters) declareName(one.name, one, found)
  else if (ts.isForStatement(scope) || ts.isForOfStatement(scope) || ts.isForInStatement(scope))
    declareList(scope.initializer, found)
  known.set(scope, found)
  return found
}

function declare(statement: ts.Statement, found: Map<string, ts.Node>): void {
  if (ts.isVariableStatement(statement)) declareList(statement.declarationList, found)
  else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    if (statement.name !== undefined) found.set(statement.name.text, statement)
    const isDefault = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
    if (isDefault) found.set('default', statement)
  } else if (ts.isImportDeclaration(statement)) {
    const clause = statement.importClause
    if (clause?.name !== undefined) found.set(clause.name.text, clause)
    const bindings = clause?.namedBindings
    if (bindings === undefined) return
    if (ts.isNamespaceImport(bindings)) found.set(bindings.name.text, bindings)
    else for (const one of bindings.elements) found.set(one.name.text, one)
  }
}

function declareList(list: ts.Node | undefined, found: Map<string, ts.Node>): void {
  if (list === undefined || !ts.isVariableDeclarationList(list)) return
  for (const one of list.declarations) declareName(one.name, one, found)
}

function declareName(name: ts.BindingName, declaration: ts.Node, found: Map<string, ts.Node>): void {
  if (ts.isIdentifier(name)) found.set(name.text, declaration)
  else
    for (const one of name.elements) {
      if (ts.isBindingElement(one)) declareName(one.name, one, found)
    }
}
