import { ts } from 'ts-morph'
import { type CatalogEntry, type Diagnostic, diagnose } from '../../diagnostics/diagnose.ts'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import type { SourceSpan } from '../../model/source-span.ts'
import { isStackOverflow } from '../../parse/project/source-files.ts'
import { spanOfNode } from '../../parse/project/spans.ts'
import { AnswerTags } from './answer-tags.ts'
import { bindName } from './bind-names.ts'
import { Calls } from './calls.ts'
import type { Flow } from './flow.ts'
import { GivenFunctions } from './given-functions.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { KnownCalls } from './known-calls.ts'
import type { Machine, Site } from './machine.ts'
import { Modules } from './modules.ts'
import type { OperationFacts } from './operation-facts.ts'
import type { Origins } from './origins.ts'
import { type Expressions, readExpression } from './read-expression.ts'
import type { Reading } from './reading.ts'
import { maxSteps, ReadingLimit } from './reading-limit.ts'
import { StepDocs } from './step-docs.ts'
import { UnreadReports } from './unread-code.ts'
import { type AppFacts, Scope, type SymbolLike, type Value } from './value.ts'

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
  readonly given: GivenFunctions
  readonly unreadReports: UnreadReports = new UnreadReports()
  readonly answerTags: AnswerTags = new AnswerTags()
  /** The apps that the code makes. */
  readonly apps: AppFacts[] = []
  reading: Reading
  readonly #origins: Origins
  readonly #expressions: Expressions
  readonly #known: KnownCalls = new KnownCalls()
  readonly #unseen = new Set<ts.Node>()
  #steps = 0
  /** The code that was being read last. */
  #at: ts.Node | undefined

  constructor(origins: Origins, reading: Reading) {
    this.checker = origins.checker
    this.cwd = origins.cwd
    this.answers = origins.answers
    this.docs = new StepDocs(origins)
    this.given = new GivenFunctions(origins)
    this.#origins = origins
    this.reading = reading
    const [calls, modules] = [new Calls(this.#known, origins, this), new Modules(origins, this)]
    this.#expressions = { m: this, origins, calls, modules }
  }

  get flow(): Flow {
    return this.reading.flow
  }

  get facts(): OperationFacts | undefined {
    return this.reading.facts
  }

  next(node: ts.Node): Value {
    if (this.facts !== undefined) this.facts.notes++
    return this.reading.next(node)
  }

  /** Reads code with other paths and facts. */
  within<T>(reading: Reading, read: () => T): T {
    const before = this.reading
    this.reading = reading
    try {
      return read()
    } finally {
      this.reading = before
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
      this.#expressions.calls.unwind()
      this.report(openApiCatalog.tooManyWays, this.#at ?? node, what)
      return undefined
    }
  }

  prune(node: ts.Node): void {
    this.pruned.add(node)
  }

  /** Grows with assignments that any function may see. */
  get writes(): number {
    return this.#known.state
  }

  noteWrite(of: Scope | undefined): void {
    this.#known.noteWrite(of)
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
    return readExpression(node, scope, this.#expressions)
  }

  /** Reads a module after its imports, as node evaluates them. */
  runModule(file: ts.SourceFile): Scope {
    return this.#expressions.modules.run(file)
  }

  /** The modules that were read, in the order of their evaluation. */
  get files(): readonly ts.SourceFile[] {
    return this.#expressions.modules.files
  }

  valueOf(symbol: SymbolLike, scope?: Scope): Value | undefined {
    return this.#expressions.modules.valueOf(symbol, scope)
  }

  call(callee: Value, args: readonly Value[], site: Site): Value {
    return this.#expressions.calls.call(callee, args, site)
  }

  callMaybe(values: readonly Value[], site: Site): Value {
    return this.#expressions.calls.callMaybe(values, site)
  }

  bind(name: ts.BindingName, value: Value, scope: Scope): void {
    bindName(name, value, scope, this, this.#origins)
  }
}
