import { ts } from 'ts-morph'
import { decorated, settled } from './class-decorators.ts'
import { type DecoratorCall, decoratorsOf } from './decorator-calls.ts'
import { defaultText, type MigratedMember, type MigratedValue, plain } from './migrated.ts'
import { commentOf, literalType } from './syntax.ts'
import { type Draft, isPrivate } from './type-draft.ts'

/** The properties of a class with decorators of class-validator. */
export function readClass(node: ts.ClassDeclaration, name: string, draft: Draft): MigratedValue {
  const members = node.members.flatMap((one): MigratedMember[] => {
    if (!ts.isPropertyDeclaration(one) || !(ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)))
      return []
    if (one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword)) return []
    const value = propertyOf(one, draft)
    // A decorator is inherited, also where the property is declared anew.
    return [
      {
        name: one.name.text,
        value: { ...value, isOptional: value.isOptional || isOptionalAbove(node, one.name.text, draft) },
      },
    ]
  })
  const bases = (node.heritageClauses ?? []).flatMap(({ token, types }) =>
    token === ts.SyntaxKind.ExtendsKeyword ? types.flatMap((one) => basesOf(one, draft)) : [],
  )
  const parameters = node.typeParameters?.map((one) => one.getText()).join(', ')
  return {
    ...plain(name),
    description: commentOf(node),
    parameters: parameters === undefined ? '' : `<${parameters}>`,
    object: {
      members,
      // A class may declare a property of its base anew, an interface may not.
      heritage: bases.map(({ type, names }) => {
        const anew = members
          .filter((one) => names?.includes(one.name) ?? true)
          .map((one) => literalType(one.name))
        return anew.length === 0 ? type : `Omit<${type}, ${anew.join(' | ')}>`
      }),
      refusesUnknown: false,
      others: undefined,
    },
  }
}

function isOptionalAbove(node: ts.ClassDeclaration, name: string, draft: Draft): boolean {
  const [base] = (node.heritageClauses ?? []).flatMap(({ token, types }) =>
    token === ts.SyntaxKind.ExtendsKeyword ? types : [],
  )
  const above = base && draft.declarationOf(base.expression)
  if (above === undefined || !ts.isClassDeclaration(above)) return false
  const member = above.members.find(
    (one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === name,
  )
  const isOptional =
    member !== undefined && decoratorsOf(member).some((call) => call.name.text === 'IsOptional')
  return isOptional || isOptionalAbove(above, name, draft)
}

/** Whether a property of the class has a decorator of class-validator. */
export function isValidated(node: ts.ClassDeclaration, draft: Draft): boolean {
  return node.members.some((one) => decoratorsOf(one).some((call) => isOurs(call, draft)))
}

function isOurs({ name }: DecoratorCall, draft: Draft): boolean {
  return draft.moduleOf(name) === 'class-validator'
}

interface Base {
  readonly type: string
  /** The names of its members; `undefined` where they are not known. */
  readonly names: readonly string[] | undefined
}

function basesOf(
  { expression, typeArguments }: ts.ExpressionWithTypeArguments,
  draft: Draft,
): readonly Base[] {
  if (ts.isIdentifier(expression)) {
    const type = baseOf(expression, draft)
    const args = (typeArguments ?? []).map((one) => textOf(one, draft)).join(', ')
    return [{ type: args === '' ? type : `${type}<${args}>`, names: namesOf(expression, draft) }]
  }
  const isSeveral = ts.isCallExpression(expression) && expression.expression.getText() === 'IntersectionType'
  const parts = isSeveral ? expression.arguments : [expression]
  return parts.map((one) => ({ type: baseOf(one, draft), names: namesOf(one, draft) }))
}

/** The names of the members of a class that is carried over, and of what it extends. */
function namesOf(node: ts.Expression, draft: Draft): readonly string[] | undefined {
  if (ts.isCallExpression(node)) {
    const all = node.arguments.slice(0, 1).map((one) => namesOf(one, draft))
    return all.includes(undefined) ? undefined : all.flatMap((one) => one ?? [])
  }
  const declaration = draft.declarationOf(node)
  if (declaration === undefined || !ts.isClassDeclaration(declaration)) return undefined
  const own = declaration.members.flatMap(({ name }) =>
    name !== undefined && ts.isIdentifier(name) ? [name.text] : [],
  )
  const bases = (declaration.heritageClauses ?? []).flatMap(({ token, types }) =>
    token === ts.SyntaxKind.ExtendsKeyword ? types.map((one) => namesOf(one.expression, draft)) : [],
  )
  return bases.includes(undefined) ? undefined : [...own, ...bases.flatMap((one) => one ?? [])]
}

/** `PartialType(User)` of Nest as `Partial<User>`. */
function baseOf(node: ts.Expression, draft: Draft): string {
  if (ts.isIdentifier(node)) return draft.referenceTo(node) ?? draft.ownName(node) ?? 'object'
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const [first, second] = node.arguments
    const base = first === undefined ? 'object' : baseOf(first, draft)
    const keys = draft.constantOf(second)
    const names = Array.isArray(keys) ? keys.map((key) => literalType(key)).join(' | ') : undefined
    switch (node.expression.text) {
      case 'PartialType':
        return `Partial<${base}>`
      case 'PickType':
      case 'OmitType':
        if (names === undefined) break
        return `${node.expression.text.slice(0, 4)}<${base}, ${names || 'never'}>`
      case 'IntersectionType':
        return node.arguments.map((one) => baseOf(one, draft)).join(' & ')
      default:
    }
  }
  draft.lose(node, node.getText(), 'Extend its type by hand.')
  return 'object'
}

function propertyOf(node: ts.PropertyDeclaration, draft: Draft): MigratedValue {
  const initial = draft.constantOf(node.initializer)
  const declared =
    node.type === undefined && initial !== undefined && initial !== null
      ? plain(typeof initial)
      : typeOf(node.type, draft)
  const value = { ...declared, description: commentOf(node) }
  value.isOptional ||= node.questionToken !== undefined
  const isNull = initial === null && !value.isNullable
  const fallback = isNull ? undefined : defaultText(initial)
  if (fallback !== undefined) value.tags.push(`@default ${fallback}`)
  else if (node.initializer !== undefined && !isNull && node.initializer.getText() !== 'undefined')
    draft.lose(node.initializer, 'a default that is no literal', 'Set it in the handler.')
  const calls = decoratorsOf(node)
  const made = calls.reduce((one, call) => decorated(one, call, draft), value)
  return settled(made, calls, draft)
}

/** The declared type, with the new names of classes. */
function typeOf(node: ts.TypeNode | undefined, draft: Draft): MigratedValue {
  if (node === undefined) return plain('unknown')
  const parts = ts.isUnionTypeNode(node) ? node.types : [node]
  const isNull = (one: ts.TypeNode): boolean => one.getText() === 'null'
  const isUndefined = (one: ts.TypeNode): boolean => one.kind === ts.SyntaxKind.UndefinedKeyword
  const types = parts.filter((one) => !isNull(one) && !isUndefined(one)).map((one) => textOf(one, draft))
  return { ...plain(types.join(' | ')), isNullable: parts.some(isNull), isOptional: parts.some(isUndefined) }
}

function textOf(node: ts.TypeNode, draft: Draft): string {
  if (ts.isParenthesizedTypeNode(node)) return `(${textOf(node.type, draft)})`
  if (ts.isArrayTypeNode(node)) return `${textOf(node.elementType, draft)}[]`
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
    return textOf(node.type, draft)
  if (ts.isUnionTypeNode(node)) return node.types.map((one) => textOf(one, draft)).join(' | ')
  if (ts.isIntersectionTypeNode(node)) return node.types.map((one) => textOf(one, draft)).join(' & ')
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'unknown'
  if (ts.isTypeLiteralNode(node)) return literalText(node, draft)
  if (ts.isIndexedAccessTypeNode(node))
    return `${textOf(node.objectType, draft)}[${textOf(node.indexType, draft)}]`
  if (!ts.isTypeReferenceNode(node)) return node.getText()
  const args = (node.typeArguments ?? []).map((one) => textOf(one, draft)).join(', ')
  return nameText(node.typeName, draft) + (args === '' ? '' : `<${args}>`)
}

/** `{ id: string }` */
function literalText({ members }: ts.TypeLiteralNode, draft: Draft): string {
  const texts = members.map((one) => {
    if (!ts.isPropertySignature(one) || one.type === undefined) return one.getText().replace(/[;,]$/, '')
    return `${one.name.getText()}${one.questionToken === undefined ? '' : '?'}: ${textOf(one.type, draft)}`
  })
  return `{ ${texts.join('; ')} }`
}

/** The name of a type of the source, of another file or package, or of the language. */
function nameText(name: ts.EntityName, draft: Draft): string {
  const declaration = draft.declarationOf(name)
  if (declaration !== undefined && ts.isTypeParameterDeclaration(declaration)) return declaration.name.text
  if (declaration !== undefined && isPrivate(declaration)) {
    if (ts.isTypeAliasDeclaration(declaration)) return inParentheses(textOf(declaration.type, draft))
    if (ts.isEnumDeclaration(declaration) && ts.isIdentifier(name)) return draft.enumType(name) ?? 'unknown'
  }
  if (ts.isQualifiedName(name)) return `${nameText(name.left, draft)}.${name.right.text}`
  return draft.referenceTo(name) ?? draft.ownName(name) ?? name.text
}

function inParentheses(text: string): string {
  return / [|&] /.test(text) && !text.startsWith('{') ? `(${text})` : text
}
