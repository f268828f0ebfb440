import { ts } from 'ts-morph'
import { childrenOf } from '../../parse/project/children-of.ts'
import { type Draft, distinctDrafts } from '../model/draft.ts'
import { literalsOf, truthOf } from './known-literals.ts'
import { declarationOf, type Machine } from './machine.ts'
import { markReturned } from './returned-errors.ts'
import { choiceOf, nothing, optionsOf, Scope, type Value } from './value.ts'

/** A function call or a module whose statements are being read. */
interface Frame {
  readonly m: Machine
  readonly scope: Scope
  readonly ends: Ends
}

/** Where paths leave the statements. */
interface Ends {
  readonly returned: Value[]
  readonly exits: Draft[]
  /** By loop or `switch`, the innermost last. */
  readonly breaks: Draft[][]
  readonly depth: number
  /** Returns in branches, after which the rest runs under a condition. */
  doubts: number
}

/** Reads a body and returns its result. */
export function readBody(body: ts.Block | ts.Expression, scope: Scope, m: Machine): Value {
  if (!ts.isBlock(body)) {
    const value = m.evaluate(body, scope)
    markReturned(value, m.flow)
    return value
  }
  return readStatements(body.statements, scope, m)
}

export function readStatements(statements: readonly ts.Statement[], scope: Scope, m: Machine): Value {
  const ends: Ends = { returned: [], exits: [], breaks: [], depth: m.flow.depth, doubts: 0 }
  run(statements, { m, scope, ends })
  m.flow.doubts -= ends.doubts
  if (!m.flow.isDead) ends.returned.push(nothing)
  m.flow.join(ends.exits)
  return choiceOf(ends.returned)
}

function run(statements: readonly ts.Statement[], frame: Frame): void {
  let { scope } = frame
  for (const one of statements) {
    if (frame.m.flow.isDead) return
    if (ts.isIfStatement(one)) scope = ifStatement(one, { ...frame, scope })
    else statement(one, { ...frame, scope })
  }
}

function statement(node: ts.Statement, frame: Frame): void {
  const { m, scope } = frame
  if (ts.isBlock(node)) run(node.statements, frame)
  else if (ts.isExpressionStatement(node)) m.evaluate(node.expression, scope)
  else if (ts.isVariableStatement(node)) {
    if (!isAmbient(node)) variables(node.declarationList.declarations, frame)
  } else if (ts.isIfStatement(node)) ifStatement(node, frame)
  else if (ts.isReturnStatement(node)) returnStatement(node, frame)
  else if (ts.isThrowStatement(node)) throwStatement(node, frame)
  else if (ts.isTryStatement(node)) tryStatement(node, frame)
  else if (ts.isForOfStatement(node)) forOf(node, frame)
  else if (ts.isIterationStatement(node, false)) loop(node, frame)
  else if (ts.isSwitchStatement(node)) switchStatement(node, frame)
  else if (ts.isLabeledStatement(node)) statement(node.statement, frame)
  else if (ts.isBreakOrContinueStatement(node)) leave(frame)
  else if (ts.isExportAssignment(node)) m.evaluate(node.expression, scope)
}

function isAmbient({ modifiers }: ts.VariableStatement): boolean {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false
}

function variables(declarations: readonly ts.VariableDeclaration[], { m, scope }: Frame): void {
  for (const { name, initializer } of declarations) {
    m.bind(name, initializer === undefined ? nothing : m.evaluate(initializer, scope), scope)
  }
}

/** @returns the scope after it: a branch that leaves the code excludes the values for which it runs */
function ifStatement(node: ts.IfStatement, frame: Frame): Scope {
  const { m, scope } = frame
  const { holds, fails } = splitBy(node.expression, scope, m)
  if (holds === undefined) m.prune(node.thenStatement)
  if (fails === undefined && node.elseStatement) m.prune(node.elseStatement)
  const read = (branch: ts.Statement | undefined, inside: Scope) => (): boolean => {
    if (branch !== undefined) statement(branch, { ...frame, scope: inside })
    return m.flow.isDead
  }
  if (holds === undefined || fails === undefined) {
    const [branch, inside] = holds === undefined ? [node.elseStatement, fails] : [node.thenStatement, holds]
    if (inside !== undefined) read(branch, inside)()
    return scope
  }
  const [holdsLeft, failsLeft] = m.flow.branch([
    read(node.thenStatement, holds),
    read(node.elseStatement, fails),
  ])
  if (holdsLeft === failsLeft) return scope
  return holdsLeft ? fails : holds
}

/** The scopes in which a condition holds and fails; `undefined` for a case that cannot happen. */
export function splitBy(
  condition: ts.Expression,
  scope: Scope,
  m: Machine,
): { readonly holds: Scope | undefined; readonly fails: Scope | undefined } {
  const chosen = choiceIn(condition, scope, m)
  if (chosen === undefined) {
    const isTrue = truthOf(m.evaluate(condition, scope))
    return { holds: isTrue === false ? undefined : scope, fails: isTrue === true ? undefined : scope }
  }
  const { declaration, options } = chosen
  const only = (some: readonly Value[]): Scope => {
    const inner = new Scope(scope)
    inner.declare(declaration, choiceOf(some), m.flow.depth)
    return inner
  }
  const tested = options.map((value) => ({
    value,
    isTrue: truthOf(m.evaluate(condition, only([value]))),
  }))
  const [yes, no] = [true, false].map((wanted) =>
    tested.filter(({ isTrue }) => isTrue !== !wanted).map(({ value }) => value),
  )
  const scopeOf = (some: readonly Value[] = []): Scope | undefined =>
    some.length === 0 ? undefined : some.length === options.length ? scope : only(some)
  return { holds: scopeOf(yes), fails: scopeOf(no) }
}

/** More values than any handwritten test distinguishes. */
const maxOptions = 12

/** The first variable of a condition that has one of several values. */
function choiceIn(
  condition: ts.Node,
  scope: Scope,
  m: Machine,
): { readonly declaration: ts.Node; readonly options: readonly Value[] } | undefined {
  const nodes = [condition]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (ts.isIdentifier(node)) {
      const declaration = declarationOf(node, m)
      const value = declaration && scope.find(declaration)
      const options = value === undefined ? [] : optionsOf(value)
      const isFew = options.length > 1 && options.length <= maxOptions
      if (declaration !== undefined && isFew) return { declaration, options }
    } else if (ts.isPropertyAccessExpression(node)) nodes.push(node.expression)
    else if (!ts.isFunctionLike(node)) nodes.push(...childrenOf(node).reverse())
  }
  return undefined
}

function returnStatement({ expression }: ts.ReturnStatement, { m, scope, ends }: Frame): void {
  const value = expression === undefined ? nothing : m.evaluate(expression, scope)
  if (m.flow.isDead) return
  markReturned(value, m.flow)
  ends.returned.push(value)
  if (m.flow.depth > ends.depth) {
    ends.doubts++
    m.flow.doubts++
  }
  ends.exits.push(...m.flow.live)
  m.flow.live = []
}

function throwStatement(node: ts.ThrowStatement, { m, scope }: Frame): void {
  const value = m.evaluate(node.expression, scope)
  if (!m.flow.isDead) m.flow.throw(value, node.expression)
}

/** Each way out of the block runs `finally`: to its end, by `return`, by `break` and by an error. */
function tryStatement(node: ts.TryStatement, frame: Frame): void {
  const { finallyBlock } = node
  if (finallyBlock === undefined) {
    tryAndCatch(node, frame)
    return
  }
  const { ends, m } = frame
  const { flow } = m
  const exitsBefore = ends.exits.length
  const left: Draft[] = []
  ends.breaks.push(left)
  const thrown = flow.catching(() => tryAndCatch(node, frame))
  ends.breaks.pop()
  const finished = new Map<string, readonly Draft[]>()
  const finishOne = (draft: Draft): readonly Draft[] => {
    flow.live = [draft]
    run(finallyBlock.statements, frame)
    finished.set(draft.fullKey, flow.live)
    return flow.live
  }
  const finish = (drafts: readonly Draft[]): readonly Draft[] => {
    flow.live = []
    const ended = drafts.map((draft) => finished.get(draft.fullKey) ?? finishOne(draft))
    flow.live = distinctDrafts(ended.flat())
    return flow.live
  }
  const { live } = flow
  ends.exits.push(...finish(ends.exits.splice(exitsBefore)))
  ends.breaks.at(-1)?.push(...finish(left))
  flow.rethrow(
    thrown.flatMap((one) => {
      const drafts = finish(one.drafts)
      return drafts.length === 0 ? [] : [{ ...one, drafts }]
    }),
  )
  finish(live)
}

function tryAndCatch(node: ts.TryStatement, frame: Frame): void {
  const { m, scope } = frame
  const { flow } = m
  const start = flow.live
  const thrown = flow.catching(() => run(node.tryBlock.statements, frame))
  const { catchClause } = node
  if (catchClause === undefined) flow.rethrow(thrown)
  else {
    const ended = flow.live
    const { variableDeclaration: variable, block } = catchClause
    // Code outside the project may throw as well.
    flow.live = []
    flow.join([...start, ...thrown.flatMap(({ drafts }) => drafts)])
    const unknown: Value = { kind: 'unknown', ...(variable && { node: variable.name, scope }) }
    if (variable !== undefined)
      m.bind(variable.name, choiceOf([...thrown.map(({ value }) => value), unknown]), scope)
    flow.depth++
    run(block.statements, frame)
    flow.depth--
    flow.join(ended)
  }
}

/** A list of known elements is read element by element. */
function forOf(node: ts.ForOfStatement, frame: Frame): void {
  const { m, scope, ends } = frame
  const list = m.evaluate(node.expression, scope)
  const element = (value: Value): void => {
    const inner = new Scope(scope)
    const [declared] = ts.isVariableDeclarationList(node.initializer) ? node.initializer.declarations : []
    if (declared !== undefined) m.bind(declared.name, value, inner)
    const left: Draft[] = []
    ends.breaks.push(left)
    statement(node.statement, { ...frame, scope: inner })
    ends.breaks.pop()
    m.flow.join(left)
  }
  if (list.kind === 'list') {
    if (list.items.length === 0) m.prune(node.statement)
    for (const item of list.items) element(item)
  } else {
    const [declared] = ts.isVariableDeclarationList(node.initializer) ? node.initializer.declarations : []
    const item: Value = { kind: 'unknown', ...(declared && { node: declared.name, scope }) }
    m.flow.branch([() => element(item), () => undefined])
  }
}

/** Runs once or not at all; more rounds add no answers. */
function loop(node: ts.IterationStatement, frame: Frame): void {
  const { m, scope, ends } = frame
  if (ts.isForStatement(node)) {
    if (node.initializer && ts.isVariableDeclarationList(node.initializer))
      variables(node.initializer.declarations, frame)
    // Before the body, in which the counter has any of its values.
    if (node.incrementor) m.evaluate(node.incrementor, scope)
    if (node.condition) m.evaluate(node.condition, scope)
  } else if (ts.isWhileStatement(node) || ts.isDoStatement(node) || ts.isForInStatement(node)) {
    m.evaluate(node.expression, scope)
  }
  const left: Draft[] = []
  ends.breaks.push(left)
  const body = (): void => statement(node.statement, frame)
  if (ts.isDoStatement(node)) body()
  else m.flow.branch([body, () => undefined])
  ends.breaks.pop()
  m.flow.join(left)
}

function leave({ m, ends }: Frame): void {
  ends.breaks.at(-1)?.push(...m.flow.live)
  m.flow.live = []
}

function switchStatement(node: ts.SwitchStatement, frame: Frame): void {
  const { m, scope, ends } = frame
  const known = literalsOf(m.evaluate(node.expression, scope), m)
  const { clauses } = node.caseBlock
  const cases = clauses.map((one) =>
    ts.isCaseClause(one) ? literalsOf(m.evaluate(one.expression, scope), m) : undefined,
  )
  const isPossible = (i: number): boolean => {
    const values = cases[i]
    return known === undefined || values === undefined || values.some((one) => known.includes(one))
  }
  const isCertain = known?.length === 1 && cases.some((one) => one?.includes(known[0]))
  const starts = clauses
    .map((_, i) => i)
    .filter((i) => isPossible(i) && !(isCertain && ts.isDefaultClause(clauses[i] ?? node)))
  const hasDefault = clauses.some(ts.isDefaultClause)
  const left: Draft[] = []
  ends.breaks.push(left)
  const { live } = m.flow
  const isOnly = isCertain && starts.length === 1
  if (!isOnly) m.flow.depth++
  m.flow.live = []
  for (const [i, { statements }] of clauses.entries()) {
    // The paths that fall through from the clause before, and those that begin here.
    if (starts.includes(i)) m.flow.join(live)
    run(statements, frame)
  }
  if (!isOnly) m.flow.depth--
  if (!isOnly && !hasDefault) m.flow.join(live)
  ends.breaks.pop()
  m.flow.join(left)
}
