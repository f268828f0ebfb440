import { type CatalogEntry, type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { ts } from '../../parse/compiler.ts'
import { spanOfNode } from '../../parse/parse-run.ts'
import { literalOf } from '../../parse/parse-union.ts'
import { callBinder } from './bind-calls.ts'
import { callCtx, isCtxMethod } from './ctx-calls.ts'
import type { Flow, Thrown } from './flow.ts'
import { callGenerated } from './generated-calls.ts'
import type { Machine, Site } from './machine.ts'
import { memberOf } from './members.ts'
import type { OperationFacts } from './operation-facts.ts'
import { combined, isEquality, isPresent, isShortCircuit } from './operators.ts'
import { bodyOf, type Origins } from './origins.ts'
import { readBody, readStatements, splitBy } from './read-statements.ts'
import { callRedirect } from './redirect-calls.ts'
import { markReturned } from './returned-errors.ts'
import { callPathRoutes, callRouter } from './router-calls.ts'
import { callRuntime, constructRuntime } from './runtime-calls.ts'
import { typeArgumentsOf } from './type-arguments.ts'
import {
  type AppFacts,
  type ClassValue,
  choiceOf,
  type FunctionValue,
  literalValue,
  nothing,
  type ObjectValue,
  optionsOf,
  Scope,
  type Value,
} from './value.ts'

/** Deeper than any handwritten chain of helpers. */
const deepest = 60
/** A function may call itself through the handlers it takes, `guarded(guarded(list))`. */
const mostRepeats = 3

/** The code that is being read. */
export interface Reading {
  readonly flow: Flow
  readonly facts: OperationFacts | undefined
  /** Evaluates the handlers that `c.next()` runs. */
  readonly next: (node: ts.Node) => Value
}

/** The effects of a call that read and answered nothing. */
interface KnownCall {
  readonly value: Value
  readonly thrown: readonly Thrown[]
  readonly isDead: boolean
}

/** Evaluates expressions without running them, as far as routes and answers need it. */
export class Evaluator implements Machine {
  readonly checker: ts.TypeChecker
  readonly diagnostics: Diagnostic[] = []
  /** The calls that were read. */
  readonly read: Set<ts.Node> = new Set()
  /** Code that never runs. */
  readonly pruned: Set<ts.Node> = new Set()
  /** Without variables, for calls that no code makes. */
  readonly rootScope: Scope = new Scope()
  /** The apps that the code makes. */
  readonly apps: AppFacts[] = []
  readonly #origins: Origins
  readonly #modules = new Map<ts.SourceFile, Scope>()
  readonly #run = new Set<ts.SourceFile>()
  readonly #stack: ts.Node[] = []
  readonly #calls = new Map<ts.Node, Map<string, KnownCall>>()
  readonly #nodes = new Map<ts.Node, number>()
  #reading: Reading

  constructor(origins: Origins, reading: Reading) {
    this.checker = origins.checker
    this.#origins = origins
    this.#reading = reading
  }

  get flow(): Flow {
    return this.#reading.flow
  }

  get facts(): OperationFacts | undefined {
    return this.#reading.facts
  }

  next(node: ts.Node): Value {
    return this.#reading.next(node)
  }

  /** Reads code with other paths and facts. */
  within<T>(reading: Reading, read: () => T): T {
    const before = this.#reading
    this.#reading = reading
    try {
      return read()
    } finally {
      this.#reading = before
    }
  }

  prune(node: ts.Node): void {
    this.pruned.add(node)
  }

  isHttpError(node: ts.Node): boolean {
    return this.#origins.isHttpError(node)
  }

  report<Args extends readonly unknown[]>(entry: CatalogEntry<Args>, node: ts.Node, ...args: Args): void {
    this.reportAt(entry, spanOfNode(node), ...args)
  }

  reportAt<Args extends readonly unknown[]>(
    entry: CatalogEntry<Args>,
    span: SourceSpan,
    ...args: Args
  ): void {
    const one = diagnose(entry, span, ...args)
    const isSame = (other: Diagnostic): boolean =>
      other.message === one.message && JSON.stringify(other.span) === JSON.stringify(one.span)
    if (!this.diagnostics.some(isSame)) this.diagnostics.push(one)
  }

  /** Reads a module after its imports, as node evaluates them. */
  runModule(file: ts.SourceFile): Scope {
    const scope = this.#moduleScope(file)
    if (this.#run.has(file)) return scope
    this.#run.add(file)
    for (const statement of file.statements) {
      const specifier =
        ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
          ? statement.moduleSpecifier
          : undefined
      if (specifier !== undefined) this.#runImport(specifier)
    }
    readStatements(file.statements, scope, this)
    return scope
  }

  #runImport(specifier: ts.Expression): void {
    const target = this.#origins.moduleAt(specifier)
    if (target !== undefined) this.runModule(target)
    else if (this.#origins.isMissing(specifier))
      this.report(openApiCatalog.missingModule, specifier, specifier.getText().slice(1, -1))
  }

  /** The modules that were read, in the order of their evaluation. */
  get files(): readonly ts.SourceFile[] {
    return [...this.#run]
  }

  #moduleScope(file: ts.SourceFile): Scope {
    const scope = this.#modules.get(file) ?? new Scope()
    this.#modules.set(file, scope)
    return scope
  }

  evaluate(node: ts.Expression, scope: Scope): Value {
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isAwaitExpression(node)
    )
      return this.evaluate(node.expression, scope)
    return this.#evaluate(node, scope)
  }

  #evaluate(node: ts.Expression, scope: Scope): Value {
    const unknown: Value = { kind: 'unknown', node, scope }
    if (ts.isIdentifier(node)) return this.#variable(node, scope)
    if (ts.isStringLiteralLike(node)) return literalValue(node.text)
    if (ts.isNumericLiteral(node)) return literalValue(Number(node.text))
    if (ts.isTemplateExpression(node)) return this.#template(node, scope)
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
      return { kind: 'function', node, scope, self: undefined }
    if (ts.isClassExpression(node)) return { kind: 'class', node, scope }
    if (ts.isPropertyAccessExpression(node))
      return memberOf(this.evaluate(node.expression, scope), node.name.text, node, scope, this, this.#origins)
    if (ts.isElementAccessExpression(node)) return this.#element(node, scope)
    if (ts.isCallExpression(node)) return this.#callExpression(node, scope)
    if (ts.isNewExpression(node)) return this.#new(node, scope)
    if (ts.isObjectLiteralExpression(node)) return this.#object(node, scope)
    if (ts.isArrayLiteralExpression(node)) return this.#array(node, scope)
    if (ts.isConditionalExpression(node)) return this.#conditional(node, scope)
    if (ts.isBinaryExpression(node)) return this.#binary(node, scope)
    if (ts.isPrefixUnaryExpression(node)) return this.#unary(node, scope)
    switch (node.kind) {
      case ts.SyntaxKind.TrueKeyword:
        return literalValue(true)
      case ts.SyntaxKind.FalseKeyword:
        return literalValue(false)
      case ts.SyntaxKind.NullKeyword:
        return literalValue(null)
      case ts.SyntaxKind.ThisKeyword:
        return scope.thisValue ?? unknown
    }
    ts.forEachChild(node, (child) => {
      if (ts.isExpression(child)) this.evaluate(child, scope)
      else if (ts.isTemplateSpan(child)) this.evaluate(child.expression, scope)
    })
    return unknown
  }

  #variable(node: ts.Identifier, scope: Scope): Value {
    if (node.text === 'undefined') return nothing
    const unknown: Value = { kind: 'unknown', node, scope }
    const symbol = this.#origins.symbolOf(node)
    return symbol === undefined ? unknown : (this.valueOf(symbol, scope) ?? unknown)
  }

  /** The value of a variable, a function, a class or an import. */
  valueOf(symbol: ts.Symbol, scope?: Scope): Value | undefined {
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0]
    if (declaration === undefined) return undefined
    const known = scope?.find(declaration)
    if (known !== undefined) return known
    const special = this.#origins.specialValue(symbol, declaration)
    if (special !== undefined) return special
    const file = declaration.getSourceFile()
    if (!this.#origins.isRead(file)) return undefined
    const module = this.#moduleScope(file)
    const around = scope === undefined || isTopLevel(declaration) ? module : scope
    if (ts.isFunctionDeclaration(declaration)) {
      const body = bodyOf(symbol)
      return body === undefined ? undefined : { kind: 'function', node: body, scope: around }
    }
    if (ts.isClassDeclaration(declaration)) return { kind: 'class', node: declaration, scope: around }
    if (ts.isExportAssignment(declaration)) return this.evaluate(declaration.expression, module)
    const variable = ts.findAncestor(declaration, ts.isVariableDeclaration)
    if (variable?.initializer === undefined || !isTopLevel(variable)) return undefined
    const found = module.find(declaration)
    if (found !== undefined) return found
    // The module has not been read: its variable is used before that, or its file is imported for types only.
    this.bind(variable.name, this.evaluate(variable.initializer, module), module)
    return module.find(declaration)
  }

  #template(node: ts.TemplateExpression, scope: Scope): Value {
    let texts: readonly string[] | undefined = [node.head.text]
    for (const span of node.templateSpans) {
      const parts = this.literalsOf(this.evaluate(span.expression, scope))
      texts = parts && texts?.flatMap((text) => parts.map((part) => `${text}${part}${span.literal.text}`))
    }
    return texts === undefined ? { kind: 'unknown', node, scope } : choiceOf(texts.map(literalValue))
  }

  #element(node: ts.ElementAccessExpression, scope: Scope): Value {
    const of = this.evaluate(node.expression, scope)
    const key = this.evaluate(node.argumentExpression, scope)
    if (of.kind === 'list' && key.kind === 'literal') return of.items[Number(key.value)] ?? nothing
    const names = this.literalsOf(key)
    if (names === undefined) return { kind: 'unknown', node, scope }
    return choiceOf(names.map((name) => memberOf(of, String(name), node, scope, this, this.#origins)))
  }

  #object(node: ts.ObjectLiteralExpression, scope: Scope): Value {
    const object: ObjectValue = { kind: 'object', members: new Map() }
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.evaluate(property.expression, scope)
        if (spread.kind === 'object')
          for (const [name, value] of spread.members) object.members.set(name, value)
        continue
      }
      const name = ts.isComputedPropertyName(property.name)
        ? this.literalsOf(this.evaluate(property.name.expression, scope))?.[0]
        : property.name.text
      if (name === undefined) continue
      object.members.set(String(name), this.#property(property, object, scope))
    }
    return object
  }

  #property(
    property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>,
    self: Value,
    scope: Scope,
  ): Value {
    if (ts.isPropertyAssignment(property)) return this.evaluate(property.initializer, scope)
    if (ts.isShorthandPropertyAssignment(property)) return this.#variable(property.name, scope)
    if (ts.isMethodDeclaration(property)) return { kind: 'function', node: property, scope, self }
    return { kind: 'unknown', node: property, scope }
  }

  #array(node: ts.ArrayLiteralExpression, scope: Scope): Value {
    const items: Value[] = []
    let isKnown = true
    for (const element of node.elements) {
      const value = this.evaluate(ts.isSpreadElement(element) ? element.expression : element, scope)
      if (!ts.isSpreadElement(element)) items.push(value)
      else if (value.kind === 'list') items.push(...value.items)
      else isKnown = false
    }
    return isKnown ? { kind: 'list', items } : { kind: 'unknown', node, scope }
  }

  #conditional(node: ts.ConditionalExpression, scope: Scope): Value {
    const { holds, fails } = splitBy(node.condition, scope, this)
    const way = (branch: ts.Expression, inside: Scope) => (): Value => {
      const value = this.evaluate(branch, inside)
      markReturned(value, this.flow)
      return value
    }
    const ways = [
      ...(holds === undefined ? [] : [way(node.whenTrue, holds)]),
      ...(fails === undefined ? [] : [way(node.whenFalse, fails)]),
    ]
    return choiceOf(ways.length === 1 ? ways.map((read) => read()) : this.flow.branch(ways))
  }

  #binary(node: ts.BinaryExpression, scope: Scope): Value {
    const { kind } = node.operatorToken
    if (kind === ts.SyntaxKind.EqualsToken) return this.#assignment(node, scope)
    const left = this.evaluate(node.left, scope)
    if (isShortCircuit(kind)) return this.#shortCircuit(left, node, scope)
    const right = this.evaluate(node.right, scope)
    const unknown: Value = { kind: 'unknown', node, scope }
    if (kind === ts.SyntaxKind.InstanceOfKeyword) return this.#instanceOf(left, right) ?? unknown
    if (kind === ts.SyntaxKind.CommaToken) return right
    if (isEquality(kind) === undefined && kind !== ts.SyntaxKind.PlusToken) return unknown
    return (
      combined(kind, this.literalsOf(left), this.literalsOf(right)) ??
      this.#sameness(kind, left, right) ??
      unknown
    )
  }

  /** An object is never null. */
  #sameness(kind: ts.SyntaxKind, left: Value, right: Value): Value | undefined {
    const isEqual = isEquality(kind)
    if (isEqual === undefined) return undefined
    const isThere = (value: Value): boolean => !['unknown', 'choice', 'literal'].includes(value.kind)
    const isNone = (value: Value): boolean =>
      value.kind === 'literal' && (value.value ?? undefined) === undefined
    const isApart = (isThere(left) && isNone(right)) || (isNone(left) && isThere(right))
    return isApart ? literalValue(!isEqual) : undefined
  }

  #assignment(node: ts.BinaryExpression, scope: Scope): Value {
    const value = this.evaluate(node.right, scope)
    const { left } = node
    if (ts.isIdentifier(left)) {
      const declaration = this.checker.getSymbolAtLocation(left)?.valueDeclaration
      if (declaration !== undefined) scope.assign(declaration, value, this.flow.depth)
    } else if (ts.isPropertyAccessExpression(left)) {
      const of = this.evaluate(left.expression, scope)
      if (of.kind === 'object') of.members.set(left.name.text, value)
      if (of.kind === 'object' && of.error !== undefined && left.name.text === 'status') {
        const statuses = this.literalsOf(value)?.map(Number)
        of.error = { ...of.error, statuses }
      }
    }
    return value
  }

  #shortCircuit(left: Value, node: ts.BinaryExpression, scope: Scope): Value {
    const { kind } = node.operatorToken
    const isNullish = kind === ts.SyntaxKind.QuestionQuestionToken
    const decided = isNullish ? isPresent(left) : this.isTrue(left)
    const isOr = kind !== ts.SyntaxKind.AmpersandAmpersandToken
    if (decided !== undefined) {
      if (decided === isOr) this.prune(node.right)
      return decided === isOr ? left : this.evaluate(node.right, scope)
    }
    const [right] = this.flow.branch([() => this.evaluate(node.right, scope), () => nothing])
    const kept = isOr
      ? optionsOf(left).filter((one) => (isNullish ? isPresent(one) !== false : this.isTrue(one) !== false))
      : [left]
    return choiceOf([...kept, ...(right === undefined ? [] : [right])])
  }

  #unary(node: ts.PrefixUnaryExpression, scope: Scope): Value {
    const value = this.evaluate(node.operand, scope)
    if (node.operator === ts.SyntaxKind.ExclamationToken) {
      const isTrue = this.isTrue(value)
      if (isTrue !== undefined) return literalValue(!isTrue)
    }
    const isMinus = node.operator === ts.SyntaxKind.MinusToken
    if (isMinus && value.kind === 'literal') return literalValue(-Number(value.value))
    return { kind: 'unknown', node, scope }
  }

  #instanceOf(value: Value, type: Value): Value | undefined {
    if (value.kind !== 'object') return undefined
    if (type.kind === 'class') {
      for (let one = value.class; one !== undefined; one = this.#parentOf(one)) {
        if (one.node === type.node) return literalValue(true)
      }
      return literalValue(false)
    }
    if (type.kind !== 'runtime' || value.error === undefined) return undefined
    return literalValue(value.error.name === type.name)
  }

  #parentOf({ node, scope }: ClassValue): ClassValue | undefined {
    const parent = this.#origins.baseOf(node)
    const value = parent && this.evaluate(parent, scope)
    return value?.kind === 'class' ? value : undefined
  }

  #callExpression(node: ts.CallExpression, scope: Scope): Value {
    this.read.add(node)
    const { expression } = node
    const [specifier] = node.arguments
    if (expression.kind === ts.SyntaxKind.ImportKeyword && specifier !== undefined) {
      this.#runImport(specifier)
      return { kind: 'unknown', node, scope }
    }
    const callee = expression.kind === ts.SyntaxKind.SuperKeyword ? undefined : stripped(expression)
    const isMethod = callee !== undefined && ts.isPropertyAccessExpression(callee)
    const on = isMethod ? this.evaluate(callee.expression, scope) : undefined
    const called = isMethod || callee === undefined ? undefined : this.evaluate(callee, scope)
    const args = this.#arguments(node.arguments, scope)
    const site: Site = { node, args: node.arguments, scope }
    if (callee === undefined) return this.#super(args, site)
    if (on !== undefined && isMethod) return this.#callMethod(on, callee.name.text, args, site)
    return called === undefined ? nothing : this.call(called, args, site)
  }

  #arguments(nodes: readonly ts.Expression[], scope: Scope): readonly Value[] {
    return nodes.flatMap((node) => {
      if (!ts.isSpreadElement(node)) return [this.evaluate(node, scope)]
      const spread = this.evaluate(node.expression, scope)
      return spread.kind === 'list' ? spread.items : [spread]
    })
  }

  #callMethod(on: Value, name: string, args: readonly Value[], site: Site): Value {
    switch (on.kind) {
      case 'choice':
        return choiceOf(this.flow.branch(on.of.map((one) => () => this.#callMethod(one, name, args, site))))
      case 'ctx':
        return callCtx(name, args, site, this)
      case 'bind':
        return callBinder(on, name, args, site, this)
      case 'redirect':
        return callRedirect(on, name, args, site, this)
      case 'router':
        return callRouter(on, name, args, site, this)
      case 'pathRoutes':
        return callPathRoutes(on, name, args, site, this)
      case 'list':
        return this.#callOfList(on.items, name, args, site)
      case 'function':
        if (name === 'call') return this.call({ ...on, self: args[0] }, args.slice(1), site)
        if (name === 'bind') return { ...on, self: args[0] }
        break
    }
    const { node, scope } = site
    if (isCtxMethod(name) && this.#isCtx(on)) return callCtx(name, args, site, this)
    const callee = ts.isCallExpression(node) ? stripped(node.expression) : node
    const method = memberOf(on, name, callee, scope, this, this.#origins)
    if (method.kind !== 'unknown') return this.call(method, args, site)
    if (on.kind === 'object' && on.router !== undefined) return callRouter(on.router, name, args, site, this)
    return this.#callUnknown(callee, name, args, site)
  }

  /** The callbacks of a list of known elements run for each of them. */
  #callOfList(items: readonly Value[], name: string, args: readonly Value[], site: Site): Value {
    const [callback] = args
    const each = ['forEach', 'map', 'flatMap']
    if (callback !== undefined && each.includes(name)) {
      const results = items.map((item, i) => this.call(callback, [item, literalValue(i)], site))
      if (name === 'map') return { kind: 'list', items: results }
      if (name === 'flatMap' && results.every((one) => one.kind === 'list'))
        return { kind: 'list', items: results.flatMap((one) => one.items) }
      return name === 'forEach' ? nothing : { kind: 'unknown', node: site.node, scope: site.scope }
    }
    if (name === 'entries')
      return {
        kind: 'list',
        items: items.map((item, i) => ({ kind: 'list', items: [literalValue(i), item] })),
      }
    return this.#callUnknown(site.node, name, args, site)
  }

  /** Asks the compiler only where it matters: types of calls are expensive. */
  #isCtx(value: Value): boolean {
    if (value.kind === 'unknown' && value.node !== undefined) return this.#origins.isCtx(value.node)
    return value.kind === 'ctx'
  }

  /** A function outside the project. */
  #callUnknown(callee: ts.Node, name: string, args: readonly Value[], site: Site): Value {
    const unknown: Value = { kind: 'unknown', node: site.node, scope: site.scope }
    const [first] = args
    if (first !== undefined && (name === 'then' || name === 'finally')) {
      const result = this.call(first, [], site)
      return name === 'then' ? result : unknown
    }
    if (name === 'catch' && first !== undefined) return choiceOf([unknown, this.callMaybe([first], site)])
    const known = this.#origins.libraryCall(callee, args)
    if (known !== undefined) return known
    if (this.facts !== undefined && this.#origins.mayAnswer(callee) && args.some((one) => this.#isCtx(one)))
      this.#origins.reportEscape(callee, name, this)
    this.callMaybe(args, site)
    return unknown
  }

  callMaybe(values: readonly Value[], site: Site): Value {
    const functions = values.flatMap(optionsOf).filter(({ kind }) => kind === 'function')
    const results = functions.map((one) =>
      choiceOf(this.flow.branch([() => this.call(one, [], site), () => nothing])),
    )
    return choiceOf(results)
  }

  call(callee: Value, args: readonly Value[], site: Site): Value {
    switch (callee.kind) {
      case 'choice':
        return choiceOf(this.flow.branch(callee.of.map((one) => () => this.call(one, args, site))))
      case 'function':
        return this.#recall(callee, args, site)
      case 'generated':
        return callGenerated(callee, args, site, this)
      case 'guard':
        this.call(callee.find, args, site)
        return this.flow.isDead ? nothing : this.next(site.node)
      case 'runtime':
        return callRuntime(callee.name, args, site, this)
      case 'method':
        return this.#callMethod(callee.on, callee.name, args, site)
      default: {
        const at = ts.isCallExpression(site.node) ? stripped(site.node.expression) : site.node
        return this.#callUnknown(at, ts.isIdentifier(at) ? at.text : '', args, site)
      }
    }
  }

  /** Reads a helper that does not see the Ctx once for the same arguments. */
  #recall(of: FunctionValue, args: readonly Value[], site: Site): Value {
    const { flow, facts } = this
    const isFree = facts !== undefined && of.scope.parent === undefined && isPlain(of.self)
    const key = isFree ? this.#keyOf(args) : undefined
    if (key === undefined) return this.#invoke(of, args, site)
    const calls = this.#calls.get(of.node) ?? new Map<string, KnownCall>()
    this.#calls.set(of.node, calls)
    const known = calls.get(key)
    if (known !== undefined) {
      for (const { value, node } of known.thrown) flow.mayThrow(value, node)
      if (known.isDead) flow.live = []
      return known.value
    }
    const before = [flow.live, facts?.size] as const
    let value = nothing
    const thrown = flow.catching(() => {
      value = this.#invoke(of, args, site)
    })
    flow.rethrow(thrown)
    const isSilent =
      facts?.size === before[1] && (flow.isDead || flow.live.every((one) => before[0].includes(one)))
    if (isSilent) calls.set(key, { value, thrown, isDead: flow.isDead })
    return value
  }

  /** `undefined` with an argument whose use depends on more than its value. */
  #keyOf(args: readonly Value[]): string | undefined {
    const keys = args.map((one) => {
      if (one.kind === 'literal') return `${typeof one.value} ${one.value}`
      if (one.kind !== 'unknown' || one.node === undefined) return undefined
      const number = this.#nodes.get(one.node) ?? this.#nodes.size
      this.#nodes.set(one.node, number)
      return `#${number}`
    })
    return keys.includes(undefined) ? undefined : keys.join('\n')
  }

  #invoke(of: FunctionValue, args: readonly Value[], site: Site): Value {
    const { node } = of
    const repeats = this.#stack.filter((one) => one === node).length
    const unknown: Value = { kind: 'unknown', node: site.node, scope: site.scope }
    if (node.body === undefined || repeats >= mostRepeats || this.#stack.length >= deepest) return unknown
    this.facts?.enter(node, this)
    const types = typeArgumentsOf(node, site, this.checker)
    const scope = new Scope(of.scope, of.self, types)
    this.#bindParameters(node.parameters, args, scope)
    this.#stack.push(node)
    try {
      return readBody(node.body, scope, this)
    } finally {
      this.#stack.pop()
    }
  }

  #bindParameters(
    parameters: readonly ts.ParameterDeclaration[],
    args: readonly Value[],
    scope: Scope,
  ): void {
    for (const [i, parameter] of parameters.entries()) {
      const { name, initializer, dotDotDotToken } = parameter
      const unknown: Value = { kind: 'unknown', node: name, scope }
      const given: Value = dotDotDotToken
        ? { kind: 'list', items: args.slice(i) }
        : (args[i] ?? (initializer ? nothing : unknown))
      const isAbsent = given.kind === 'literal' && given.value === undefined
      const value = isAbsent && initializer !== undefined ? this.evaluate(initializer, scope) : given
      this.bind(name, value.kind === 'unknown' && this.#origins.isCtx(name) ? { kind: 'ctx' } : value, scope)
    }
  }

  bind(name: ts.BindingName, value: Value, scope: Scope): void {
    if (ts.isIdentifier(name)) {
      scope.declare(name.parent, value, this.flow.depth)
      return
    }
    for (const [i, element] of name.elements.entries()) {
      if (ts.isOmittedExpression(element)) continue
      const part = this.#part(element, i, value, scope)
      const isAbsent = part.kind === 'literal' && part.value === undefined
      const { initializer } = element
      this.bind(element.name, isAbsent && initializer ? this.evaluate(initializer, scope) : part, scope)
    }
  }

  #part(element: ts.BindingElement, index: number, value: Value, scope: Scope): Value {
    const unknown: Value = { kind: 'unknown', node: element.name, scope }
    if (element.dotDotDotToken !== undefined)
      return value.kind === 'list'
        ? { kind: 'list', items: value.items.slice(index) }
        : value.kind === 'object'
          ? value
          : unknown
    if (ts.isArrayBindingPattern(element.parent))
      return value.kind === 'list' ? (value.items[index] ?? nothing) : unknown
    const key = element.propertyName ?? element.name
    if (!ts.isIdentifier(key) && !ts.isStringLiteral(key)) return unknown
    if (value.kind === 'unknown') {
      if (this.#origins.isCtx(element.name)) return { kind: 'ctx' }
      // `const { register } = await import('./routes.js')`
      const symbol = this.checker.getTypeAtLocation(element.parent).getProperty(key.text)
      return (symbol && this.valueOf(this.#origins.behind(symbol))) ?? unknown
    }
    return memberOf(value, key.text, element.name, scope, this, this.#origins)
  }

  #new(node: ts.NewExpression, scope: Scope): Value {
    this.read.add(node)
    const type = this.evaluate(node.expression, scope)
    const args = this.#arguments(node.arguments ?? [], scope)
    const site: Site = { node, args: node.arguments ?? [], scope }
    if (type.kind === 'runtime') return this.#construct(type.name, args, site)
    if (type.kind !== 'class') {
      const error = this.#origins.libraryError(node)
      if (error !== undefined) return error
      this.callMaybe(args, site)
      return { kind: 'unknown', node, scope }
    }
    const self: ObjectValue = { kind: 'object', members: new Map(), class: type }
    this.#initialize(self, type, args, site)
    return self
  }

  #construct(name: string, args: readonly Value[], site: Site): Value {
    const made = constructRuntime(name, args, site, this)
    if (made.kind === 'router') this.apps.push(made.app)
    return made
  }

  #initialize(self: ObjectValue, of: ClassValue, args: readonly Value[], site: Site): void {
    const scope = new Scope(of.scope, self)
    const maker = of.node.members.find(
      (one): one is ts.ConstructorDeclaration => ts.isConstructorDeclaration(one) && one.body !== undefined,
    )
    if (maker === undefined) this.#initializeBase(self, of, args, site)
    else this.#bindParameters(maker.parameters, args, scope)
    for (const parameter of maker?.parameters ?? []) {
      if (!ts.isIdentifier(parameter.name) || !ts.isParameterPropertyDeclaration(parameter, parameter.parent))
        continue
      self.members.set(parameter.name.text, scope.find(parameter) ?? nothing)
    }
    for (const member of of.node.members) {
      if (!ts.isPropertyDeclaration(member) || member.initializer === undefined) continue
      if (member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)) continue
      self.members.set(member.name.getText(), this.evaluate(member.initializer, scope))
    }
    if (maker?.body !== undefined) readBody(maker.body, scope, this)
  }

  #super(args: readonly Value[], site: Site): Value {
    const self = site.scope.thisValue
    const around = ts.findAncestor(site.node, ts.isClassLike)
    if (self?.kind === 'object' && around !== undefined)
      this.#initializeBase(self, { kind: 'class', node: around, scope: site.scope }, args, site)
    return nothing
  }

  #initializeBase(self: ObjectValue, of: ClassValue, args: readonly Value[], site: Site): void {
    const parent = this.#origins.baseOf(of.node)
    if (parent === undefined) return
    const base = this.evaluate(parent, of.scope)
    if (base.kind === 'class') {
      this.#initialize(self, base, args, site)
      return
    }
    const made =
      base.kind === 'runtime' ? this.#construct(base.name, args, site) : this.#origins.libraryError(site.node)
    if (made?.kind === 'router') self.router = made
    if (made?.kind === 'object' && made.error !== undefined) self.error = made.error
  }

  literalsOf(value: Value): readonly unknown[] | undefined {
    if (value.kind === 'literal') return [value.value]
    if (value.kind === 'choice') {
      const all = value.of.map((one) => this.literalsOf(one))
      return all.every((one) => one !== undefined) ? all.flat() : undefined
    }
    return value.kind === 'unknown' && value.node !== undefined ? this.#literalsOfType(value.node) : undefined
  }

  #literalsOfType(node: ts.Node): readonly unknown[] | undefined {
    const type = this.checker.getTypeAtLocation(node)
    const all = (type.isUnion() ? type.types : [type]).map(literalOf)
    return all.every((one) => one !== undefined && typeof one !== 'boolean') ? all : undefined
  }

  isTrue(value: Value): boolean | undefined {
    if (value.kind === 'literal') return Boolean(value.value)
    if (value.kind === 'unknown') return undefined
    if (value.kind !== 'choice') return true
    const all = new Set(value.of.map((one) => this.isTrue(one)))
    return all.size === 1 ? [...all][0] : undefined
  }
}

/** Whether `this` has no state of its own to depend on. */
function isPlain(self: Value | undefined): boolean {
  return self === undefined || self.kind === 'unknown'
}

function stripped(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) ? stripped(node.expression) : node
}

function isTopLevel(node: ts.Node): boolean {
  return ts.findAncestor(node.parent, ts.isFunctionLike) === undefined
}
