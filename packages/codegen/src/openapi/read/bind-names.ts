import { ts } from 'ts-morph'
import type { Machine } from './machine.ts'
import { memberOf } from './members.ts'
import type { Origins } from './origins.ts'
import { nothing, type Scope, type Value } from './value.ts'

/** Declares the parameters of a function with the arguments of a call. */
export function bindParameters(
  parameters: readonly ts.ParameterDeclaration[],
  args: readonly Value[],
  scope: Scope,
  m: Machine,
  origins: Origins,
): void {
  for (const [i, parameter] of parameters.entries()) {
    const { name, initializer, dotDotDotToken } = parameter
    const unknown: Value = { kind: 'unknown', node: name, scope }
    const given: Value = dotDotDotToken
      ? { kind: 'list', items: args.slice(i) }
      : (args[i] ?? (initializer ? nothing : unknown))
    const isAbsent = given.kind === 'literal' && given.value === undefined
    const value = isAbsent && initializer !== undefined ? m.evaluate(initializer, scope) : given
    bindName(
      name,
      value.kind === 'unknown' && origins.isCtx(name) ? { kind: 'ctx' } : value,
      scope,
      m,
      origins,
    )
  }
}

/** Declares a name, or the names of a pattern. */
export function bindName(
  name: ts.BindingName,
  value: Value,
  scope: Scope,
  m: Machine,
  origins: Origins,
): void {
  if (ts.isIdentifier(name)) {
    scope.declare(name.parent, value, m.flow.depth)
    return
  }
  for (const [i, element] of name.elements.entries()) {
    if (ts.isOmittedExpression(element)) continue
    const part = partOf(element, i, value, scope, m, origins)
    const isAbsent = part.kind === 'literal' && part.value === undefined
    const { initializer } = element
    bindName(element.name, isAbsent && initializer ? m.evaluate(initializer, scope) : part, scope, m, origins)
  }
}

function partOf(
  element: ts.BindingElement,
  index: number,
  value: Value,
  scope: Scope,
  m: Machine,
  origins: Origins,
): Value {
  const unknown: Value = { kind: 'unknown', node: element.name, scope }
  if (element.dotDotDotToken !== undefined)
    return value.kind === 'list'
      ? { kind: 'list', items: value.items.slice(index) }
      : value.kind === 'object'
        ? value
        : unknown
  if (ts.isArrayBindingPattern(element.parent))
    return value.kind === 'list' ? (value.items[index] ?? nothing) : unknown
  const key = element.propertyName ?? element.name
  if (!ts.isIdentifier(key) && !ts.isStringLiteral(key)) return unknown
  if (value.kind === 'unknown') {
    if (origins.isCtx(element.name)) return { kind: 'ctx' }
    // `const { register } = await import('./routes.js')`
    const symbol = origins.propertyOf(element.parent, key.text)
    return (symbol && m.valueOf(symbol)) ?? unknown
  }
  return memberOf(value, key.text, element.name, scope, m, origins)
}
