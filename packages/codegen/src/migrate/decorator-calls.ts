import { ts } from 'ts-morph'

export interface DecoratorCall {
  readonly name: ts.Identifier
  readonly args: readonly ts.Expression[]
}

export function decoratorsOf(node: ts.Node): readonly DecoratorCall[] {
  const all = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []
  return all.flatMap(({ expression }) =>
    ts.isCallExpression(expression) && ts.isIdentifier(expression.expression)
      ? [{ name: expression.expression, args: expression.arguments }]
      : [],
  )
}
