import { ts } from 'ts-morph'
import { paramNames } from '../document/missing-parameters.ts'
import { declaredValue, type ModuleNames, nodesIn, unwrapped } from './module-names.ts'
import { isMethodCall, type MethodCall } from './registrations.ts'

/** Methods that return the router they are called on. */
const chaining = new Set('get head post put delete connect options trace patch all add use name'.split(' '))

/** The parameters that the prefixes above a route give it. */
export class RoutePrefixes {
  readonly #names: ModuleNames
  /** The calls of each function, by its declaration. */
  readonly #calls = new Map<ts.Node, ts.CallExpression[]>()
  readonly #anywhere = new Set<string>()
  readonly #mounted = new Set<string>()

  constructor(files: readonly ts.SourceFile[], names: ModuleNames) {
    this.#names = names
    for (const file of files) {
      for (const node of nodesIn(file)) if (ts.isCallExpression(node)) this.#note(node)
    }
  }

  #note(call: ts.CallExpression): void {
    if (isMethodCall(call)) this.#notePrefix(call)
    const target = this.#names.targetOf(call.expression)
    if (target?.kind === 'node') this.#noteCall(target.node, call)
  }

  #notePrefix(call: MethodCall): void {
    const [path, fill] = call.arguments
    const method = call.expression.name.text
    if (method !== 'group' && method !== 'route' && method !== 'use') return
    const text = this.#names.textOf(path)
    for (const name of text === undefined ? [] : paramNames(text)) {
      this.#anywhere.add(name)
      if (method === 'use') this.#mounted.add(name)
    }
    const target = method === 'route' && fill !== undefined ? this.#names.targetOf(fill) : undefined
    if (target?.kind === 'node') this.#noteCall(target.node, call)
  }

  #noteCall(declaration: ts.Node, call: ts.CallExpression): void {
    const calls = this.#calls.get(declaration) ?? []
    this.#calls.set(declaration, calls)
    calls.push(call)
  }

  /** The names that prefixes of a router give; where it cannot be followed, those of every prefix. */
  namesAbove(router: ts.Expression): ReadonlySet<string> {
    const found = this.#above(router, new Set())
    return found === undefined ? this.#anywhere : new Set(found)
  }

  #above(given: ts.Node, seen: ReadonlySet<ts.Node>): readonly string[] | undefined {
    const node = unwrapped(given)
    if (seen.has(node)) return []
    const now = new Set([...seen, node])
    if (ts.isNewExpression(node)) return [...this.#mounted]
    if (isMethodCall(node)) return this.#aboveCall(node, now)
    const target = this.#names.targetOf(node)
    if (target?.kind !== 'node') return undefined
    if (ts.isParameter(target.node)) return this.#aboveParameter(target.node, now)
    const value = declaredValue(target.node)
    return value && this.#above(value, now)
  }

  #aboveCall({ expression, arguments: [path] }: MethodCall, seen: ReadonlySet<ts.Node>) {
    const method = expression.name.text
    if (chaining.has(method)) return this.#above(expression.expression, seen)
    const text = method === 'group' || method === 'route' ? this.#names.textOf(path) : undefined
    return text === undefined ? undefined : this.#below(text, expression.expression, seen)
  }

  #below(path: string, router: ts.Expression, seen: ReadonlySet<ts.Node>): readonly string[] | undefined {
    const above = this.#above(router, seen)
    return above && [...paramNames(path), ...above]
  }

  #aboveParameter(node: ts.ParameterDeclaration, seen: ReadonlySet<ts.Node>): readonly string[] | undefined {
    const of = node.parent
    const at = of.parameters.indexOf(node)
    const { parent } = of
    if (ts.isCallExpression(parent)) return this.#passed(parent, at, seen)
    const declaration = ts.isFunctionDeclaration(of) ? of : parent
    const calls = this.#calls.get(declaration)
    const all = calls?.map((call) => this.#passed(call, at, seen))
    return all?.every((one) => one !== undefined) ? all.flat() : undefined
  }

  /** The names above the router that a call passes: an argument, or that of `app.route(path, fill)`. */
  #passed(call: ts.CallExpression, at: number, seen: ReadonlySet<ts.Node>): readonly string[] | undefined {
    const isFill = isMethodCall(call) && call.expression.name.text === 'route'
    if (isFill) return this.#aboveCall(call, seen)
    const argument = call.arguments[at]
    return argument && this.#above(argument, seen)
  }
}
