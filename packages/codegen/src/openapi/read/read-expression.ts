import { ts } from 'ts-morph'
import type { Calls } from './calls.ts'
import { elementOf, listOf, objectOf, templateOf } from './compound-values.ts'
import type { Machine } from './machine.ts'
import { memberOf } from './members.ts'
import type { Modules } from './modules.ts'
import { binaryOf, unaryOf } from './operators.ts'
import type { Origins } from './origins.ts'
import { splitBy } from './read-statements.ts'
import { markReturned } from './returned-errors.ts'
import { choiceOf, literalValue, nothing, type Scope, type Value } from './value.ts'

/** The machine, and its readers of names and calls. */
export interface Expressions {
  readonly m: Machine & { readonly read: Set<ts.Node> }
  readonly origins: Origins
  readonly calls: Calls
  readonly modules: Modules
}

/** The value of an expression without parentheses and type assertions. */
export function readExpression(node: ts.Expression, scope: Scope, of: Expressions): Value {
  const { m, origins, calls, modules } = of
  const unknown: Value = { kind: 'unknown', node, scope }
  if (ts.isIdentifier(node)) return variable(node, scope, of)
  if (ts.isStringLiteralLike(node)) return literalValue(node.text)
  if (ts.isNumericLiteral(node)) return literalValue(Number(node.text))
  if (ts.isTemplateExpression(node)) return templateOf(node, scope, m)
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
    return { kind: 'function', node, scope, self: undefined }
  if (ts.isClassExpression(node)) return { kind: 'class', node, scope }
  if (ts.isPropertyAccessExpression(node))
    return memberOf(m.evaluate(node.expression, scope), node.name.text, node, scope, m, origins)
  if (ts.isElementAccessExpression(node)) return elementOf(node, scope, m, origins)
  if (ts.isCallExpression(node)) {
    m.read.add(node)
    const [specifier] = node.arguments
    if (node.expression.kind !== ts.SyntaxKind.ImportKeyword || specifier === undefined)
      return calls.read(node, scope)
    modules.runImport(specifier)
    return unknown
  }
  if (ts.isNewExpression(node)) {
    m.read.add(node)
    return calls.readNew(node, scope)
  }
  if (ts.isObjectLiteralExpression(node)) return objectOf(node, scope, m)
  if (ts.isArrayLiteralExpression(node)) return listOf(node, scope, m)
  if (ts.isConditionalExpression(node)) return conditional(node, scope, m)
  if (ts.isBinaryExpression(node)) return binaryOf(node, scope, m, origins)
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return unaryOf(node, scope, m)
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
    if (ts.isExpression(child)) m.evaluate(child, scope)
    else if (ts.isTemplateSpan(child)) m.evaluate(child.expression, scope)
  })
  return unknown
}

function variable(node: ts.Identifier, scope: Scope, { origins, modules }: Expressions): Value {
  if (node.text === 'undefined') return nothing
  const unknown: Value = { kind: 'unknown', node, scope }
  const symbol = origins.symbolOf(node)
  return symbol === undefined ? unknown : (modules.valueOf(symbol, scope) ?? unknown)
}

function conditional(node: ts.ConditionalExpression, scope: Scope, m: Machine): Value {
  const { holds, fails } = splitBy(node.condition, scope, m)
  const way = (branch: ts.Expression, inside: Scope) => (): Value => {
    const value = m.evaluate(branch, inside)
    markReturned(value, m.flow)
    return value
  }
  const ways = [
    ...(holds === undefined ? [] : [way(node.whenTrue, holds)]),
    ...(fails === undefined ? [] : [way(node.whenFalse, fails)]),
  ]
  return choiceOf(ways.length === 1 ? ways.map((read) => read()) : m.flow.branch(ways))
}
