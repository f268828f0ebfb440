import { ts } from 'ts-morph'
import { type CatalogEntry, type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { isStackOverflow } from '../../parse/project/source-files.ts'
import { spanOfNode } from '../../parse/project/spans.ts'
import { literalOf } from '../../parse/types/parse-union.ts'
import { AnswerTags } from './answer-tags.ts'
import { callBinder } from './bind-calls.ts'
import { bindName, bindParameters } from './bind-names.ts'
import { callSuper, newInstance } from './class-instances.ts'
import { elementOf, listOf, objectOf, templateOf } from './compound-values.ts'
import { callCtx, isDescribed } from './ctx-calls.ts'
import type { Flow } from './flow.ts'
import { callGenerated } from './generated-calls.ts'
import { refuseNobody } from './guarded.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { KnownCalls } from './known-calls.ts'
import type { Machine, Site } from './machine.ts'
import { memberOf } from './members.ts'
import type { OperationFacts } from './operation-facts.ts'
import { binaryOf, unaryOf } from './operators.ts'
import { bodyOf, type Origins } from './origins.ts'
import { readBody, readStatements, splitBy } from './read-statements.ts'
import { maxSteps, ReadingLimit } from './reading-limit.ts'
import { callRedirect } from './redirect-calls.ts'
import { callResponse, holdsResponse, reportResponse } from './response-calls.ts'
import { markReturned } from './returned-errors.ts'
import { callPathRoutes, callRouter } from './router-calls.ts'
import { callRuntime, constructRuntime } from './runtime-calls.ts'
import { StepDocs } from './step-docs.ts'
import { typeArgumentsOf } from './type-arguments.ts'
import { UnreadReports } from './unread-code.ts'
import { callUnseen } from './unseen-code.ts'
import {
  type AppFacts,
  choiceOf,
  type FunctionValue,
  literalValue,
  type Named,
  nothing,
  optionsOf,
  Scope,
  type Value,
} from './value.ts'

/** Deeper than any handwritten chain of helpers. */
const deepest = 60
/** A function may call itself through the handlers it takes, `guarded(guarded(list))`. */
const maxRepeats = 3

/** The code that is being read. */
export interface Reading {
  readonly flow: Flow
  readonly facts: OperationFacts | undefined
  /** Evaluates the handlers that `c.next()` runs. */
  readonly next: (node: ts.Node) => Value
}

/** Evaluates expressions without running them, as far as routes and answers need it. */
export class Evaluator implements Machine {
  readonly checker: ts.TypeChecker
  readonly cwd: string
  readonly answers: KeptAnswers
  readonly diagnostics: Diagnostic[] = []
  /** The calls that were read. */
  readonly read: Set<ts.Node> = new Set()
  /** Whether the compiler's state is undefined, after code that is nested deeper than the stack. */
  isBroken = false
  /** Code that never runs. */
  readonly pruned: Set<ts.Node> = new Set()
  /** Without variables, for calls that no code makes. */
  readonly rootScope: Scope = new Scope()
  readonly docs: StepDocs
  readonly unreadReports: UnreadReports = new UnreadReports()
  readonly answerTags: AnswerTags = new AnswerTags()
  /** The apps that the code makes. */
  readonly apps: AppFacts[] = []
  readonly #origins: Origins
  readonly #modules = new Map<ts.SourceFile, Scope>()
  readonly #run = new Set<ts.SourceFile>()
  readonly #unseen = new Set<ts.Node>()
  readonly #stack: ts.Node[] = []
  readonly #calls: KnownCalls = new KnownCalls()
  #reading: Reading
  #steps = 0
  /** The code that was being read last. */
  #at: ts.Node | undefined

  constructor(origins: Origins, reading: Reading) {
    this.checker = origins.checker
    this.cwd = origins.cwd
    this.answers = origins.answers
    this.docs = new StepDocs(origins)
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
    if (this.facts !== undefined) this.facts.notes++
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

  /** Reads code up to a limit. @returns `undefined` past it, after a diagnostic */
  upToLimit<T>(what: string, node: ts.Node, read: () => T): T | undefined {
    if (this.isBroken) return undefined
    this.#steps = 0
    this.#at = node
    try {
      return read()
    } catch (error) {
      this.isBroken = isStackOverflow(error)
      if (!this.isBroken && !(error instanceof ReadingLimit)) throw error
      this.#stack.length = 0
      this.report(openApiCatalog.tooManyWays, this.#at ?? node, what)
      return undefined
    }
  }

  prune(node: ts.Node): void {
    this.pruned.add(node)
  }

  /** Grows with assignments that any function may see. */
  get writes(): number {
    return this.#calls.state
  }

  noteWrite(of: Scope | undefined): void {
    this.#calls.noteWrite(of)
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
    this.add(diagnose(entry, span, ...args))
  }

  unreadable<Args extends readonly unknown[]>(entry: CatalogEntry<Args>, node: ts.Node, ...args: Args): void {
    this.facts?.unreadable(diagnose(entry, spanOfNode(node), ...args))
  }

  reportUnseen(type: ts.Node, node: ts.Node, method: string): void {
    if (this.#unseen.has(type)) return
    this.#unseen.add(type)
    this.report(openApiCatalog.unseenCode, node, method)
  }

  add(one: Diagnostic): void {
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
    this.#at = node
    if (++this.#steps > maxSteps) throw new ReadingLimit()
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
    if (ts.isTemplateExpression(node)) return templateOf(node, scope, this)
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
      return { kind: 'function', node, scope, self: undefined }
    if (ts.isClassExpression(node)) return { kind: 'class', node, scope }
    if (ts.isPropertyAccessExpression(node))
      return memberOf(this.evaluate(node.expression, scope), node.name.text, node, scope, this, this.#origins)
    if (ts.isElementAccessExpression(node)) return elementOf(node, scope, this, this.#origins)
    if (ts.isCallExpression(node)) return this.#callExpression(node, scope)
    if (ts.isNewExpression(node)) {
      this.read.add(node)
      return newInstance(node, this.#arguments(node.arguments ?? [], scope), scope, this, this.#origins)
    }
    if (ts.isObjectLiteralExpression(node)) return objectOf(node, scope, this)
    if (ts.isArrayLiteralExpression(node)) return listOf(node, scope, this)
    if (ts.isConditionalExpression(node)) return this.#conditional(node, scope)
    if (ts.isBinaryExpression(node)) return binaryOf(node, scope, this, this.#origins)
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
      return unaryOf(node, scope, this)
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
  valueOf(symbol: Named, scope?: Scope): Value | undefined {
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
    if (callee === undefined) return callSuper(args, site, this, this.#origins)
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
      case 'response':
        return callResponse(name, site.node, this)
      case 'runtime':
        // `ValidationError.of(c, issues)`
        if (name === 'of') return constructRuntime(on.name, args, site, this)
        break
      case 'list':
        return this.#callOfList(on.items, name, args, site)
      case 'function':
        if (name === 'call') return this.call({ ...on, self: args[0] }, args.slice(1), site)
        if (name === 'bind') return { ...on, self: args[0] }
        break
    }
    const { node, scope } = site
    if (isDescribed(name) && this.#isCtx(on)) return callCtx(name, args, site, this)
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

  /** Queries the compiler only where it matters: types of calls are expensive. */
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
    const escapes =
      this.facts !== undefined && this.#origins.mayAnswer(callee) && args.some((one) => this.#isCtx(one))
    if (escapes) this.#origins.reportEscape(callee, name, this)
    // `finished(response, log)` of node:stream listens.
    if (name !== 'finished' && args.some((one) => holdsResponse(one))) reportResponse(callee, this)
    const unseen = this.facts && !escapes ? this.#origins.unseenMethod(callee) : undefined
    if (unseen !== undefined) callUnseen(unseen, callee, this)
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
        return this.#calls.recall(callee, args, this.#reading, () => this.#invoke(callee, args, site))
      case 'generated':
        return callGenerated(callee, args, site, this)
      case 'guard':
        refuseNobody(callee.find, this.call(callee.find, args, site), site.node, this)
        return this.flow.useCtx(site.node) ? this.next(site.node) : nothing
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

  #invoke(of: FunctionValue, args: readonly Value[], site: Site): Value {
    const { node } = of
    const repeats = this.#stack.filter((one) => one === node).length
    const unknown: Value = { kind: 'unknown', node: site.node, scope: site.scope }
    if (node.body === undefined || repeats >= maxRepeats || this.#stack.length >= deepest) return unknown
    this.facts?.enter(node, this)
    const types = typeArgumentsOf(node, site, this.checker)
    const scope = new Scope(of.scope, of.self, types)
    bindParameters(node.parameters, args, scope, this, this.#origins)
    this.#stack.push(node)
    try {
      return readBody(node.body, scope, this)
    } finally {
      this.#stack.pop()
    }
  }

  bind(name: ts.BindingName, value: Value, scope: Scope): void {
    bindName(name, value, scope, this, this.#origins)
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
    // No literal type; the compiler would look through a long sum from each of its parts.
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) return undefined
    return this.answers.of(node, 'literals', () => {
      const type = this.checker.getTypeAtLocation(node)
      const all = (type.isUnion() ? type.types : [type]).map((one) => literalOf(one, this.checker))
      return all.every((one) => one !== undefined && typeof one !== 'boolean') ? all : undefined
    })
  }

  isTrue(value: Value): boolean | undefined {
    if (value.kind === 'literal') return Boolean(value.value)
    if (value.kind === 'unknown' || value.kind === 'response') return undefined
    if (value.kind !== 'choice') return true
    const all = new Set(value.of.map((one) => this.isTrue(one)))
    return all.size === 1 ? [...all][0] : undefined
  }
}

function stripped(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) ? stripped(node.expression) : node
}

function isTopLevel(node: ts.Node): boolean {
  return ts.findAncestor(node.parent, ts.isFunctionLike) === undefined
}
