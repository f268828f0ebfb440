import type { ts } from 'ts-morph'
import type { CatalogEntry, Diagnostic } from '../../diagnostics/diagnose.ts'
import type { BinderUse, RawInput } from '../model/operation.ts'
import type { Flow } from './flow.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { AppFacts, Scope, SymbolLike, Value } from './value.ts'

/** The inputs that the handlers of an operation read. */
export interface Facts {
  /** In upper case. */
  readonly method: string
  /** Of the handler that is being read, with all prefixes. */
  readonly pattern: string
  /** Grows with each use of the Ctx. */
  notes: number
  addBinder(use: BinderUse): void
  addRaw(input: RawInput): void
  /** Keeps a report until it is known whether an `@answer` declares the unreadable part. */
  unreadable(diagnostic: Diagnostic): void
}

/** The evaluator, as the readers of statements and of the runtime's methods see it. */
export interface Machine {
  readonly checker: ts.TypeChecker
  /** The working directory, absolute and with slashes. */
  readonly cwd: string
  readonly answers: KeptAnswers
  readonly flow: Flow
  /** The apps that the code makes. */
  readonly apps: AppFacts[]
  /** The operation whose handlers are being read; `undefined` while routes are registered. */
  readonly facts: Facts | undefined
  evaluate(node: ts.Expression, scope: Scope): Value
  /** The value of a variable, a function, a class or an import. */
  valueOf(symbol: SymbolLike, scope?: Scope): Value | undefined
  bind(name: ts.BindingName, value: Value, scope: Scope): void
  call(callee: Value, args: readonly Value[], site: Site): Value
  /** Calls functions that code outside the project may call, such as the callback of `map`. */
  callMaybe(values: readonly Value[], site: Site): Value
  /** Reads what `c.next()` runs. */
  next(node: ts.Node): Value
  /** Notes an assignment to a variable of a scope, or to a member of an object. */
  noteWrite(of: Scope | undefined): void
  /** Excludes code that never runs from the search for unread routes. */
  prune(node: ts.Node): void
  report<Args extends readonly unknown[]>(entry: CatalogEntry<Args>, node: ts.Node, ...args: Args): void
  /** Reports code of an operation, unless an `@answer` declares its effect. */
  unreadable<Args extends readonly unknown[]>(entry: CatalogEntry<Args>, node: ts.Node, ...args: Args): void
  /** Reports that a type has no implementation in sight, once for each type. */
  reportUnseen(type: ts.Node, node: ts.Node, method: string): void
  /** Adds a diagnostic, once. */
  add(diagnostic: Diagnostic): void
}

/** The declaration of a variable. */
export function declarationOf(node: ts.Identifier, m: Machine): ts.Declaration | undefined {
  return m.answers.of(node, 'declaration', () => m.checker.getSymbolAtLocation(node)?.valueDeclaration)
}

/** The place of a call. */
export interface Site {
  readonly node: ts.Node
  readonly args: readonly ts.Expression[]
  readonly scope: Scope
}
