import { dirname, relative } from 'node:path'
import { ts } from 'ts-morph'
import { type Diagnostic, diagnose } from '../diagnostics/diagnose.ts'
import { migrateCatalog } from '../diagnostics/migrate-catalog.ts'
import { slashed } from '../parse/project/source-files.ts'
import { spanOfNode } from '../parse/project/spans.ts'
import { ConstantValues } from './constant-values.ts'
import { functionOf, resultOf } from './functions.ts'
import {
  type MigratedMember,
  type MigratedObject,
  type MigratedType,
  type MigratedValue,
  plain,
} from './migrated.ts'
import { literalType, nameOf, propertiesOf, unwrapped } from './syntax.ts'

const maxCalls = 8

/** A schema that is carried over. */
export interface KnownSchema {
  /** Its new name. */
  readonly name: string
  /** Its source. */
  readonly path: string
  /** Its type, read when it is asked for; `undefined` while it is read, for a type in itself. */
  value(): MigratedValue | undefined
}

/** The knowledge that the files of a run share. */
export interface Names {
  /** `undefined` if the declaration is not carried over. */
  knownOf(declaration: ts.Node): KnownSchema | undefined
  readonly checker: ts.TypeChecker
  /** The names of the types of a source's new file. */
  typesOf(path: string): ReadonlySet<string>
  /** The path of the new file of a source. */
  outputOf(path: string): string
}

/** The new file of one source. */
export class Draft {
  readonly file: ts.SourceFile
  readonly names: Names
  readonly types: MigratedType[] = []
  readonly diagnostics: Diagnostic[] = []
  /** Names to import, by module. */
  readonly imports: Map<string, Set<string>> = new Map()
  /** The names of its types, from the beginning those of its schemas. */
  readonly taken: Set<string> = new Set()
  readonly #constants: ConstantValues
  readonly #referred = new Map<string, KnownSchema>()
  #calls = 0

  constructor(file: ts.SourceFile, names: Names) {
    this.file = file
    this.names = names
    this.#constants = new ConstantValues(names.checker)
  }

  /** Reports what has no tag. @param hint how to write it */
  lose(node: ts.Node, what: string, hint: string): void {
    // An inner schema may be read twice, with what refers to it.
    const span = spanOfNode(node)
    const isKnown = this.diagnostics.some(
      (one) => one.span?.line === span.line && one.span.column === span.column,
    )
    if (!isKnown) this.diagnostics.push(diagnose(migrateCatalog.lost, span, what, hint))
  }

  /** The name by which an import is used here: another one where a type of the file has its name. */
  import(module: string, name: string): string {
    const used = this.taken.has(name) ? `${name}Type` : name
    const text = used === name ? name : `${name} as ${used}`
    this.imports.set(module, (this.imports.get(module) ?? new Set()).add(text))
    return used
  }

  /** The declaration behind a name, also of another file. */
  declarationOf(name: ts.Node): ts.Node | undefined {
    return this.#constants.declarationOf(name)
  }

  /** The module that a name is imported from. */
  moduleOf(name: ts.Expression): string | undefined {
    const specifier = this.#importOf(name)?.moduleSpecifier
    return specifier && ts.isStringLiteral(specifier) ? specifier.text : undefined
  }

  /** The argument that a parameter stands for while its function is read. */
  argumentOf(name: ts.Node): ts.Expression | undefined {
    const declaration = this.declarationOf(name)
    return declaration && this.#constants.bound.get(declaration)
  }

  /** The result of a function of the project, read with the arguments of a call; `undefined` if it does more. */
  called<T>(node: ts.Expression, read: (returned: ts.Expression) => T | undefined): T | undefined {
    if (!ts.isCallExpression(node) || this.#calls > maxCalls) return undefined
    const made = functionOf(this.declarationOf(unwrapped(node.expression)))
    const returned = made && resultOf(made)
    if (made === undefined || returned === undefined) return undefined
    const { bound } = this.#constants
    const pairs = made.parameters.map((one, i) => [one, node.arguments[i] ?? one.initializer] as const)
    const isPlain = ([one]: (typeof pairs)[number]): boolean =>
      ts.isIdentifier(one.name) && one.dotDotDotToken === undefined
    if (!pairs.every(isPlain)) return undefined
    const outer = pairs.map(([one]) => [one, bound.get(one)] as const)
    const isWithin = outer.some(([, argument]) => argument !== undefined)
    // A recursive call would stand for itself.
    if (isWithin && node.arguments.some((one) => this.#hasBound(one))) return undefined
    for (const [one, argument] of pairs) if (argument !== undefined) bound.set(one, argument)
    this.#calls++
    try {
      return read(returned)
    } finally {
      this.#calls--
      for (const [one, argument] of outer)
        if (argument === undefined) bound.delete(one)
        else bound.set(one, argument)
    }
  }

  /** Whether an expression has a parameter of a function that is read at present. */
  #hasBound(node: ts.Node): boolean {
    if (ts.isIdentifier(node) && this.argumentOf(node) !== undefined) return true
    return ts.forEachChild(node, (one) => this.#hasBound(one) || undefined) ?? false
  }

  /** The new type of a schema or class; `undefined` if it is not carried over. */
  referenceTo(name: ts.Node): string | undefined {
    const found = this.knownOf(name)
    if (found === undefined) return undefined
    const isOwn = found.path === this.file.fileName
    const type = isOwn ? found.name : this.import(this.#moduleOf(this.names.outputOf(found.path)), found.name)
    this.#referred.set(type, found)
    return type
  }

  /** The text type behind the name of an alias; `undefined` for another type. */
  textBehind(type: string): MigratedValue | undefined {
    const value = this.#referred.get(type)?.value()
    return value?.type === 'string' && !value.isNullable ? value : undefined
  }

  /** The names of the members of a type; `undefined` where one is not known. */
  membersOf(type: string): readonly string[] | undefined {
    return this.wholeOf(type)?.members.map(({ name }) => name)
  }

  /** The object of a type of the file or of an import, with what it inherits; `undefined` where that is not known. */
  wholeOf(type: string): MigratedObject | undefined {
    const [, name = type, omitted = ''] = /^Omit<(\w+), (.*)>$/.exec(type) ?? []
    const own = this.types.find((one) => one.name === name)?.value.object
    const referred = this.#referred.get(name)
    const object = own ?? referred?.value()?.object
    if (object === undefined) return undefined
    const path = own === undefined ? referred?.path : undefined
    const isElsewhere = path !== undefined && path !== this.file.fileName
    // A base of a type of another file has a name there, and perhaps none here.
    if (isElsewhere && object.heritage.length > 0) return undefined
    const whole = this.flat(object)
    if (whole === undefined) return undefined
    const members = whole.members
      .filter((one) => !omitted.includes(literalType(one.name)))
      .map((one) => (isElsewhere ? { ...one, value: this.#adoptedFrom(one.value, path) } : one))
    return { ...whole, members }
  }

  /** An object with the members that it inherits as its own; `undefined` where one is not known. */
  flat(object: MigratedObject): MigratedObject | undefined {
    const members = new Map<string, MigratedMember>()
    let others: string | undefined
    for (const type of object.heritage) {
      const base = this.wholeOf(type)
      if (base === undefined) return undefined
      for (const one of base.members) members.set(one.name, one)
      others = base.others ?? others
    }
    for (const one of object.members) members.set(one.name, one)
    return { ...object, heritage: [], members: [...members.values()], others: object.others ?? others }
  }

  /** A reference with what no alias has: a default, a change, and whether it may be absent. */
  referenceWith(name: ts.Node): MigratedValue | undefined {
    const type = this.referenceTo(name)
    if (type === undefined) return undefined
    const { isOptional = false, tags = [] } = this.knownOf(name)?.value() ?? {}
    return { ...plain(type), isOptional, tags: [...tags] }
  }

  /** The schema that a name refers to. */
  knownOf(name: ts.Node): KnownSchema | undefined {
    const declaration = this.declarationOf(name)
    return declaration && this.names.knownOf(declaration)
  }

  /** A value of another file as one of this; types of that file are named by it. @param of the schema that has it */
  adopted(value: MigratedValue, of: ts.Node): MigratedValue {
    const path = this.knownOf(of)?.path ?? this.file.fileName
    return path === this.file.fileName ? value : this.#adoptedFrom(value, path)
  }

  #adoptedFrom(value: MigratedValue, path: string): MigratedValue {
    const module = this.#moduleOf(this.names.outputOf(path))
    const local = this.names.typesOf(path)
    const type = value.type.replace(/\b(?<!['"])[A-Z]\w*/g, (word) =>
      local.has(word) ? this.import(module, word) : word,
    )
    return { ...value, type }
  }

  /** A name of the source, such as that of an enum, imported from where the source has it; `undefined` for others. */
  ownName(node: ts.Node): string | undefined {
    if (!ts.isIdentifier(node)) return undefined
    const imported = this.#importOf(node)
    const declaration = this.declarationOf(node)
    const isElsewhere =
      declaration === undefined || /\/node_modules\//.test(declaration.getSourceFile().fileName)
    if (imported !== undefined && isElsewhere) return this.#importedAs(node, imported)
    if (declaration === undefined) return undefined
    const name = declaredName(declaration) ?? node.text
    return this.import(this.#moduleOf(declaration.getSourceFile().fileName), name)
  }

  /** The type of the values of an enum, of a list or of an object `as const`. */
  enumType(node: ts.Expression): string | undefined {
    const value = this.constantOf(node)
    const declaration = this.declarationOf(node)
    // A list or object that is not `as const` has the type of any text.
    const isWide =
      declaration !== undefined && ts.isVariableDeclaration(declaration) && !isConst(declaration.initializer)
    if (declaration !== undefined && (isWide || isPrivate(declaration)))
      return value === undefined ? undefined : literalsOf(value)
    const name = this.ownName(node)
    if (name === undefined || declaration === undefined || !ts.isVariableDeclaration(declaration)) return name
    if (Array.isArray(value)) return `(typeof ${name})[number]`
    return value instanceof Map ? `(typeof ${name})[keyof typeof ${name}]` : undefined
  }

  /** The value of a literal, or of a constant that is one. */
  constantOf(node: ts.Expression | undefined): unknown {
    return this.#constants.valueOf(node)
  }

  /** A member of an object of options; `undefined` if it is absent or no constant. */
  optionOf(node: ts.Expression | undefined, name: string): unknown {
    const value = this.constantOf(node)
    return value instanceof Map ? value.get(name) : undefined
  }

  /** The properties of an object literal; those with other names are lost. */
  propertiesOf(node: ts.ObjectLiteralExpression): readonly (readonly [string, ts.Expression])[] {
    const lookUp = (one: ts.Expression): unknown => this.constantOf(one)
    for (const { name } of node.properties) {
      if (name !== undefined && nameOf(name, lookUp) === undefined)
        this.lose(name, 'a computed name', 'Write the property by hand.')
    }
    return propertiesOf(node, lookUp)
  }

  #moduleOf(path: string): string {
    const from = dirname(this.names.outputOf(this.file.fileName))
    const to = slashed(relative(from, path)).replace(/\.([mc]?)tsx?$/, '.$1js')
    return to.startsWith('.') ? to : `./${to}`
  }

  #importOf(name: ts.Node): ts.ImportDeclaration | undefined {
    let at: ts.Node | undefined = this.names.checker.getSymbolAtLocation(name)?.declarations?.[0]
    while (at !== undefined && !ts.isImportDeclaration(at)) at = at.parent
    return at
  }

  /** As the source imports it. */
  #importedAs(
    node: ts.Identifier,
    { importClause, moduleSpecifier }: ts.ImportDeclaration,
  ): string | undefined {
    if (!ts.isStringLiteral(moduleSpecifier)) return undefined
    const { text } = moduleSpecifier
    const module = text.startsWith('.') ? this.#moduleOf(`${dirname(this.file.fileName)}/${text}`) : text
    const bindings = importClause?.namedBindings
    if (bindings !== undefined && ts.isNamespaceImport(bindings))
      return this.import(module, `* as ${node.text}`).slice(5)
    const specifier = bindings?.elements.find(({ name }) => name.text === node.text)
    if (specifier === undefined) return this.import(module, `default as ${node.text}`).slice(11)
    const { propertyName } = specifier
    if (propertyName === undefined) return this.import(module, node.text)
    this.import(module, `${propertyName.text} as ${node.text}`)
    return node.text
  }

  declare(name: string, value: MigratedValue, isDto: boolean): void {
    this.taken.add(name)
    this.types.push({ name, value, isDto })
  }

  /** A value whose object, if it is one, has a declaration of its own. */
  named(name: string, value: MigratedValue): MigratedValue {
    if (value.object === undefined) return value
    const own = this.#freeName(name)
    this.declare(own, { ...plain(own), object: value.object, description: value.description }, false)
    return { ...value, type: own, object: undefined, description: '' }
  }

  /** A value whose rules, if it has any, are those of an alias. */
  aliased(name: string, value: MigratedValue): MigratedValue {
    const whole = this.named(name, value)
    if (whole.rules.length === 0 && whole.elementRules.length === 0) return whole
    const own = this.#freeName(name)
    this.declare(own, { ...plain(whole.type), rules: whole.rules, elementRules: whole.elementRules }, false)
    return { ...whole, type: own, rules: [], elementRules: [] }
  }

  #freeName(name: string): string {
    let free = name
    for (let i = 2; this.taken.has(free); i++) free = `${name}${i}`
    return free
  }
}

function declaredName(declaration: ts.Node): string | undefined {
  const { name } = declaration as ts.NamedDeclaration
  return name !== undefined && ts.isIdentifier(name) ? name.text : undefined
}

/** Whether a declaration of a file is its own alone. */
export function isPrivate(node: ts.Node): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node
  const canExport =
    ts.isVariableStatement(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement)
  return (
    canExport && !(statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)
  )
}

/** Whether an expression ends in `as const`. */
function isConst(node: ts.Expression | undefined): boolean {
  return node !== undefined && ts.isAsExpression(node) && node.type.getText() === 'const'
}

function literalsOf(value: unknown): string | undefined {
  const list = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : [undefined]
  return list.includes(undefined) ? undefined : list.map(literalType).join(' | ')
}
