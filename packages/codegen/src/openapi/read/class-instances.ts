import { ts } from 'ts-morph'
import { bindParameters } from './bind-names.ts'
import type { Machine, Site } from './machine.ts'
import type { Origins } from './origins.ts'
import { readBody } from './read-statements.ts'
import { constructRuntime } from './runtime-calls.ts'
import { type ClassValue, nothing, type ObjectValue, Scope, type Value } from './value.ts'

/** The value of `new Type(…)`. */
export function newInstance(
  node: ts.NewExpression,
  args: readonly Value[],
  scope: Scope,
  m: Machine,
  origins: Origins,
): Value {
  const type = m.evaluate(node.expression, scope)
  const site: Site = { node, args: node.arguments ?? [], scope }
  if (type.kind === 'runtime') return constructRuntime(type.name, args, site, m)
  if (type.kind !== 'class') {
    const error = origins.libraryError(node)
    if (error !== undefined) return error
    m.callMaybe(args, site)
    return { kind: 'unknown', node, scope }
  }
  const self: ObjectValue = { kind: 'object', members: new Map(), class: type }
  initialize(self, type, args, site, m, origins)
  return self
}

function initialize(
  self: ObjectValue,
  of: ClassValue,
  args: readonly Value[],
  site: Site,
  m: Machine,
  origins: Origins,
): void {
  const scope = new Scope(of.scope, self)
  const maker = of.node.members.find(
    (one): one is ts.ConstructorDeclaration => ts.isConstructorDeclaration(one) && one.body !== undefined,
  )
  if (maker === undefined) initializeBase(self, of, args, site, m, origins)
  else bindParameters(maker.parameters, args, scope, m, origins)
  for (const parameter of maker?.parameters ?? []) {
    if (!ts.isIdentifier(parameter.name) || !ts.isParameterPropertyDeclaration(parameter, parameter.parent))
      continue
    self.members.set(parameter.name.text, scope.find(parameter) ?? nothing)
  }
  for (const member of of.node.members) {
    if (!ts.isPropertyDeclaration(member) || member.initializer === undefined) continue
    if (member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)) continue
    self.members.set(member.name.getText(), m.evaluate(member.initializer, scope))
  }
  if (maker?.body !== undefined) readBody(maker.body, scope, m)
}

/** A call of `super(…)`. */
export function callSuper(args: readonly Value[], site: Site, m: Machine, origins: Origins): Value {
  const self = site.scope.thisValue
  const around = ts.findAncestor(site.node, ts.isClassLike)
  if (self?.kind === 'object' && around !== undefined)
    initializeBase(self, { kind: 'class', node: around, scope: site.scope }, args, site, m, origins)
  return nothing
}

function initializeBase(
  self: ObjectValue,
  of: ClassValue,
  args: readonly Value[],
  site: Site,
  m: Machine,
  origins: Origins,
): void {
  const parent = origins.baseOf(of.node)
  if (parent === undefined) return
  const base = m.evaluate(parent, of.scope)
  if (base.kind === 'class') {
    initialize(self, base, args, site, m, origins)
    return
  }
  const made =
    base.kind === 'runtime' ? constructRuntime(base.name, args, site, m) : origins.libraryError(site.node)
  if (made?.kind === 'router') self.router = made
  if (made?.kind === 'object' && made.error !== undefined) self.error = made.error
}
