import { ts } from 'ts-morph'
import { chainOf, literalValue, unwrapped } from './syntax.ts'

const maxDepth = 50

/** The values of constants: of literals, and of names that stand for them. */
export class ConstantValues {
  readonly #checker: ts.TypeChecker
  /** The arguments of functions of the project that are read at present, by their parameters. */
  readonly bound: Map<ts.Node, ts.Expression> = new Map()
  #depth = 0

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  /** Lists are arrays, objects and enums are maps; `undefined` for what is no constant. */
  valueOf(node: ts.Expression | undefined): unknown {
    if (this.#depth > maxDepth) return undefined
    this.#depth++
    const value = literalValue(node, (one) => this.#lookUp(one))
    this.#depth--
    return value
  }

  /** The declaration behind a name, also of another file. */
  declarationOf(name: ts.Node): ts.Node | undefined {
    const symbol = this.#checker.getSymbolAtLocation(name)
    if (symbol === undefined) return undefined
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
    return (isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol).declarations?.[0]
  }

  #lookUp(node: ts.Expression): unknown {
    if (ts.isIdentifier(node)) return this.#declared(this.declarationOf(node))
    if (ts.isElementAccessExpression(node)) {
      const [whole, key] = [this.valueOf(node.expression), this.valueOf(node.argumentExpression)]
      return whole instanceof Map ? whole.get(key) : undefined
    }
    if (ts.isPropertyAccessExpression(node)) {
      const listed = this.#ofEnumSchema(node)
      if (listed !== undefined) return listed
      const whole = this.valueOf(node.expression)
      return whole instanceof Map ? whole.get(node.name.text) : undefined
    }
    return ts.isCallExpression(node) ? this.#listed(node) : undefined
  }

  /** `Role.enum` and `Role.options` of `const Role = z.enum([…])` */
  #ofEnumSchema({ name, expression }: ts.PropertyAccessExpression): unknown {
    if (!/^(?:enum|Enum|Values|options)$/.test(name.text)) return undefined
    const declaration = this.declarationOf(expression)
    if (
      declaration === undefined ||
      !ts.isVariableDeclaration(declaration) ||
      declaration.initializer === undefined
    )
      return undefined
    const [made] = chainOf(declaration.initializer).steps
    const value =
      made?.args === undefined || !/^(?:enum|nativeEnum)$/.test(made.name)
        ? undefined
        : this.valueOf(made.args[0])
    const list = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : undefined
    if (list === undefined || name.text === 'options') return list
    return value instanceof Map ? value : new Map(list.map((one) => [one, one]))
  }

  #declared(declaration: ts.Node | undefined): unknown {
    if (declaration === undefined) return undefined
    const argument = this.bound.get(declaration)
    if (argument !== undefined) return this.valueOf(argument)
    if (ts.isEnumDeclaration(declaration)) {
      const members = declaration.members.map(
        (one) => [one.name.getText(), this.#checker.getConstantValue(one)] as const,
      )
      return new Map(members.map(([name, value]) => [name.replace(/^['"]|['"]$/g, ''), value]))
    }
    const isConstant =
      ts.isVariableDeclaration(declaration) &&
      ts.isVariableDeclarationList(declaration.parent) &&
      (declaration.parent.flags & ts.NodeFlags.Const) !== 0
    return isConstant ? this.valueOf(declaration.initializer) : undefined
  }

  /** `Object.values(State)`, `Object.keys(State)` */
  #listed({ expression, arguments: [of] }: ts.CallExpression): unknown {
    const called = unwrapped(expression)
    if (!ts.isPropertyAccessExpression(called) || called.expression.getText() !== 'Object') return undefined
    const value = this.valueOf(of)
    if (!(value instanceof Map)) return undefined
    const list = called.name.text === 'values' ? [...value.values()] : [...value.keys()]
    return ['values', 'keys'].includes(called.name.text) && !list.includes(undefined) ? list : undefined
  }
}
