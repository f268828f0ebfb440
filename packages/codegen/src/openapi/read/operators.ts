import { ts } from '../../parse/compiler.ts'
import { declarationOf, type Machine } from './machine.ts'
import type { Origins } from './origins.ts'
import {
  type ClassValue,
  choiceOf,
  literalValue,
  nothing,
  optionsOf,
  type Scope,
  type Value,
} from './value.ts'

/** The value of a binary expression. */
export function binaryOf(node: ts.BinaryExpression, scope: Scope, m: Machine, origins: Origins): Value {
  const { kind } = node.operatorToken
  if (kind === ts.SyntaxKind.EqualsToken) return assignment(node, scope, m)
  const left = m.evaluate(node.left, scope)
  if (isShortCircuit(kind)) return shortCircuit(left, node, scope, m)
  const right = m.evaluate(node.right, scope)
  const unknown: Value = { kind: 'unknown', node, scope }
  if (kind === ts.SyntaxKind.InstanceOfKeyword) return instanceOf(left, right, m, origins) ?? unknown
  if (kind === ts.SyntaxKind.CommaToken) return right
  if (isEquality(kind) === undefined && kind !== ts.SyntaxKind.PlusToken) return unknown
  return combined(kind, m.literalsOf(left), m.literalsOf(right)) ?? sameness(kind, left, right) ?? unknown
}

/** An object is never null. */
function sameness(kind: ts.SyntaxKind, left: Value, right: Value): Value | undefined {
  const isEqual = isEquality(kind)
  if (isEqual === undefined) return undefined
  const isThere = (value: Value): boolean => !['unknown', 'choice', 'literal'].includes(value.kind)
  const isNone = (value: Value): boolean =>
    value.kind === 'literal' && (value.value ?? undefined) === undefined
  const isApart = (isThere(left) && isNone(right)) || (isNone(left) && isThere(right))
  return isApart ? literalValue(!isEqual) : undefined
}

function assignment(node: ts.BinaryExpression, scope: Scope, m: Machine): Value {
  const value = m.evaluate(node.right, scope)
  const { left } = node
  if (ts.isIdentifier(left)) {
    const declaration = declarationOf(left, m)
    if (declaration !== undefined) scope.assign(declaration, value, m.flow.depth)
  } else if (ts.isPropertyAccessExpression(left)) {
    const of = m.evaluate(left.expression, scope)
    if (of.kind === 'object') of.members.set(left.name.text, value)
    if (of.kind === 'object' && of.error !== undefined && left.name.text === 'status') {
      const statuses = m.literalsOf(value)?.map(Number)
      of.error = { ...of.error, statuses }
    }
  }
  return value
}

function shortCircuit(left: Value, node: ts.BinaryExpression, scope: Scope, m: Machine): Value {
  const { kind } = node.operatorToken
  const isNullish = kind === ts.SyntaxKind.QuestionQuestionToken
  const decided = isNullish ? isPresent(left) : m.isTrue(left)
  const isOr = kind !== ts.SyntaxKind.AmpersandAmpersandToken
  if (decided !== undefined) {
    if (decided === isOr) m.prune(node.right)
    return decided === isOr ? left : m.evaluate(node.right, scope)
  }
  const [right] = m.flow.branch([() => m.evaluate(node.right, scope), () => nothing])
  const kept = isOr
    ? optionsOf(left).filter((one) => (isNullish ? isPresent(one) !== false : m.isTrue(one) !== false))
    : [left]
  return choiceOf([...kept, ...(right === undefined ? [] : [right])])
}

/** The value of a prefix operator. */
export function unaryOf(node: ts.PrefixUnaryExpression, scope: Scope, m: Machine): Value {
  const value = m.evaluate(node.operand, scope)
  if (node.operator === ts.SyntaxKind.ExclamationToken) {
    const isTrue = m.isTrue(value)
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
  if (value.kind === 'unknown') return undefined
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
  const sums = left.flatMap((one) => right.map((other) => sumOf(one, other)))
  return choiceOf(sums.map(literalValue))
}

function sumOf(a: unknown, b: unknown): string | number {
  return typeof a === 'number' && typeof b === 'number' ? a + b : `${a}${b}`
}
