import { ts } from 'ts-morph'
import {
  commentText,
  defaultText,
  type Migrated,
  type MigratedMember,
  messageText,
  parameter,
  patternText,
  plain,
} from './migrated.ts'
import { commentOf, literalType, literalValue, option } from './syntax.ts'
import type { Draft } from './type-draft.ts'

/** The properties of a class with decorators of class-validator. */
export function readClass(node: ts.ClassDeclaration, name: string, draft: Draft): Migrated {
  const members = node.members.flatMap((one): MigratedMember[] => {
    if (!ts.isPropertyDeclaration(one) || !(ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)))
      return []
    return [{ name: one.name.text, value: propertyOf(one, draft) }]
  })
  const heritage = (node.heritageClauses ?? []).flatMap(({ token, types }) =>
    token === ts.SyntaxKind.ExtendsKeyword ? types.map((one) => baseOf(one.expression, draft)) : [],
  )
  return {
    ...plain(name),
    description: commentOf(node),
    object: { members, heritage, refusesUnknown: false, others: undefined },
  }
}

/** Whether a property of the class has a decorator of class-validator. */
export function isValidated(node: ts.ClassDeclaration, draft: Draft): boolean {
  return node.members.some((one) => decoratorsOf(one).some((call) => isOurs(call, draft)))
}

interface DecoratorCall {
  readonly name: ts.Identifier
  readonly args: readonly ts.Expression[]
}

function decoratorsOf(node: ts.Node): readonly DecoratorCall[] {
  const all = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []
  return all.flatMap(({ expression }) =>
    ts.isCallExpression(expression) && ts.isIdentifier(expression.expression)
      ? [{ name: expression.expression, args: expression.arguments }]
      : [],
  )
}

function isOurs({ name }: DecoratorCall, draft: Draft): boolean {
  return draft.moduleOf(name) === 'class-validator'
}

/** `PartialType(User)` of Nest as `Partial<User>`. */
function baseOf(node: ts.Expression, draft: Draft): string {
  if (ts.isIdentifier(node)) return draft.referenceTo(node) ?? draft.ownName(node) ?? 'object'
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const [first, second] = node.arguments
    const base = first === undefined ? 'object' : baseOf(first, draft)
    const keys = literalValue(second as ts.Expression)
    const names = Array.isArray(keys) ? keys.map((key) => literalType(key)).join(' | ') : 'never'
    switch (node.expression.text) {
      case 'PartialType':
        return `Partial<${base}>`
      case 'PickType':
        return `Pick<${base}, ${names}>`
      case 'OmitType':
        return `Omit<${base}, ${names}>`
      case 'IntersectionType':
        return node.arguments.map((one) => baseOf(one, draft)).join(', ')
      default:
    }
  }
  draft.lose(node, node.getText(draft.file), 'Extend its type by hand.')
  return 'object'
}

function propertyOf(node: ts.PropertyDeclaration, draft: Draft): Migrated {
  const initial = draft.constantOf(node.initializer)
  const declared =
    node.type === undefined && initial !== undefined ? plain(typeof initial) : typeOf(node.type, draft)
  const value = { ...declared, description: commentOf(node) }
  value.isOptional ||= node.questionToken !== undefined
  const fallback = defaultText(initial)
  if (fallback !== undefined) value.tags.push(`@default ${fallback}`)
  else if (node.initializer !== undefined)
    draft.lose(node.initializer, 'a default that is no literal', 'Set it in the handler.')
  return decoratorsOf(node).reduce((made, call) => decorated(made, call, draft), value)
}

/** The declared type, with the new names of classes. */
function typeOf(node: ts.TypeNode | undefined, draft: Draft): Migrated {
  if (node === undefined) return plain('unknown')
  const parts = ts.isUnionTypeNode(node) ? node.types : [node]
  const isNull = (one: ts.TypeNode): boolean => one.getText(draft.file) === 'null'
  const isUndefined = (one: ts.TypeNode): boolean => one.kind === ts.SyntaxKind.UndefinedKeyword
  const types = parts.filter((one) => !isNull(one) && !isUndefined(one)).map((one) => textOf(one, draft))
  return { ...plain(types.join(' | ')), isNullable: parts.some(isNull), isOptional: parts.some(isUndefined) }
}

function textOf(node: ts.TypeNode, draft: Draft): string {
  if (ts.isArrayTypeNode(node)) return `${textOf(node.elementType, draft)}[]`
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'unknown'
  if (!ts.isTypeReferenceNode(node)) return node.getText(draft.file)
  if (node.typeArguments !== undefined) {
    const args = node.typeArguments.map((one) => textOf(one, draft))
    return `${node.typeName.getText(draft.file)}<${args.join(', ')}>`
  }
  const isGlobal = draft.declarationOf(node.typeName)?.getSourceFile().isDeclarationFile ?? true
  if (isGlobal) return node.getText(draft.file)
  return draft.referenceTo(node.typeName) ?? draft.ownName(node.typeName) ?? node.getText(draft.file)
}

/** Decorators that repeat the declared type, and those of other packages that are not about it. */
const silent =
  `IsString IsBoolean IsDate IsArray IsObject IsBigInt ValidateNested IsEnum IsNumber Allow Type Expose Exclude
  ApiProperty ApiPropertyOptional ApiHideProperty Field`.split(/\s+/)

const rules: Readonly<Record<string, string>> = {
  IsNotEmpty: 'required',
  IsDefined: '',
  IsEmail: 'email',
  IsUrl: 'http_url',
  IsUUID: 'uuid',
  IsIP: 'ip',
  IsMACAddress: 'mac',
  IsJWT: 'jwt',
  IsBase64: 'base64',
  IsSemVer: 'semver',
  IsPositive: 'gt=0',
  IsNegative: 'lt=0',
  ArrayNotEmpty: 'min=1',
  ArrayUnique: 'unique',
  IsLowercase: 'lowercase',
  IsUppercase: 'uppercase',
  IsAlpha: 'alpha',
  IsAlphanumeric: 'alphanum',
  IsHexColor: 'hexcolor',
  IsHexadecimal: 'hexadecimal',
  IsNumberString: 'numeric',
  IsISO8601: 'format=date-time',
  IsDateString: 'format=date-time',
  IsLatitude: 'latitude',
  IsLongitude: 'longitude',
  IsPort: 'port',
  IsE164: 'e164',
}

/** Those whose first argument is the parameter. */
const sizes: Readonly<Record<string, string>> = {
  Min: 'min',
  Max: 'max',
  MinLength: 'min',
  MaxLength: 'max',
  ArrayMinSize: 'min',
  ArrayMaxSize: 'max',
  Equals: 'eq',
  NotEquals: 'ne',
  Contains: 'contains',
  NotContains: 'excludes',
  IsDivisibleBy: 'multipleOf',
}

function decorated(value: Migrated, call: DecoratorCall, draft: Draft): Migrated {
  const { name, args } = call
  const options = args.at(-1)
  const message = option(options, 'message')
  const said = typeof message === 'string' ? messageText(message) : ''
  const isEach = option(options, 'each') === true
  const ruled = (word: string): Migrated => {
    const kind = isEach ? 'elementRules' : 'rules'
    return { ...value, [kind]: [...value[kind], word + said] }
  }
  const kind = name.text
  const [first, second] = args.map(literalValue)
  if (Object.hasOwn(rules, kind)) return rules[kind] === '' ? value : ruled(rules[kind] ?? '')
  if (Object.hasOwn(sizes, kind) && first !== undefined)
    return ruled(`${sizes[kind]}=${parameter(String(first))}`)
  switch (kind) {
    case 'IsOptional':
      return { ...value, isOptional: true }
    case 'IsInt':
      return { ...value, type: value.type.replace(/\bnumber\b/, draft.import('@ctxgen/runtime', 'int')) }
    case 'Length':
      return typeof second === 'number'
        ? ruled(`min=${String(first)},max=${second}`)
        : ruled(`min=${String(first)}`)
    case 'Matches':
      if (args[0] && ts.isRegularExpressionLiteral(args[0]))
        return ruled(`pattern=${patternText(args[0].text)}`)
      break
    case 'IsIn':
      if (Array.isArray(first)) return { ...value, type: first.map(literalType).join(' | ') }
      break
    default:
  }
  if (kind === 'ApiProperty' || kind === 'ApiPropertyOptional') {
    const text = option(args[0], 'description')
    return typeof text === 'string' && value.description === ''
      ? { ...value, description: commentText(text) }
      : value
  }
  if (!silent.includes(kind))
    draft.lose(name, `@${kind}()`, 'Write a rule, a rule of your own, or check it in the handler.')
  return value
}
