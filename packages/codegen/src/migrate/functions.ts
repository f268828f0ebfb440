import { ts } from 'ts-morph'
import { unwrapped } from './syntax.ts'

type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration | ts.MethodDeclaration

/** The function behind a name, or behind a member of an object. */
export function functionOf(declaration: ts.Node | undefined): FunctionNode | undefined {
  if (declaration === undefined) return undefined
  if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration)) return declaration
  if (!ts.isVariableDeclaration(declaration) && !ts.isPropertyAssignment(declaration)) return undefined
  const value = declaration.initializer && unwrapped(declaration.initializer)
  return value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
    ? value
    : undefined
}

/** The result of a function that does nothing else. */
export function resultOf({ body }: FunctionNode): ts.Expression | undefined {
  if (body === undefined) return undefined
  if (!ts.isBlock(body)) return unwrapped(body)
  const [only, ...others] = body.statements
  return only !== undefined && others.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined
}
