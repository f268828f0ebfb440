import { ts } from 'ts-morph'
import { childrenOf } from '../../parse/project/children-of.ts'
import { type ModuleNames, nodesIn, type Target } from './module-names.ts'
import { isRegistration } from './registrations.ts'

/** A binder that reads route parameters. */
interface BinderCall {
  /** The generated file. */
  readonly path: string
  readonly name: string
  readonly source: 'uri' | 'all'
}

const none: ReadonlySet<BinderCall> = new Set()

/** Finds the binders that a handler calls, itself or through functions that it names. */
export class BinderCalls {
  readonly #names: ModuleNames
  readonly #known = new Map<ts.Node, Set<BinderCall>>()
  readonly #calls = new Map<string, BinderCall>()

  constructor(names: ModuleNames) {
    this.#names = names
  }

  within(node: ts.Node): ReadonlySet<BinderCall> {
    const known = this.#known.get(node)
    if (known !== undefined) return known
    const found = new Set<BinderCall>()
    this.#known.set(node, found)
    for (const one of nodesIn(node, (part) => this.#partsOf(part))) {
      for (const call of this.#at(one)) found.add(call)
    }
    return found
  }

  /** Without types, known members of objects, and handlers of routes that are registered there. */
  #partsOf(node: ts.Node): readonly ts.Node[] {
    if (ts.isTypeNode(node)) return []
    const isMember = ts.isPropertyAccessExpression(node)
    if (isMember && this.#names.targetOf(node) !== undefined) return []
    return isMember || isRegistration(node) ? [node.expression] : childrenOf(node)
  }

  #at(node: ts.Node): Iterable<BinderCall> {
    if (ts.isCallExpression(node)) return this.#byMethod(node)
    const isName = ts.isIdentifier(node) ? !isKey(node) : ts.isPropertyAccessExpression(node)
    const target = isName ? this.#names.targetOf(node) : undefined
    if (target?.kind === 'generated') {
      const [, word, name = ''] = /^bind(Uri|All)(.+)$/.exec(target.name) ?? []
      return word === undefined ? [] : [this.#call(target, name, word === 'Uri' ? 'uri' : 'all')]
    }
    if (target?.kind !== 'node' || ts.isParameter(target.node)) return none
    return this.within(target.node)
  }

  /** `c.bind().uri(Car)` and `Car.uri(c)` */
  #byMethod({ expression, arguments: [argument] }: ts.CallExpression): readonly BinderCall[] {
    if (!ts.isPropertyAccessExpression(expression)) return []
    const source = expression.name.text
    if (source !== 'uri' && source !== 'all') return []
    return [argument, expression.expression].flatMap((one) => {
      const target = one && this.#names.targetOf(one)
      return target?.kind === 'generated' ? [this.#call(target, target.name, source)] : []
    })
  }

  #call({ path }: Target & { kind: 'generated' }, name: string, source: BinderCall['source']): BinderCall {
    const key = `${path} ${name} ${source}`
    const call = this.#calls.get(key) ?? { path, name, source }
    this.#calls.set(key, call)
    return call
  }
}

/** Whether a name is the key of a property. */
function isKey(node: ts.Identifier): boolean {
  return ts.isPropertyAssignment(node.parent) && node.parent.name === node
}
