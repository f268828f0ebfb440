import { ts } from 'ts-morph'
import { callBinder } from './bind-calls.ts'
import { bindParameters } from './bind-names.ts'
import { callSuper, newInstance } from './class-instances.ts'
import { callCtx, isDescribed } from './ctx-calls.ts'
import { callGenerated } from './generated-calls.ts'
import { refuseNobody } from './guarded.ts'
import type { KnownCalls } from './known-calls.ts'
import type { Machine, Site } from './machine.ts'
import { memberOf } from './members.ts'
import type { OperationFacts } from './operation-facts.ts'
import type { Origins } from './origins.ts'
import { readBody } from './read-statements.ts'
import type { Reading } from './reading.ts'
import { callRedirect } from './redirect-calls.ts'
import { callResponse, holdsResponse, reportResponse } from './response-calls.ts'
import { callPathRoutes, callRouter } from './router-calls.ts'
import { callRuntime, constructRuntime } from './runtime-calls.ts'
import { typeArgumentsOf } from './type-arguments.ts'
import { callUnseen } from './unseen-code.ts'
import { choiceOf, type FunctionValue, literalValue, nothing, optionsOf, Scope, type Value } from './value.ts'

interface CallMachine extends Machine {
  readonly facts: OperationFacts | undefined
  readonly reading: Reading
}

/** Deeper than any handwritten chain of helpers. */
const deepest = 60
/** A function may call itself through the handlers it takes, `guarded(guarded(list))`. */
const maxRepeats = 3

/** Calls of values: of functions of the project, of what the runtime gives, and of code outside. */
export class Calls {
  readonly #stack: ts.Node[] = []
  readonly #known: KnownCalls
  readonly #origins: Origins
  readonly #m: CallMachine

  constructor(known: KnownCalls, origins: Origins, machine: CallMachine) {
    this.#known = known
    this.#origins = origins
    this.#m = machine
  }

  /** Forgets the open calls, after one that ended in an error. */
  unwind(): void {
    this.#stack.length = 0
  }

  /** Reads a call in the code. */
  read(node: ts.CallExpression, scope: Scope): Value {
    const { expression } = node
    const callee = expression.kind === ts.SyntaxKind.SuperKeyword ? undefined : stripped(expression)
    const isMethod = callee !== undefined && ts.isPropertyAccessExpression(callee)
    const on = isMethod ? this.#m.evaluate(callee.expression, scope) : undefined
    const called = isMethod || callee === undefined ? undefined : this.#m.evaluate(callee, scope)
    const args = this.#arguments(node.arguments, scope)
    const site: Site = { node, args: node.arguments, scope }
    if (callee === undefined) return callSuper(args, site, this.#m, this.#origins)
    if (on !== undefined && isMethod) return this.#callMethod(on, callee.name.text, args, site)
    return called === undefined ? nothing : this.call(called, args, site)
  }

  readNew(node: ts.NewExpression, scope: Scope): Value {
    const args = this.#arguments(node.arguments ?? [], scope)
    return newInstance(node, args, scope, this.#m, this.#origins)
  }

  #arguments(nodes: readonly ts.Expression[], scope: Scope): readonly Value[] {
    return nodes.flatMap((node) => {
      if (!ts.isSpreadElement(node)) return [this.#m.evaluate(node, scope)]
      const spread = this.#m.evaluate(node.expression, scope)
      return spread.kind === 'list' ? spread.items : [spread]
    })
  }

  #callMethod(on: Value, name: string, args: readonly Value[], site: Site): Value {
    switch (on.kind) {
      case 'choice':
        return choiceOf(
          this.#m.flow.branch(on.of.map((one) => () => this.#callMethod(one, name, args, site))),
        )
      case 'ctx':
        return callCtx(name, args, site, this.#m)
      case 'bind':
        return callBinder(on, name, args, site, this.#m)
      case 'redirect':
        return callRedirect(on, name, args, site, this.#m)
      case 'router':
        return callRouter(on, name, args, site, this.#m)
      case 'pathRoutes':
        return callPathRoutes(on, name, args, site, this.#m)
      case 'response':
        return callResponse(name, site.node, this.#m)
      case 'runtime':
        // `ValidationError.of(c, issues)`
        if (name === 'of') return constructRuntime(on.name, args, site, this.#m)
        break
      case 'list':
        return this.#callOfList(on.items, name, args, site)
      case 'function':
        if (name === 'call') return this.call({ ...on, self: args[0] }, args.slice(1), site)
        if (name === 'bind') return { ...on, self: args[0] }
        break
    }
    const { node, scope } = site
    if (isDescribed(name) && this.#isCtx(on)) return callCtx(name, args, site, this.#m)
    const callee = ts.isCallExpression(node) ? stripped(node.expression) : node
    const method = memberOf(on, name, callee, scope, this.#m, this.#origins)
    if (method.kind !== 'unknown') return this.call(method, args, site)
    if (on.kind === 'object' && on.router !== undefined)
      return callRouter(on.router, name, args, site, this.#m)
    return this.#callUnknown(callee, name, args, site)
  }

  /** The callbacks of a list of known elements run for each of them. */
  #callOfList(items: readonly Value[], name: string, args: readonly Value[], site: Site): Value {
    const [callback] = args
    const each = ['forEach', 'map', 'flatMap']
    if (callback !== undefined && each.includes(name)) {
      const results = items.map((item, i) => this.call(callback, [item, literalValue(i)], site))
      if (name === 'map') return { kind: 'list', items: results }
      if (name === 'flatMap' && results.every((one) => one.kind === 'list'))
        return { kind: 'list', items: results.flatMap((one) => one.items) }
      return name === 'forEach' ? nothing : { kind: 'unknown', node: site.node, scope: site.scope }
    }
    if (name === 'entries')
      return {
        kind: 'list',
        items: items.map((item, i) => ({ kind: 'list', items: [literalValue(i), item] })),
      }
    return this.#callUnknown(site.node, name, args, site)
  }

  /** Queries the compiler only where it matters: types of calls are expensive. */
  #isCtx(value: Value): boolean {
    if (value.kind === 'unknown' && value.node !== undefined) return this.#origins.isCtx(value.node)
    return value.kind === 'ctx'
  }

  /** A function outside the project. */
  #callUnknown(callee: ts.Node, name: string, args: readonly Value[], site: Site): Value {
    const unknown: Value = { kind: 'unknown', node: site.node, scope: site.scope }
    const [first] = args
    if (first !== undefined && (name === 'then' || name === 'finally')) {
      const result = this.call(first, [], site)
      return name === 'then' ? result : unknown
    }
    if (name === 'catch' && first !== undefined) return choiceOf([unknown, this.callMaybe([first], site)])
    const known = this.#origins.libraryCall(callee, args)
    if (known !== undefined) return known
    const escapes =
      this.#m.facts !== undefined && this.#origins.mayAnswer(callee) && args.some((one) => this.#isCtx(one))
    if (escapes) this.#origins.reportEscape(callee, name, this.#m)
    // `finished(response, log)` of node:stream listens.
    if (name !== 'finished' && args.some((one) => holdsResponse(one))) reportResponse(callee, this.#m)
    const unseen = this.#m.facts && !escapes ? this.#origins.unseenMethod(callee) : undefined
    if (unseen !== undefined) callUnseen(unseen, callee, this.#m)
    this.callMaybe(args, site)
    return unknown
  }

  callMaybe(values: readonly Value[], site: Site): Value {
    const functions = values.flatMap(optionsOf).filter(({ kind }) => kind === 'function')
    const results = functions.map((one) =>
      choiceOf(this.#m.flow.branch([() => this.call(one, [], site), () => nothing])),
    )
    return choiceOf(results)
  }

  call(callee: Value, args: readonly Value[], site: Site): Value {
    switch (callee.kind) {
      case 'choice':
        return choiceOf(this.#m.flow.branch(callee.of.map((one) => () => this.call(one, args, site))))
      case 'function':
        return this.#known.recall(callee, args, this.#m.reading, () => this.#invoke(callee, args, site))
      case 'generated':
        return callGenerated(callee, args, site, this.#m)
      case 'guard':
        refuseNobody(callee.find, this.call(callee.find, args, site), site.node, this.#m)
        return this.#m.flow.useCtx(site.node) ? this.#m.next(site.node) : nothing
      case 'runtime':
        return callRuntime(callee.name, args, site, this.#m)
      case 'method':
        return this.#callMethod(callee.on, callee.name, args, site)
      default: {
        const at = ts.isCallExpression(site.node) ? stripped(site.node.expression) : site.node
        return this.#callUnknown(at, ts.isIdentifier(at) ? at.text : '', args, site)
      }
    }
  }

  #invoke(of: FunctionValue, args: readonly Value[], site: Site): Value {
    const { node } = of
    const repeats = this.#stack.filter((one) => one === node).length
    const unknown: Value = { kind: 'unknown', node: site.node, scope: site.scope }
    if (node.body === undefined || repeats >= maxRepeats || this.#stack.length >= deepest) return unknown
    this.#m.facts?.enter(node, this.#m)
    const types = typeArgumentsOf(node, site, this.#m.checker)
    const scope = new Scope(of.scope, of.self, types)
    bindParameters(node.parameters, args, scope, this.#m, this.#origins)
    this.#stack.push(node)
    try {
      return readBody(node.body, scope, this.#m)
    } finally {
      this.#stack.pop()
    }
  }
}

function stripped(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) ? stripped(node.expression) : node
}
