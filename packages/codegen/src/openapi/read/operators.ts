import { ts } from 'ts-morph'
import { literalsOf, truthOf } from './known-literals.ts'
import { declarationOf, type Machine } from './machine.ts'
import type { Origins } from './origins.ts'
import { longestText, maxTexts } from './reading-limit.ts'
import { reportResponse } from './response-calls.ts'
import {
  type ClassValue,
  choiceOf,
  literalValue,
  nothing,
  optionsOf,
  type Scope,
  type Value,
} from './value.ts'

/** The value of a binary expression. A sum of many terms is a tree as deep as their number. */
export function binaryOf(node: ts.BinaryExpression, scope: Scope, m: Machine, origins: Origins): Value {
  const [first, ...others] = spineOf(node).reverse()
  if (first === undefined || isAssignment(first.operatorToken.kind)) return assignment(node, scope, m)
  let value = m.evaluate(first.left, scope)
  for (const one of [first, ...others]) value = operation(value, one, scope, m, origins)
  return value
}

/** The expression, its left operand, the left operand of that … */
function spineOf(node: ts.BinaryExpression): ts.BinaryExpression[] {
  const spine = [node]
  for (let one = node; !isAssignment(one.operatorToken.kind); spine.push(one)) {
    if (!ts.isBinaryExpression(one.left) || isAssignment(one.left.operatorToken.kind)) break
    one = one.left
  }
  return spine
}

function operation(
  left: Value,
  node: ts.BinaryExpression,
  scope: Scope,
  m: Machine,
  origins: Origins,
): Value {
  const { kind } = node.operatorToken
  if (isShortCircuit(kind)) return shortCircuit(left, node, scope, m)
  const right = m.evaluate(node.right, scope)
  const unknown: Value = { kind: 'unknown', node, scope }
  if (kind === ts.SyntaxKind.InstanceOfKeyword) return instanceOf(left, right, m, origins) ?? unknown
  if (kind === ts.SyntaxKind.CommaToken) return right
  if (isEquality(kind) === undefined && kind !== ts.SyntaxKind.PlusToken) return unknown
  return combined(kind, literalsOf(left, m), literalsOf(right, m)) ?? sameness(kind, left, right) ?? unknown
}

/** An object is never null. */
function sameness(kind: ts.SyntaxKind, left: Value, right: Value): Value | undefined {
  const isEqual = isEquality(kind)
  if (isEqual === undefined) return undefined
  const isThere = (value: Value): boolean =>
    !['unknown', 'choice', 'literal', 'response'].includes(value.kind)
  const isNone = (value: Value): boolean =>
    value.kind === 'literal' && (value.value ?? undefined) === undefined
  const isApart = (isThere(left) && isNone(right)) || (isNone(left) && isThere(right))
  return isApart ? literalValue(!isEqual) : undefined
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

function assignment(node: ts.BinaryExpression, scope: Scope, m: Machine): Value {
  const { left } = node
  const value = assignedValue(node, scope, m)
  if (ts.isIdentifier(left)) assign(left, value, scope, m)
  else if (ts.isPropertyAccessExpression(left)) {
    const of = m.evaluate(left.expression, scope)
    if (of.kind === 'response') reportResponse(left, m)
    if (of.kind !== 'object') return value
    of.members.set(left.name.text, value)
    if (!isOfMaker(left)) m.noteWrite(undefined)
    if (of.error !== undefined && left.name.text === 'status') {
      const statuses = literalsOf(value, m)?.map(Number)
      of.error = { ...of.error, statuses }
    }
  }
  return value
}

/** The value of `=`, `+=` or `??=`; other operators give a value of the variable's type. */
function assignedValue(node: ts.BinaryExpression, scope: Scope, m: Machine): Value {
  const { kind } = node.operatorToken
  if (kind === ts.SyntaxKind.EqualsToken) return m.evaluate(node.right, scope)
  const left = m.evaluate(node.left, scope)
  const short = shortCircuits.get(kind)
  if (short !== undefined) return shortCircuit(left, node, scope, m, short)
  const right = m.evaluate(node.right, scope)
  const sum =
    kind === ts.SyntaxKind.PlusEqualsToken
      ? combined(ts.SyntaxKind.PlusToken, literalsOf(left, m), literalsOf(right, m))
      : undefined
  return sum ?? { kind: 'unknown', node, scope }
}

/** `??=` assigns what `??` gives. */
const shortCircuits: ReadonlyMap<ts.SyntaxKind, ts.SyntaxKind> = new Map([
  [ts.SyntaxKind.QuestionQuestionEqualsToken, ts.SyntaxKind.QuestionQuestionToken],
  [ts.SyntaxKind.BarBarEqualsToken, ts.SyntaxKind.BarBarToken],
  [ts.SyntaxKind.AmpersandAmpersandEqualsToken, ts.SyntaxKind.AmpersandAmpersandToken],
])

function assign(name: ts.Identifier, value: Value, scope: Scope, m: Machine): void {
  const declaration = declarationOf(name, m)
  if (declaration !== undefined) m.noteWrite(scope.assign(declaration, value, m.flow.depth))
}

/** `this.code = …` of a constructor, before anybody else has the object. */
function isOfMaker({ expression }: ts.PropertyAccessExpression): boolean {
  if (expression.kind !== ts.SyntaxKind.ThisKeyword) return false
  const around = ts.findAncestor(expression, ts.isFunctionLike)
  return around !== undefined && ts.isConstructorDeclaration(around)
}

function shortCircuit(
  left: Value,
  node: ts.BinaryExpression,
  scope: Scope,
  m: Machine,
  kind: ts.SyntaxKind = node.operatorToken.kind,
): Value {
  const isNullish = kind === ts.SyntaxKind.QuestionQuestionToken
  const decided = isNullish ? isPresent(left) : truthOf(left)
  const isOr = kind !== ts.SyntaxKind.AmpersandAmpersandToken
  if (decided !== undefined) {
    if (decided === isOr) m.prune(node.right)
    return decided === isOr ? left : m.evaluate(node.right, scope)
  }
  const [right] = m.flow.branch([() => m.evaluate(node.right, scope), () => nothing])
  const kept = isOr
    ? optionsOf(left).filter((one) => (isNullish ? isPresent(one) !== false : truthOf(one) !== false))
    : [left]
  return choiceOf([...kept, ...(right === undefined ? [] : [right])])
}

/** The value of a prefix or a postfix operator. */
export function unaryOf(
  node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression,
  scope: Scope,
  m: Machine,
): Value {
  const value = m.evaluate(node.operand, scope)
  const isStep =
    node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
  if (isStep && ts.isIdentifier(node.operand))
    assign(node.operand, { kind: 'unknown', node, scope }, scope, m)
  if (node.operator === ts.SyntaxKind.ExclamationToken) {
    const isTrue = truthOf(value)
    if (isTrue !== undefined) return literalValue(!isTrue)
  }
  const isMinus = node.operator === ts.SyntaxKind.MinusToken
  if (isMinus && value.kind === 'literal') return literalValue(-Number(value.value))
  return { kind: 'unknown', node, scope }
}

function instanceOf(value: Value, type: Value, m: Machine, origins: Origins): Value | undefined {
  if (value.kind !== 'object') return undefined
  if (type.kind === 'class') {
    for (let one = value.class; one !== undefined; one = parentOf(one, m, origins)) {
      if (one.node === type.node) return literalValue(true)
    }
    return literalValue(false)
  }
  if (type.kind !== 'runtime' || value.error === undefined) return undefined
  return literalValue(value.error.name === type.name)
}

function parentOf({ node, scope }: ClassValue, m: Machine, origins: Origins): ClassValue | undefined {
  const parent = origins.baseOf(node)
  const value = parent && m.evaluate(parent, scope)
  return value?.kind === 'class' ? value : undefined
}

/** Whether a value is neither null nor undefined. */
function isPresent(value: Value): boolean | undefined {
  if (value.kind === 'literal') return (value.value ?? undefined) !== undefined
  if (value.kind === 'unknown' || value.kind === 'response') return undefined
  if (value.kind !== 'choice') return true
  const all = new Set(value.of.map(isPresent))
  return all.size === 1 ? [...all][0] : undefined
}

function isShortCircuit(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  )
}

/** Whether an operator tests for equality or inequality. */
function isEquality(kind: ts.SyntaxKind): boolean | undefined {
  if (kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.EqualsEqualsToken) return true
  const isNot =
    kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken
  return isNot ? false : undefined
}

/** The result of `+` or of a comparison of known literals. */
function combined(
  kind: ts.SyntaxKind,
  left: readonly unknown[] | undefined,
  right: readonly unknown[] | undefined,
): Value | undefined {
  if (left === undefined || right === undefined) return undefined
  const isEqual = isEquality(kind)
  if (isEqual !== undefined) {
    const isDisjoint = !left.some((one) => right.includes(one))
    if (isDisjoint) return literalValue(!isEqual)
    return left.length === 1 && right.length === 1 ? literalValue(isEqual) : undefined
  }
  if (kind !== ts.SyntaxKind.PlusToken) return undefined
  if (left.length * right.length > maxTexts) return undefined
  const sums = left.flatMap((one) => right.map((other) => sumOf(one, other)))
  const isLong = sums.some((one) => typeof one === 'string' && one.length > longestText)
  return isLong ? undefined : choiceOf(sums.map(literalValue))
}

function sumOf(a: unknown, b: unknown): string | number {
  return typeof a === 'number' && typeof b === 'number' ? a + b : `${a}${b}`
}
