import { ts } from 'ts-morph'
import { literalsOf } from './known-literals.ts'
import type { Machine } from './machine.ts'
import { memberOf } from './members.ts'
import type { Origins } from './origins.ts'
import { longestText, maxElements, maxTexts } from './reading-limit.ts'
import { choiceOf, literalValue, nothing, type ObjectValue, type Scope, type Value } from './value.ts'

/** The texts that a template may give. */
export function templateOf(node: ts.TemplateExpression, scope: Scope, m: Machine): Value {
  let texts: readonly string[] = [node.head.text]
  let isKnown = true
  for (const span of node.templateSpans) {
    const parts = literalsOf(m.evaluate(span.expression, scope), m)
    isKnown &&= parts !== undefined && texts.length * parts.length <= maxTexts
    if (!isKnown) continue
    const longer = texts.flatMap((text) => parts?.map((part) => `${text}${part}${span.literal.text}`) ?? [])
    texts = [...new Set(longer)]
    isKnown = texts.every(({ length }) => length <= longestText)
  }
  return isKnown ? choiceOf(texts.map(literalValue)) : { kind: 'unknown', node, scope }
}

/** The value of `of[key]`. */
export function elementOf(
  node: ts.ElementAccessExpression,
  scope: Scope,
  m: Machine,
  origins: Origins,
): Value {
  const of = m.evaluate(node.expression, scope)
  const key = m.evaluate(node.argumentExpression, scope)
  if (of.kind === 'list' && key.kind === 'literal') return of.items[Number(key.value)] ?? nothing
  const names = literalsOf(key, m)
  if (names === undefined) return { kind: 'unknown', node, scope }
  return choiceOf(names.map((name) => memberOf(of, String(name), node, scope, m, origins)))
}

export function objectOf(node: ts.ObjectLiteralExpression, scope: Scope, m: Machine): Value {
  const object: ObjectValue = { kind: 'object', members: new Map() }
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = m.evaluate(property.expression, scope)
      if (spread.kind !== 'object' || spread.isPartial) object.isPartial = true
      if (spread.kind === 'object')
        for (const [name, value] of spread.members) object.members.set(name, value)
      continue
    }
    const name = ts.isComputedPropertyName(property.name)
      ? literalsOf(m.evaluate(property.name.expression, scope), m)?.[0]
      : property.name.text
    if (name === undefined) object.isPartial = true
    else object.members.set(String(name), propertyOf(property, object, scope, m))
  }
  return object
}

function propertyOf(
  property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>,
  self: Value,
  scope: Scope,
  m: Machine,
): Value {
  if (ts.isPropertyAssignment(property)) return m.evaluate(property.initializer, scope)
  if (ts.isShorthandPropertyAssignment(property)) return m.evaluate(property.name, scope)
  if (ts.isMethodDeclaration(property)) return { kind: 'function', node: property, scope, self }
  return { kind: 'unknown', node: property, scope }
}

export function listOf(node: ts.ArrayLiteralExpression, scope: Scope, m: Machine): Value {
  const items: Value[] = []
  let isKnown = true
  for (const element of node.elements) {
    const value = m.evaluate(ts.isSpreadElement(element) ? element.expression : element, scope)
    if (!ts.isSpreadElement(element)) items.push(value)
    else if (value.kind === 'list' && items.length + value.items.length <= maxElements)
      items.push(...value.items)
    else isKnown = false
  }
  return isKnown ? { kind: 'list', items } : { kind: 'unknown', node, scope }
}
