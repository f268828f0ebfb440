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

/** The value of a literal, a list or an object of literals; `undefined` for anything else. */
export function literalValue(node: ts.Expression | undefined): unknown {
  if (node === undefined) return undefined
  const at = unwrapped(node)
  if (ts.isStringLiteralLike(at)) return at.text
  if (ts.isNumericLiteral(at)) return Number(at.text)
  if (ts.isBigIntLiteral(at)) return BigInt(at.text.slice(0, -1))
  if (at.kind === ts.SyntaxKind.TrueKeyword) return true
  if (at.kind === ts.SyntaxKind.FalseKeyword) return false
  if (at.kind === ts.SyntaxKind.NullKeyword) return null
  if (ts.isPrefixUnaryExpression(at) && at.operator === ts.SyntaxKind.MinusToken) {
    const value = literalValue(at.operand)
    return typeof value === 'number' || typeof value === 'bigint' ? -value : undefined
  }
  if (ts.isArrayLiteralExpression(at)) {
    const values = at.elements.map(literalValue)
    return values.includes(undefined) ? undefined : values
  }
  if (ts.isObjectLiteralExpression(at)) {
    const entries = propertiesOf(at).map(([name, value]) => [name, literalValue(value)] as const)
    return new Map(entries)
  }
  return undefined
}

/** A member of an object of options; `undefined` if it is absent or no literal. */
export function option(node: ts.Expression | undefined, name: string): unknown {
  const value = literalValue(node)
  return value instanceof Map ? value.get(name) : undefined
}

/** The properties of an object literal. A getter counts as the value that it returns. */
export function propertiesOf(
  node: ts.ObjectLiteralExpression,
): readonly (readonly [string, ts.Expression])[] {
  return node.properties.flatMap((one): (readonly [string, ts.Expression])[] => {
    if (ts.isShorthandPropertyAssignment(one)) return [[one.name.text, one.name]]
    if (one.name === undefined || !isPlainName(one.name)) return []
    if (ts.isPropertyAssignment(one)) return [[one.name.text, one.initializer]]
    const returned = ts.isGetAccessor(one)
      ? one.body?.statements.find(ts.isReturnStatement)?.expression
      : undefined
    return returned === undefined ? [] : [[one.name.text, returned]]
  })
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
