import { ts } from 'ts-morph'
import { capitalized } from '../plan/words.ts'
import {
  commentText,
  defaultText,
  listOf,
  type Migrated,
  type MigratedMember,
  messageText,
  parameter,
  patternText,
  plain,
  typeText,
  unionOf,
} from './migrated.ts'
import {
  type Chain,
  chainOf,
  literalType,
  literalValue,
  option,
  propertiesOf,
  returnedBy,
  type Step,
} from './syntax.ts'
import type { Draft } from './type-draft.ts'

const handler = 'Check it in the handler, or by a rule of your own: node_modules/ctxgen/docs/validation.md.'

/** The type of a schema of zod; `undefined` for another expression. @param name of objects in it */
export function readZod(expression: ts.Expression, name: string, draft: Draft): Migrated | undefined {
  const chain = chainOf(expression)
  const known = isZod(chain.root, draft) ? madeBy(chain, name, draft) : referred(chain, draft)
  if (known === undefined) return undefined
  const { value, steps } = known
  return steps.reduce((made, step) => applied(made, step, name, draft), value)
}

export function isZod(root: ts.Expression, draft: Draft): boolean {
  return /^zod(?:\/|$)/.test(draft.moduleOf(root) ?? '')
}

interface Begun {
  readonly value: Migrated
  /** The steps that are left. */
  readonly steps: readonly Step[]
}

function referred({ root, steps }: Chain, draft: Draft): Begun | undefined {
  const name = draft.referenceTo(root)
  return name === undefined ? undefined : { value: plain(name), steps }
}

/** A schema that begins at `z`. */
function madeBy({ steps: [first, ...rest] }: Chain, name: string, draft: Draft): Begun | undefined {
  if (first === undefined) return undefined
  if (first.args === undefined) {
    const [step, ...more] = rest
    if (step === undefined) return undefined
    if (first.name === 'coerce' && step.name !== 'date')
      draft.lose(
        first.node,
        `z.coerce.${step.name}`,
        'Texts of a query or form are read as the type; JSON is not converted.',
      )
    return { value: first.name === 'iso' ? isoText(step) : made(step, name, draft), steps: more }
  }
  return { value: made(first, name, draft), steps: rest }
}

function isoText({ name }: Step): Migrated {
  return { ...plain('string'), rules: [`format=${name === 'datetime' ? 'date-time' : name}`] }
}

/** Types without arguments, and the rules of texts with a form. */
const words: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  bigint: 'bigint',
  date: 'Date',
  null: 'null',
  undefined: 'undefined',
  void: 'undefined',
  any: 'unknown',
  unknown: 'unknown',
  stringbool: 'boolean',
  float64: 'number',
}

const scalars: Readonly<Record<string, string>> = {
  int: 'int',
  int32: 'int32',
  uint32: 'uint32',
  int64: 'int64',
  uint64: 'uint64',
  float32: 'float32',
}

const textRules: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'url',
  httpUrl: 'http_url',
  uuid: 'uuid',
  guid: 'uuid',
  uuidv4: 'uuid4',
  uuidv7: 'uuid7',
  ulid: 'ulid',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  cidrv4: 'cidrv4',
  cidrv6: 'cidrv6',
  mac: 'mac',
  hostname: 'hostname',
  base64: 'base64',
  base64url: 'base64url',
  jwt: 'jwt',
  e164: 'e164',
  ip: 'ip',
  datetime: 'format=date-time',
  date: 'format=date',
  time: 'format=time',
  duration: 'format=duration',
}

function made(step: Step, name: string, draft: Draft): Migrated {
  const { name: kind, args = [] } = step
  const [first, second] = args
  const inner = (node: ts.Expression | undefined, part: string): Migrated =>
    innerType(node, name + part, draft)
  if (Object.hasOwn(words, kind)) return plain(words[kind] ?? '')
  if (Object.hasOwn(scalars, kind)) return plain(draft.import('@ctxgen/runtime', scalars[kind] ?? ''))
  if (Object.hasOwn(textRules, kind))
    return { ...plain('string'), rules: [withMessage(textRules[kind] ?? '', first)] }
  switch (kind) {
    case 'literal': {
      const value = first && literalValue(first)
      return plain(Array.isArray(value) ? value.map(literalType).join(' | ') : literalType(value))
    }
    case 'enum':
    case 'nativeEnum':
      return enumOf(first, draft)
    case 'array':
      return listOf(inner(first, 'Item'))
    case 'tuple': {
      const parts = first && ts.isArrayLiteralExpression(first) ? first.elements : []
      const types = parts.map((one, i) => typeText(inner(one, String(i + 1))))
      return plain(
        `[${[...types, ...(second ? [`...${listOf(inner(second, 'Rest')).type}`] : [])].join(', ')}]`,
      )
    }
    case 'record':
    case 'partialRecord': {
      const [keys, values] =
        second === undefined
          ? [plain('string'), inner(first, 'Value')]
          : [inner(first, 'Key'), inner(second, 'Value')]
      if (keys.rules.length > 0)
        draft.lose(step.node, 'a rule of the keys', 'Write it after dive: @validate dive,keys,min=1,endkeys.')
      return { ...plain(`Record<${keys.type}, ${typeText(values)}>`), elementRules: values.rules }
    }
    case 'union':
    case 'discriminatedUnion':
    case 'xor': {
      const list = kind === 'discriminatedUnion' ? second : first
      const branches = list && ts.isArrayLiteralExpression(list) ? list.elements : []
      return unionOf(branches.map((one, i) => inner(one, String(i + 1))))
    }
    case 'intersection':
      return plain(`${inner(first, '1').type} & ${inner(second, '2').type}`)
    case 'lazy':
      return inner(returnedBy(first), '')
    case 'optional':
      return { ...inner(first, ''), isOptional: true }
    case 'nullable':
      return { ...inner(first, ''), isNullable: true }
    case 'nullish':
      return { ...inner(first, ''), isOptional: true, isNullable: true }
    case 'file':
      return plain(draft.import('@ctxgen/runtime', 'FileHeader'))
    case 'object':
    case 'strictObject':
    case 'looseObject':
      return objectOf(first, name, draft, kind)
    default:
      draft.lose(step.node, `z.${kind}()`, 'The property has the type unknown. Write its type by hand.')
      return plain('unknown')
  }
}

/** The type of a schema in another; objects have names. */
function innerType(node: ts.Expression | undefined, name: string, draft: Draft): Migrated {
  const read = node && readZod(node, name, draft)
  if (read !== undefined) return draft.named(name, read)
  if (node !== undefined) lose(node, draft)
  return plain('unknown')
}

function lose(node: ts.Node, draft: Draft): void {
  draft.lose(node, node.getText(draft.file), 'The property has the type unknown. Write its type by hand.')
}

function enumOf(node: ts.Expression | undefined, draft: Draft): Migrated {
  const value = node && literalValue(node)
  if (Array.isArray(value)) return plain(value.map(literalType).join(' | '))
  if (value instanceof Map) return plain([...value.values()].map(literalType).join(' | '))
  const type = node && draft.enumType(node)
  if (type === undefined && node !== undefined) lose(node, draft)
  return plain(type ?? 'unknown')
}

function objectOf(node: ts.Expression | undefined, name: string, draft: Draft, kind: string): Migrated {
  const members = node && ts.isObjectLiteralExpression(node) ? membersOf(node, name, draft) : []
  if (node !== undefined && !ts.isObjectLiteralExpression(node))
    draft.lose(node, 'a shape in a variable', 'Write its properties by hand.')
  const others = kind === 'looseObject' ? 'unknown' : undefined
  const object = { members, heritage: [], refusesUnknown: kind === 'strictObject', others }
  return { ...plain(name), object }
}

function membersOf(node: ts.ObjectLiteralExpression, name: string, draft: Draft): readonly MigratedMember[] {
  for (const one of node.properties)
    if (ts.isSpreadAssignment(one))
      draft.lose(one, one.getText(draft.file), 'Write its properties by hand, or extend its type.')
  return propertiesOf(node).map(([key, value]) => ({
    name: key,
    value: innerType(value, name + capitalized(key), draft),
  }))
}

/** Rules with an argument, for texts, lists and numbers. */
const sizes: Readonly<Record<string, string>> = {
  min: 'min',
  max: 'max',
  length: 'len',
  gte: 'gte',
  lte: 'lte',
  gt: 'gt',
  lt: 'lt',
  multipleOf: 'multipleOf',
  step: 'multipleOf',
  startsWith: 'startswith',
  endsWith: 'endswith',
  includes: 'contains',
}

const signs: Readonly<Record<string, string>> = {
  positive: 'gt=0',
  negative: 'lt=0',
  nonnegative: 'gte=0',
  nonpositive: 'lte=0',
  nonempty: 'min=1',
  lowercase: 'lowercase',
  uppercase: 'uppercase',
}

const transforms: Readonly<Record<string, string>> = {
  trim: 'trim',
  toLowerCase: 'lower',
  toUpperCase: 'upper',
  normalize: 'nfc',
}

/** Steps that change nothing of a request's type. */
const neutral = ['brand', 'readonly', 'finite', 'safe', 'register', 'strip']

function applied(value: Migrated, step: Step, name: string, draft: Draft): Migrated {
  const { name: kind, args = [], node } = step
  const [first, second] = args
  const rule = (word: string, message = first): Migrated => ({
    ...value,
    rules: [...value.rules, withMessage(word, message)],
  })
  if (neutral.includes(kind)) return value
  if (value.object !== undefined) {
    const changed = ofObject(value, step, name, draft)
    if (changed !== undefined) return changed
  }
  if (Object.hasOwn(sizes, kind)) {
    const size = literalValue(first)
    if (['number', 'bigint', 'string'].includes(typeof size))
      return rule(`${sizes[kind]}=${parameter(String(size))}`, second)
  } else if (Object.hasOwn(signs, kind)) return rule(signs[kind] ?? '')
  else if (Object.hasOwn(textRules, kind)) return rule(textRules[kind] ?? '')
  else if (Object.hasOwn(transforms, kind)) return transformed(value, transforms[kind] ?? '')
  switch (kind) {
    case 'int':
      return { ...value, type: draft.import('@ctxgen/runtime', 'int') }
    case 'regex':
      return first && ts.isRegularExpressionLiteral(first)
        ? rule(`pattern=${patternText(first.text)}`, second)
        : lost(value, step, draft)
    case 'optional':
    case 'exactOptional':
      return { ...value, isOptional: true }
    case 'nullable':
      return { ...value, isNullable: true }
    case 'nullish':
      return { ...value, isOptional: true, isNullable: true }
    case 'nonoptional':
      return { ...value, isOptional: false }
    case 'unwrap':
      return { ...value, isOptional: false, isNullable: false }
    case 'default':
    case 'prefault': {
      const text = defaultText(draft.constantOf(first))
      if (text === undefined) return lost({ ...value, isOptional: true }, step, draft)
      return { ...value, isOptional: false, tags: [...value.tags, `@default ${text}`] }
    }
    case 'describe':
    case 'meta': {
      const text = kind === 'meta' ? option(first, 'description') : literalValue(first)
      return typeof text === 'string' ? { ...value, description: commentText(text) } : value
    }
    case 'array':
      return listOf(draft.named(`${name}Item`, value))
    case 'or':
      return unionOf([draft.named(`${name}1`, value), innerType(first, `${name}2`, draft)])
    case 'and':
      return plain(`${draft.named(`${name}1`, value).type} & ${innerType(first, `${name}2`, draft).type}`)
    case 'partial':
      return plain(`Partial<${draft.named(`${name}Whole`, value).type}>`)
    case 'pick':
    case 'omit': {
      const keys =
        first && ts.isObjectLiteralExpression(first)
          ? propertiesOf(first).map(([key]) => literalType(key))
          : []
      return plain(`${capitalized(kind)}<${draft.named(`${name}Whole`, value).type}, ${keys.join(' | ')}>`)
    }
    case 'required':
      return plain(`Required<${draft.named(`${name}Part`, value).type}>`)
    case 'extend':
    case 'safeExtend':
    case 'merge':
    case 'strict':
    case 'passthrough':
    case 'loose':
    case 'catchall':
      return ofReference(value, step, name, draft)
    case 'pipe':
      return draft.named(name, (first && readZod(first, name, draft)) ?? lost(value, step, draft))
    default:
      draft.lose(node, `.${kind}()`, handler)
      return value
  }
}

function lost(value: Migrated, { name, node }: Step, draft: Draft): Migrated {
  draft.lose(node, `.${name}(…) with what is no literal`, handler)
  return value
}

/** Steps of an object whose members are known. */
function ofObject(
  value: Migrated,
  { name: kind, args: [first] = [] }: Step,
  name: string,
  draft: Draft,
): Migrated | undefined {
  const { object } = value
  if (object === undefined) return undefined
  const changed = (more: Partial<typeof object>): Migrated => ({ ...value, object: { ...object, ...more } })
  switch (kind) {
    case 'strict':
      return changed({ refusesUnknown: true })
    case 'passthrough':
    case 'loose':
      return changed({ others: 'unknown' })
    case 'catchall':
      return changed({ others: innerType(first, `${name}Value`, draft).type })
    case 'extend':
    case 'safeExtend': {
      const added = first && ts.isObjectLiteralExpression(first) ? membersOf(first, name, draft) : []
      const kept = object.members.filter((one) => added.every((other) => other.name !== one.name))
      return changed({ members: [...kept, ...added] })
    }
    case 'merge':
      return changed({ heritage: [...object.heritage, innerType(first, `${name}Part`, draft).type] })
    case 'partial':
      return changed({
        members: object.members.map((one) => ({ ...one, value: { ...one.value, isOptional: true } })),
      })
    default:
      return undefined
  }
}

/** Steps of an object by its name. */
function ofReference(value: Migrated, step: Step, name: string, draft: Draft): Migrated {
  const base = {
    ...plain(name),
    object: { members: [], heritage: [value.type], refusesUnknown: false, others: undefined },
  }
  const { name: kind, args: [first] = [] } = step
  if (!kind.toLowerCase().endsWith('extend') || first === undefined || !ts.isObjectLiteralExpression(first))
    return ofObject(base, step, name, draft) ?? base
  const members = membersOf(first, name, draft)
  // Of `Omit<User, 'id'>` the members of User.
  const [word = ''] = value.type.split('<').at(-1)?.split(/[,>]/) ?? []
  const whole = draft.types.find((one) => one.name === word)?.value.object
  const known = whole?.heritage.length === 0 ? whole.members.map((one) => one.name) : undefined
  // An interface cannot change the types of what it extends.
  const keys = members
    .map((one) => one.name)
    .filter((one) => known?.includes(one) ?? true)
    .map(literalType)
  const heritage = [keys.length === 0 ? value.type : `Omit<${value.type}, ${keys.join(' | ')}>`]
  return { ...base, object: { ...base.object, members, heritage } }
}

function transformed(value: Migrated, word: string): Migrated {
  const before = value.tags.find((tag) => tag.startsWith('@transform '))
  const tags = value.tags.filter((tag) => tag !== before)
  return { ...value, tags: [...tags, before === undefined ? `@transform ${word}` : `${before},${word}`] }
}

/** A rule with the message of its last argument: a text, or `{ message }`, `{ error }`. */
function withMessage(rule: string, node: ts.Expression | undefined): string {
  const text =
    literalValue(node) instanceof Map
      ? (option(node, 'message') ?? option(node, 'error'))
      : literalValue(node)
  if (typeof text !== 'string') return rule
  return rule + messageText(text)
}
