import { ts } from 'ts-morph'
import { openApiCatalog } from '../../diagnostics/openapi-catalog.ts'
import { isGenerated } from '../../emit/text/banner.ts'
import { sources } from '../../model/source.ts'
import { isOfLibrary } from '../../parse/project/library-types.ts'
import type { DtoModels } from './dto-models.ts'
import { unexpectedError } from './flow.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { Machine } from './machine.ts'
import { doesDeclared } from './unseen-code.ts'
import { choiceOf, literalValue, type SymbolLike, type Value } from './value.ts'

/** The methods of `c.bind()` by the word in the name of the binder that does the same. */
export const binderWords: ReadonlyMap<string, string> = new Map(
  [...sources, 'body', 'all'].map((source) => {
    const method = source === 'msgpack' ? 'msgPack' : source
    return [`${method.charAt(0).toUpperCase()}${method.slice(1)}`, method]
  }),
)

/** Where names come from: code of the project, generated files, `@ctxgen/runtime`, or another package. */
export class Origins {
  readonly checker: ts.TypeChecker
  readonly cwd: string
  readonly answers: KeptAnswers
  readonly #models: DtoModels
  /** The folder of the runtime's declarations. */
  readonly #runtime: string

  constructor(checker: ts.TypeChecker, answers: KeptAnswers, models: DtoModels, runtime: string) {
    this.checker = checker
    this.cwd = models.cwd
    this.answers = answers
    this.#models = models
    this.#runtime = runtime
  }

  /** The symbol behind imports and shorthand properties. */
  symbolOf(node: ts.Node): SymbolLike | undefined {
    return this.answers.of(node, 'symbol', () => {
      const isShorthand = ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
      const symbol = isShorthand
        ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
        : this.checker.getSymbolAtLocation(node)
      return symbol && this.behind(symbol)
    })
  }

  /** The property of a node's type. */
  propertyOf(node: ts.Node, name: string): SymbolLike | undefined {
    return this.answers.of(node, `property ${name}`, () => {
      const symbol = this.checker.getTypeAtLocation(node).getProperty(name)
      return symbol && this.behind(symbol)
    })
  }

  behind(symbol: ts.Symbol): SymbolLike {
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
    const { name, flags, declarations, valueDeclaration } = target
    return {
      name,
      flags,
      ...(declarations === undefined ? {} : { declarations }),
      ...(valueDeclaration === undefined ? {} : { valueDeclaration }),
    }
  }

  /** Whether a relative import leads nowhere. */
  isMissing(specifier: ts.Expression): boolean {
    if (!ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return false
    return !specifier.text.endsWith('.json') && this.checker.getSymbolAtLocation(specifier) === undefined
  }

  /** The project's module behind an import. */
  moduleAt(specifier: ts.Expression): ts.SourceFile | undefined {
    const declaration = this.checker.getSymbolAtLocation(specifier)?.valueDeclaration
    return declaration && ts.isSourceFile(declaration) && this.isRead(declaration) ? declaration : undefined
  }

  /** Whether the code of a file is read: it is the project's own. */
  isRead(file: ts.SourceFile): boolean {
    return !file.isDeclarationFile && !file.fileName.includes('/node_modules/') && !isGenerated(file.text)
  }

  isOfRuntime(node: ts.Node | undefined): boolean {
    return node?.getSourceFile().fileName.startsWith(this.#runtime) ?? false
  }

  /** An export of a generated file or of the runtime. */
  specialValue(symbol: SymbolLike, declaration: ts.Node): Value | undefined {
    const file = declaration.getSourceFile()
    if (this.isOfRuntime(file)) return { kind: 'runtime', name: symbol.name }
    return isGenerated(file.text) ? this.#generated(symbol.name, file) : undefined
  }

  #generated(name: string, file: ts.SourceFile): Value | undefined {
    const module = this.#models.ofGenerated(file)
    if (module === undefined) return undefined
    if (module.sockets.some((one) => one.name === name))
      return { kind: 'generated', role: 'socket', source: '', module, name }
    for (const dto of [...module.dtos, ...module.bodies]) {
      if (name === dto.name) return { kind: 'generated', role: 'dto', source: '', module, name }
      if (!name.endsWith(dto.name)) continue
      const before = name.slice(0, -dto.name.length)
      const source = before.startsWith('bind') ? binderWords.get(before.slice(4)) : undefined
      const role =
        source !== undefined
          ? 'bind'
          : before === 'sendJson'
            ? 'send'
            : before === 'stringify'
              ? 'stringify'
              : undefined
      if (role !== undefined) return { kind: 'generated', role, source: source ?? '', module, name: dto.name }
      if (/^validate(?:Async)?$/.test(before))
        return { kind: 'generated', role: 'validate', source: '', module, name: dto.name }
    }
    return undefined
  }

  /** Whether the type of a node is the runtime's `Ctx`. */
  isCtx(node: ts.Node): boolean {
    return this.runtimeClass(node) === 'Ctx'
  }

  /** Whether the type of a thrown value has a status of its own. */
  isHttpError(node: ts.Node): boolean {
    return this.answers.of(node, 'isHttpError', () =>
      this.#extends(this.checker.getTypeAtLocation(node), 'HttpError'),
    )
  }

  isApp(type: ts.Type): boolean {
    return this.#extends(type, 'App')
  }

  #extends(type: ts.Type, name: string): boolean {
    if (type.symbol?.name === name && this.isOfRuntime(type.symbol.declarations?.[0])) return true
    const isClass = type.isClassOrInterface() && type.symbol.valueDeclaration !== undefined
    return isClass && (type.getBaseTypes() ?? []).some((base) => this.#extends(base, name))
  }

  /** The runtime's class that a node's type is: `Ctx`, `App`, `Group`, `PathRoutes`. */
  runtimeClass(node: ts.Node): string | undefined {
    return this.answers.of(node, 'class', () => {
      const type = this.checker.getNonNullableType(this.checker.getTypeAtLocation(node))
      const name = type.symbol?.name
      return this.isOfRuntime(type.symbol?.declarations?.[0]) ? name : undefined
    })
  }

  /** The expression of `extends`. */
  baseOf(node: ts.ClassLikeDeclaration): ts.Expression | undefined {
    const clause = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    return clause?.types[0]?.expression
  }

  /** An unexpected error: `new TypeError('…')`. */
  libraryError(node: ts.Node): Value | undefined {
    const isError = this.answers.of(node, 'isError', () => {
      const type = this.checker.getTypeAtLocation(node)
      return type.getProperty('message') !== undefined && type.getProperty('stack') !== undefined
    })
    return isError ? unexpectedError(node) : undefined
  }

  /** A call of JavaScript's library whose result is known. */
  libraryCall(callee: ts.Node, args: readonly Value[]): Value | undefined {
    if (!ts.isPropertyAccessExpression(callee)) return undefined
    const [first] = args
    const text = callee.getText()
    if (first?.kind !== 'object') {
      return text === 'Object.freeze' || text === 'Promise.resolve' ? first : undefined
    }
    const entries = [...first.members]
    const list = (items: readonly Value[]): Value => ({ kind: 'list', items })
    if (text === 'Object.values') return list(entries.map(([, value]) => value))
    if (text === 'Object.keys') return list(entries.map(([key]) => literalValue(key)))
    if (text === 'Object.entries')
      return list(entries.map(([key, value]) => list([literalValue(key), value])))
    if (text === 'Object.freeze' || text === 'Object.assign' || text === 'Promise.resolve')
      return choiceOf([first])
    return undefined
  }

  /** Whether a function may use a Ctx that it gets: those of JavaScript, of node and of the runtime do not. */
  mayAnswer(callee: ts.Node): boolean {
    const declaration = this.#calledAt(callee)
    const isHarmless = (one: ts.Node): boolean => isOfLibrary(one) || isOfNode(one) || this.isOfRuntime(one)
    return declaration === undefined || !isHarmless(declaration)
  }

  /** A method of a type of the project, which nobody seen implements. */
  unseenMethod(callee: ts.Node): SymbolLike | undefined {
    if (!ts.isPropertyAccessExpression(callee)) return undefined
    const symbol = this.symbolOf(callee.name)
    const [declaration] = symbol?.declarations ?? []
    return declaration !== undefined && this.isRead(declaration.getSourceFile()) ? symbol : undefined
  }

  #calledAt(callee: ts.Node): ts.Declaration | undefined {
    return this.symbolOf(ts.isPropertyAccessExpression(callee) ? callee.name : callee)?.declarations?.[0]
  }

  /** Reports a Ctx that reaches code that cannot be read, unless the function's `@answer` tags declare its effect. */
  reportEscape(callee: ts.Node, name: string, m: Machine): void {
    const declaration = this.#calledAt(callee)
    if (declaration !== undefined && doesDeclared(declaration, callee, m)) return
    const at = ts.isPropertyAccessExpression(callee) ? callee.name : callee
    m.unreadable(openApiCatalog.unreadableCall, at, name || at.getText())
  }
}

function isOfNode(declaration: ts.Node): boolean {
  return declaration.getSourceFile().fileName.includes('/node_modules/@types/node/')
}

/** The first declaration of a function with a body. */
export function bodyOf(symbol: SymbolLike): ts.FunctionDeclaration | undefined {
  return symbol.declarations?.find(
    (one): one is ts.FunctionDeclaration => ts.isFunctionDeclaration(one) && one.body !== undefined,
  )
}
