import { ts } from 'ts-morph'
import { declaredValue, type ModuleNames } from './module-names.ts'

/** A call of a method. */
export interface MethodCall extends ts.CallExpression {
  readonly expression: ts.PropertyAccessExpression
}

/** A call that may register handlers: `app.get('/cars/:id', showCar)`. */
export interface Registration {
  readonly call: MethodCall
  /** Of the call alone; `undefined` if it is no constant. */
  readonly path: string | undefined
  readonly handlers: readonly ts.Expression[]
}

const registering = new Set(
  'get head post put delete connect options trace patch all add use group route'.split(' '),
)

export function isMethodCall(node: ts.Node): node is MethodCall {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
}

/** Whether a call may register handlers; `c.bind().all(Car)` has the name of such a method. */
export function isRegistration(node: ts.Node): node is MethodCall {
  if (!isMethodCall(node) || !registering.has(node.expression.name.text)) return false
  const [first] = node.arguments
  return first !== undefined && (ts.isStringLiteralLike(first) || node.arguments.some(isFunction))
}

/** `undefined` for other calls, and if the first argument may be a path or a handler. */
export function registrationOf(node: ts.Node, names: ModuleNames): Registration | undefined {
  if (!isMethodCall(node)) return undefined
  const method = node.expression.name.text
  if (!registering.has(method) || method === 'route') return undefined
  const given = method === 'add' ? node.arguments.slice(1) : [...node.arguments]
  const [first, ...rest] = given
  if (first === undefined) return undefined
  const path = names.textOf(first)
  if (path !== undefined) return { call: node, path, handlers: rest }
  // `app.route('/cars/:id').get(showCar)`
  if (method === 'use' || isFunctionName(first, names)) return { call: node, path: '', handlers: given }
  return undefined
}

function isFunctionName(node: ts.Expression, names: ModuleNames): boolean {
  if (isFunction(node)) return true
  const target = names.targetOf(node)
  if (target?.kind !== 'node') return false
  const value = declaredValue(target.node) ?? target.node
  return isFunction(value) || ts.isFunctionDeclaration(value) || ts.isMethodDeclaration(value)
}

function isFunction(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node)
}
