import { ts } from 'ts-morph'
import { literal } from '../emit/text/literal.ts'
import { commentText } from './migrated.ts'

/** A step of a chain of calls: `.min(3)`, or without arguments `.coerce`. */
export interface Step {
  readonly name: string
  /** `undefined` for a property that is not called. */
  readonly args: readonly ts.Expression[] | undefined
  readonly node: ts.Node
}

/** `z.string().min(3)` as its first name and the steps after it. */
export interface Chain {
  readonly root: ts.Expression
  readonly steps: readonly Step[]
}

export function chainOf(expression: ts.Expression): Chain {
  const steps: Step[] = []
  let at = unwrapped(expression)
  for (;;) {
    const call = ts.isCallExpression(at) ? at : undefined
    const access = call === undefined ? at : unwrapped(call.expression)
    if (!ts.isPropertyAccessExpression(access)) break
    steps.unshift({ name: access.name.text, args: call?.arguments, node: access.name })
    at = unwrapped(access.expression)
  }
  return { root: at, steps }
}

/** Without parentheses and casts. */
export function unwrapped(node: ts.Expression): ts.Expression {
  let at = node
  while (ts.isParenthesizedExpression(at) || ts.isAsExpression(at) || ts.isSatisfiesExpression(at))
    at = at.expression
  return at
}

/** Finds the value of a name; `undefined` for what is no constant. */
export type LookUp = (node: ts.Expression) => unknown

const nothing: LookUp = () => undefined

/** The value of a literal, of a list or an object of literals, or of what `lookUp` knows; `undefined` for anything else. */
export function literalValue(node: ts.Expression | undefined, lookUp: LookUp = nothing): unknown {
  if (node === undefined) return undefined
  const at = unwrapped(node)
  if (ts.isStringLiteralLike(at)) return at.text
  if (ts.isNumericLiteral(at)) return Number(at.text)
  if (ts.isBigIntLiteral(at)) return BigInt(at.text.slice(0, -1))
  if (at.kind === ts.SyntaxKind.TrueKeyword) return true
  if (at.kind === ts.SyntaxKind.FalseKeyword) return false
  if (at.kind === ts.SyntaxKind.NullKeyword) return null
  if (ts.isPrefixUnaryExpression(at) && at.operator === ts.SyntaxKind.MinusToken) {
    const value = literalValue(at.operand, lookUp)
    return typeof value === 'number' || typeof value === 'bigint' ? -value : undefined
  }
  if (ts.isBinaryExpression(at)) return computed(at, lookUp)
  if (ts.isArrayLiteralExpression(at)) return listValue(at, lookUp)
  if (ts.isObjectLiteralExpression(at)) return objectValue(at, lookUp)
  return lookUp(at)
}

/** `60 * 60` */
function computed({ left, right, operatorToken }: ts.BinaryExpression, lookUp: LookUp): unknown {
  const [a, b] = [literalValue(left, lookUp), literalValue(right, lookUp)]
  if (typeof a !== 'number' || typeof b !== 'number') return undefined
  switch (operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return a + b
    case ts.SyntaxKind.MinusToken:
      return a - b
    case ts.SyntaxKind.AsteriskToken:
      return a * b
    case ts.SyntaxKind.AsteriskAsteriskToken:
      return a ** b
    default:
      return undefined
  }
}

function listValue({ elements }: ts.ArrayLiteralExpression, lookUp: LookUp): unknown {
  const values = elements.flatMap((one): unknown[] => {
    if (!ts.isSpreadElement(one)) return [literalValue(one, lookUp)]
    const inner = literalValue(one.expression, lookUp)
    return Array.isArray(inner) ? inner : [undefined]
  })
  return values.includes(undefined) ? undefined : values
}

function objectValue(node: ts.ObjectLiteralExpression, lookUp: LookUp): unknown {
  const spread = node.properties.flatMap((one) => {
    const inner = ts.isSpreadAssignment(one) ? literalValue(one.expression, lookUp) : undefined
    return inner instanceof Map ? [...inner] : []
  })
  const own = propertiesOf(node, lookUp).map(([name, value]) => [name, literalValue(value, lookUp)] as const)
  return new Map([...spread, ...own])
}

/** The properties of an object literal whose names are known. A getter counts as the value that it returns. */
export function propertiesOf(
  node: ts.ObjectLiteralExpression,
  lookUp: LookUp = nothing,
): readonly (readonly [string, ts.Expression])[] {
  return node.properties.flatMap((one): (readonly [string, ts.Expression])[] => {
    if (ts.isShorthandPropertyAssignment(one)) return [[one.name.text, one.name]]
    const name = one.name === undefined ? undefined : nameOf(one.name, lookUp)
    if (name === undefined) return []
    if (ts.isPropertyAssignment(one)) return [[name, one.initializer]]
    const returned = ts.isGetAccessor(one)
      ? one.body?.statements.find(ts.isReturnStatement)?.expression
      : undefined
    return returned === undefined ? [] : [[name, returned]]
  })
}

/** `undefined` for a name that is computed from anything but constants. */
export function nameOf(name: ts.PropertyName, lookUp: LookUp = nothing): string | undefined {
  if (isPlainName(name)) return name.text
  const value = ts.isComputedPropertyName(name) ? literalValue(name.expression, lookUp) : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** The result of an arrow function without statements. */
export function returnedBy(node: ts.Expression | undefined): ts.Expression | undefined {
  return node !== undefined && ts.isArrowFunction(node) && !ts.isBlock(node.body)
    ? unwrapped(node.body)
    : undefined
}

export function literalType(value: unknown): string {
  return typeof value === 'string' ? literal(value) : String(value)
}

/** The comment above a declaration, on one line and without tags. */
export function commentOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node)
  const text = doc && ts.isJSDoc(doc) ? ts.getTextOfJSDocComment(doc.comment) : undefined
  return commentText(text ?? '')
}

function isPlainName(name: ts.PropertyName): name is ts.Identifier | ts.StringLiteral | ts.NumericLiteral {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)
}
