import { ts } from 'ts-morph'
import type { Machine } from './machine.ts'
import type { Origins } from './origins.ts'
import { binderWords } from './origins.ts'
import { readBody } from './read-statements.ts'
import {
  type ClassValue,
  choiceOf,
  type GeneratedValue,
  literalValue,
  nothing,
  type ObjectValue,
  Scope,
  type Value,
} from './value.ts'

/** The value of `on.name`. @param node the access */
export function memberOf(
  on: Value,
  name: string,
  node: ts.Node,
  scope: Scope,
  m: Machine,
  origins: Origins,
): Value {
  const unknown: Value = { kind: 'unknown', node, scope }
  switch (on.kind) {
    case 'choice':
      return choiceOf(on.of.map((one) => memberOf(one, name, node, scope, m, origins)))
    case 'object':
      return memberOfObject(on, name, m, origins) ?? declared(on) ?? unknown
    case 'class':
      return staticMember(on, name, m) ?? unknown
    case 'generated':
      return memberOfDto(on, name) ?? unknown
    case 'list':
      return name === 'length' ? literalValue(on.items.length) : unknown
    case 'literal':
      return on.value === undefined || on.value === null ? nothing : unknown
    case 'unknown':
      return declared(on) ?? unknown
    case 'ctx':
    case 'bind':
    case 'router':
    case 'pathRoutes':
      return { kind: 'method', on, name }
    default:
      return unknown
  }

  /** A method or a constant by its declaration: of a namespace, an enum, or a class of the project. */
  function declared(self: Value): Value | undefined {
    const at = ts.isPropertyAccessExpression(node) ? node.name : undefined
    const symbol = at && origins.symbolOf(at)
    const declaration = symbol?.valueDeclaration ?? symbol?.declarations?.[0]
    if (symbol === undefined || declaration === undefined) return undefined
    if (ts.isMethodDeclaration(declaration) && declaration.body !== undefined) {
      if (!origins.isRead(declaration.getSourceFile())) return undefined
      return { kind: 'function', node: declaration, scope, self }
    }
    const isOfModule =
      symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable | ts.SymbolFlags.Class)
    return isOfModule ? m.valueOf(symbol) : undefined
  }
}

function memberOfObject(on: ObjectValue, name: string, m: Machine, origins: Origins): Value | undefined {
  const own = on.members.get(name)
  if (own !== undefined) return own
  if (on.error !== undefined) {
    const { statuses, message } = on.error
    if (name === 'status' && statuses !== undefined) return choiceOf(statuses.map(literalValue))
    if (name === 'message' && message !== undefined) return literalValue(message)
  }
  let of: ClassValue | undefined = on.class
  while (of !== undefined) {
    const found = instanceMember(of, name, on, m)
    if (found !== undefined) return found
    const base = origins.baseOf(of.node)
    const parent: Value | undefined = base && m.evaluate(base, of.scope)
    of = parent?.kind === 'class' ? parent : undefined
  }
  return on.class === undefined && on.error === undefined && on.isClosed ? nothing : undefined
}

function instanceMember(
  { node, scope }: ClassValue,
  name: string,
  self: Value,
  m: Machine,
): Value | undefined {
  for (const member of node.members) {
    if (member.name === undefined || member.name.getText() !== name || isStatic(member)) continue
    if (ts.isMethodDeclaration(member) && member.body) return { kind: 'function', node: member, scope, self }
    if (ts.isGetAccessor(member) && member.body) return readBody(member.body, new Scope(scope, self), m)
  }
  return undefined
}

function staticMember({ node, scope }: ClassValue, name: string, m: Machine): Value | undefined {
  for (const member of node.members) {
    if (member.name === undefined || member.name.getText() !== name || !isStatic(member)) continue
    if (ts.isMethodDeclaration(member) && member.body)
      return { kind: 'function', node: member, scope, self: { kind: 'class', node, scope } }
    if (ts.isPropertyDeclaration(member) && member.initializer) return m.evaluate(member.initializer, scope)
  }
  return undefined
}

function isStatic(member: ts.ClassElement): boolean {
  return (
    ts.canHaveModifiers(member) &&
    (ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false)
  )
}

/** `Car.send`, `Car.stringify`, and the binders of the object. */
function memberOfDto(on: GeneratedValue, name: string): GeneratedValue | undefined {
  if (on.role !== 'dto') return undefined
  if (name === 'stringify' || name === 'send' || name === 'validate') return { ...on, role: name }
  return [...binderWords.values()].includes(name) ? { ...on, role: 'bind', source: name } : undefined
}
