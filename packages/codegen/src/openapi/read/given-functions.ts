import { ts } from 'ts-morph'
import { Draft } from '../model/draft.ts'
import { Flow } from './flow.ts'
import type { Machine } from './machine.ts'
import type { Origins } from './origins.ts'
import type { Reading } from './reading.ts'
import { throwReturned } from './returned-errors.ts'
import { type FunctionValue, nothing, type Scope, type Value } from './value.ts'

interface ChainMachine extends Machine {
  readonly rootScope: Scope
  within<T>(reading: Reading, read: () => T): T
}

/** The functions that code of packages gets for the handlers it makes: `idempotency({ scope: (c) => c.get('X-User') })`. */
export class GivenFunctions {
  readonly #origins: Origins
  readonly #known = new WeakMap<Value, readonly FunctionValue[]>()

  constructor(origins: Origins) {
    this.#origins = origins
  }

  /** Reads those that take the Ctx, as middleware may call each before its `next()`. */
  call(handler: Value, node: ts.Node, m: ChainMachine): void {
    const site = { node, args: [], scope: m.rootScope }
    for (const one of this.#of(handler, m)) {
      const args = one.node.parameters.map((parameter) => this.#argument(parameter))
      m.flow.branch([() => throwReturned(m.call(one, args, site), m.flow), () => {}])
    }
  }

  #argument({ name }: ts.ParameterDeclaration): Value {
    return this.#origins.isCtx(name) ? { kind: 'ctx' } : { kind: 'unknown', node: name }
  }

  #of(handler: Value, m: ChainMachine): readonly FunctionValue[] {
    const known = this.#known.get(handler)
    if (known !== undefined) return known
    // Read as where the handler was made, which is no part of an operation.
    const reading = { flow: new Flow(new Draft()), facts: undefined, next: () => nothing }
    const found = m.within(reading, () => functionsIn(handler, m, new Set()))
    const taking = found.filter(({ node }) => node.parameters.some(({ name }) => this.#origins.isCtx(name)))
    this.#known.set(handler, taking)
    return taking
  }
}

/** The functions among the arguments of a call, and in objects and lists there. */
function functionsIn(value: Value, m: ChainMachine, seen: Set<unknown>): readonly FunctionValue[] {
  const inside = (all: Iterable<Value>): readonly FunctionValue[] =>
    [...all].flatMap((one) => functionsIn(one, m, seen))
  if (value.kind === 'choice') return inside(value.of)
  const identity = value.kind === 'unknown' ? value.node : value
  if (identity === undefined || seen.has(identity)) return []
  seen.add(identity)
  switch (value.kind) {
    case 'function':
      return [value]
    case 'object':
      return inside(value.members.values())
    case 'list':
      return inside(value.items)
    case 'unknown': {
      const { node, scope = m.rootScope } = value
      if (node === undefined || !ts.isCallExpression(node)) return []
      return inside(
        node.arguments.map((one) => m.evaluate(ts.isSpreadElement(one) ? one.expression : one, scope)),
      )
    }
    default:
      return []
  }
}
