import { commentText, literal, propertyKey } from '../../emit/text/literal.ts'
import type { MemberPlan, Shape, ValuePlan } from '../plan/client-plan.ts'

type NameOf = (shape: Shape) => string

/** The names in printed types. */
export interface TypeNames {
  readonly typeOf: NameOf
  readonly use: (part: string) => string
}

/** The type of a value in TypeScript. */
export function typeText(value: ValuePlan, names: TypeNames, isInput: boolean): string {
  const inner = (one: ValuePlan): string => typeText(one, names, isInput)
  switch (value.kind) {
    case 'leaf':
      return value.part === undefined ? value.type : `${value.type} | ${names.use(value.part)}`
    case 'oneOf':
      return value.values.length === 0 ? 'null' : value.values.map((one) => literal(one)).join(' | ')
    case 'list':
      return `${isInput ? 'readonly ' : ''}${grouped(inner(value.of))}[]`
    case 'tuple': {
      const elements = value.of.map((one, i) => (i < value.required ? inner(one) : `${grouped(inner(one))}?`))
      const rest = value.rest === undefined ? [] : [`...${grouped(inner(value.rest))}[]`]
      return `${isInput ? 'readonly ' : ''}[${[...elements, ...rest].join(', ')}]`
    }
    case 'record':
      return `Record<${value.keys === undefined ? 'string' : 'number'}, ${inner(value.of)}>`
    case 'nullable': {
      const of = inner(value.of)
      return of === 'unknown' ? of : `${of} | null`
    }
    case 'union':
      return value.branches.map((one) => inner(one.value)).join(' | ')
    case 'either':
      return value.of.map((one) => grouped(inner(one))).join(' | ')
    case 'shape':
      return isInline(value.shape) ? bodyText(value.shape, names) : names.typeOf(value.shape)
    case 'wrapped':
      return inner(value.of)
    case 'never':
      return 'never'
  }
}

/** Whether a type has no name. */
export function isInline({ name }: Shape): boolean {
  return name.startsWith('#')
}

function grouped(type: string): string {
  return /^[\w$.]+$|^\{[^{}]*\}$/.test(type) ? type : `(${type})`
}

function bodyText(shape: Shape, names: TypeNames): string {
  return `{ ${membersText(shape, names).join('; ')} }`
}

/**
 * The members of an object type, without comments.
 *
 * @param isInput whether it is the parameter of a function: it takes readonly lists, and `undefined` for what may be absent
 */
export function membersText(shape: Shape, names: TypeNames, isInput = false): readonly string[] {
  const own = shape.members.map((one) => memberText(one, names, isInput))
  const rest = shape.others === undefined ? shape.rest : undefined
  if (rest === undefined) return own
  const isLoose = shape.role === 'input' && shape.members.some(({ isOptional }) => isOptional)
  return [...own, `[key: string]: ${typeText(rest, names, isInput)}${isLoose ? ' | undefined' : ''}`]
}

function memberText({ name, value, isOptional }: MemberPlan, names: TypeNames, isInput: boolean): string {
  const type = typeText(value, names, isInput)
  if (!isOptional) return `${propertyKey(name)}: ${type}`
  return `${propertyKey(name)}?: ${type}${isInput && type !== 'never' && type !== 'unknown' ? ' | undefined' : ''}`
}

/** A comment on one line, unless it would be empty. */
export function memberComment({ description, isDeprecated }: MemberPlan): string | undefined {
  const text = [description, ...(isDeprecated ? ['@deprecated'] : [])].filter((one) => one !== '').join(' ')
  return text === '' ? undefined : `/** ${commentText(text)} */`
}

/** The expression of a codec. @param use notes the parts that it needs */
export function codecText(value: ValuePlan, nameOf: NameOf, use: (part: string) => string): string {
  const inner = (one: ValuePlan): string => codecText(one, nameOf, use)
  switch (value.kind) {
    case 'leaf':
      return value.pattern === undefined ? use(value.codec) : `${use('matching')}(${literal(value.pattern)})`
    case 'oneOf':
      return `${use('oneOf')}([${value.values.length === 0 ? 'null' : value.values.map((one) => literal(one)).join(', ')}])`
    case 'list':
    case 'nullable':
      return `${use(value.kind)}(${inner(value.of)})`
    case 'record':
      return value.keys === undefined
        ? `${use('record')}(${inner(value.of)})`
        : `${use('numbered')}(${inner(value.keys)}, ${inner(value.of)})`
    case 'tuple': {
      const rest = value.rest === undefined ? '' : `, ${inner(value.rest)}`
      return `${use('tuple')}([${value.of.map((one, i) => (i < value.required ? inner(one) : `${use('optional')}(${inner(one)})`)).join(', ')}], ${value.required}${rest})`
    }
    case 'union': {
      const branches = value.branches.map(
        (one) => `[[${one.values.map((of) => literal(of)).join(', ')}], ${inner(one.value)}]`,
      )
      const key = value.key === value.member ? '' : `, ${literal(value.key)}`
      return `${use('union')}(${literal(value.member)}, [${branches.join(', ')}]${key})`
    }
    case 'either':
      return `${use('either')}([${value.of.map(inner).join(', ')}])`
    case 'shape':
      return nameOf(value.shape)
    case 'wrapped':
      return wrappedText(value, inner, use)
    case 'never':
      return use('json')
  }
}

function wrappedText(
  value: ValuePlan & { readonly kind: 'wrapped' },
  inner: (one: ValuePlan) => string,
  use: (part: string) => string,
): string {
  const of = inner(value.of)
  if (value.range !== undefined) return `${use('ranged')}(${of}, ${value.range.join(', ')})`
  if (value.by === 'joined') return `${use('joined')}(${literal(value.separator ?? ',')}, ${of})`
  if (value.by === 'inJson')
    return `${use('inJson')}(${of}, ${value.isExact ? use('exactText') : 'JSON.stringify'})`
  return `${use(value.by)}(${of})`
}

/** The call that makes an object's codec: its start, the members, its end. */
export function shapeCodec(
  shape: Shape,
  nameOf: NameOf,
  use: (part: string) => string,
): readonly [open: string, members: readonly string[], close: string] {
  if (shape.alias !== undefined) return [codecText(shape.alias, nameOf, use), [], '']
  const members = shape.members
    .filter(({ value }) => value.kind !== 'never')
    .map(({ name, key, value, isOptional }) => {
      const codec = codecText(value, nameOf, use)
      const own = isOptional ? `${use('optional')}(${codec})` : codec
      return `[${literal(name)}, ${own}${key === name ? '' : `, ${literal(key)}`}]`
    })
  const rest = shape.rest === undefined ? undefined : codecText(shape.rest, nameOf, use)
  if (shape.others !== undefined && rest !== undefined)
    return [
      `${use('open')}(${literal(shape.others)}, ${use('object')}([`,
      members,
      `]), ${use('record')}(${rest}))`,
    ]
  return rest === undefined
    ? [`${use('object')}([`, members, '])']
    : [`${use('indexed')}([`, members, `], ${rest})`]
}
