import { ts } from 'ts-morph'

/** A word of the generated code that stands for a value elsewhere: `emailPattern`. */
export type NamedValues = Readonly<Record<string, unknown>>

/**
 * The value of an expression that the emitters write into a shape: text, numbers, lists and objects. Reading their text keeps
 * one source for the schema in a generated file and the schema in a document.
 */
export function valueOfText(text: string, names: NamedValues): unknown {
  const file = ts.createSourceFile('held.ts', `(${text})`, ts.ScriptTarget.ES2022)
  const [statement] = file.statements
  if (statement === undefined || !ts.isExpressionStatement(statement)) throw unreadable(text)
  return expressionValue(statement.expression, names, file)
}

function expressionValue(node: ts.Expression, names: NamedValues, file: ts.SourceFile): unknown {
  const inner = (one: ts.Expression): unknown => expressionValue(one, names, file)
  if (ts.isParenthesizedExpression(node)) return inner(node.expression)
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isBigIntLiteral(node)) return BigInt(node.text.replace(/n$/, ''))
  if (ts.isPrefixUnaryExpression(node)) {
    const value = inner(node.operand)
    return typeof value === 'bigint' ? -value : -Number(value)
  }
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(inner)
  if (ts.isObjectLiteralExpression(node)) {
    const members = node.properties.map((property) => {
      if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name))
        throw unreadable(property.getText(file))
      return [property.name.text, inner(property.initializer)] as const
    })
    return Object.fromEntries(members)
  }
  if (ts.isIdentifier(node) && Object.hasOwn(names, node.text)) return names[node.text]
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return true
    case ts.SyntaxKind.FalseKeyword:
      return false
    case ts.SyntaxKind.NullKeyword:
      return null
    default:
      throw unreadable(node.getText(file))
  }
}

function unreadable(text: string): TypeError {
  return new TypeError(`no value of a shape: ${text}`)
}
