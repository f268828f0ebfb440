import { ts } from 'ts-morph'
import { capitalized } from '../plan/words.ts'
import { enumOf, inHandler, unknownType } from './lost-parts.ts'
import {
  intersectionOf,
  listOf,
  type MigratedMember,
  type MigratedObject,
  type MigratedValue,
  plain,
  rulesOf,
  typeText,
} from './migrated.ts'
import { unionOf } from './migrated-unions.ts'
import { patternRule } from './patterns.ts'
import { chainOf, literalType, propertiesOf, returnedBy, type Step, unwrapped } from './syntax.ts'
import type { Draft } from './type-draft.ts'
import { withOptions } from './typebox-options.ts'

/** The type of a schema of TypeBox; `undefined` for another expression. @param name of objects in it */
export function readTypeBox(
  expression: ts.Expression,
  name: string,
  draft: Draft,
): MigratedValue | undefined {
  const at = unwrapped(expression)
  if (ts.isObjectLiteralExpression(at)) return spread(at, name, draft)
  const { root, steps } = chainOf(at)
  if (isTypeBox(root, draft)) return made(steps[0], name, draft)
  const argument = draft.argumentOf(at)
  if (argument !== undefined) return readTypeBox(argument, name, draft)
  const returned = draft.called(at, (one) => readTypeBox(one, name, draft))
  if (returned !== undefined) return returned
  if (steps.length === 0) return draft.referenceWith(root)
  return memberOfSchema(root, steps, draft)
}

export function isTypeBox(root: ts.Expression, draft: Draft): boolean {
  return /^(?:@sinclair\/)?typebox(?:\/|$)/.test(draft.moduleOf(root) ?? '')
}

/** `{ ...Address, description: 'Of the sender' }`: a schema with other options. */
function spread(node: ts.ObjectLiteralExpression, name: string, draft: Draft): MigratedValue | undefined {
  const parts = node.properties.filter(ts.isSpreadAssignment)
  const [part, ...others] = parts.flatMap(({ expression }) => readTypeBox(expression, name, draft) ?? [])
  return part === undefined || others.length > 0 ? undefined : withOptions(part, node, draft)
}

/** `Type.String({ ...Amount, description: 'In cents' })`: a schema as options of another. */
function withSpread(
  value: MigratedValue,
  node: ts.Expression | undefined,
  name: string,
  draft: Draft,
): MigratedValue {
  const parts =
    node !== undefined && ts.isObjectLiteralExpression(node)
      ? node.properties.filter(ts.isSpreadAssignment)
      : []
  const rules = parts.flatMap(({ expression }) => {
    if (draft.constantOf(expression) instanceof Map) return []
    const read = readTypeBox(expression, name, draft)
    if (read === undefined) draft.lose(expression, expression.getText(), inHandler)
    // The rules of a schema with a name stand at its alias.
    const known = chainOf(expression).steps.length === 0 ? draft.knownOf(expression)?.value() : undefined
    return (known ?? read)?.rules ?? []
  })
  return { ...value, rules: [...value.rules, ...rules] }
}

/** `User.properties.name` */
function memberOfSchema(
  root: ts.Expression,
  steps: readonly Step[],
  draft: Draft,
): MigratedValue | undefined {
  const [properties, member, ...rest] = steps
  if (properties?.name !== 'properties' || member === undefined || rest.length > 0) return undefined
  const found = draft
    .knownOf(root)
    ?.value()
    ?.object?.members.find((one) => one.name === member.name)
  return found && draft.adopted(found.value, root)
}

const words: Readonly<Record<string, string>> = {
  String: 'string',
  Number: 'number',
  Boolean: 'boolean',
  BigInt: 'bigint',
  Date: 'Date',
  Uint8Array: 'Uint8Array',
  Null: 'null',
  Undefined: 'undefined',
  Void: 'undefined',
  Never: 'never',
  Any: 'unknown',
  Unknown: 'unknown',
}

function made(step: Step | undefined, name: string, draft: Draft): MigratedValue | undefined {
  const { name: kind, args: [first, second, third] = [] } = step ?? { name: '' }
  const inner = (node: ts.Expression | undefined, part: string): MigratedValue => {
    const read = node && readTypeBox(node, name + part, draft)
    return read === undefined ? unknownType(node, draft) : draft.named(name + part, read)
  }
  const several = (node: ts.Expression | undefined): readonly MigratedValue[] =>
    node && ts.isArrayLiteralExpression(node) ? node.elements.map((one, i) => inner(one, String(i + 1))) : []
  const optioned = (value: MigratedValue, options: ts.Expression | undefined): MigratedValue =>
    withOptions(withSpread(value, options, name, draft), options, draft)
  if (Object.hasOwn(words, kind)) return optioned(plain(words[kind] ?? ''), first)
  switch (kind) {
    case 'Integer':
      return optioned(plain(draft.import('@ctxgen/runtime', 'int')), first)
    case 'RegExp': {
      const rule = patternRule(first, draft)
      return rule === undefined ? undefined : optioned({ ...plain('string'), rules: [rule] }, second)
    }
    case 'Literal': {
      const value = draft.constantOf(first)
      return value === undefined ? undefined : optioned(plain(literalType(value)), second)
    }
    case 'Enum':
      return optioned(enumOf(first, draft), second)
    case 'Array':
      return optioned(listOf(inner(first, 'Item')), second)
    case 'Tuple': {
      const parts = several(first)
      if (step !== undefined && parts.some((one) => rulesOf(one).length > 0))
        draft.lose(
          step.node,
          'a rule of an element of a tuple',
          'Check it in the handler, or make the tuple an object.',
        )
      return optioned(plain(`[${parts.map(typeText).join(', ')}]`), second)
    }
    case 'Union':
      if (first === undefined || !ts.isArrayLiteralExpression(first)) return undefined
      return optioned(unionOf(several(first), name, draft, first), second)
    case 'Record': {
      const [key, value] = [inner(first, 'Key'), inner(second, 'Value')]
      return optioned(
        { ...plain(`Record<${key.type}, ${typeText(value)}>`), elementRules: rulesOf(value) },
        third,
      )
    }
    case 'Optional':
      return { ...inner(first, ''), isOptional: true }
    case 'Readonly':
    case 'ReadonlyOptional':
      return { ...inner(first, ''), isOptional: kind === 'ReadonlyOptional' }
    case 'Partial':
    case 'Required': {
      const whole = inner(first, 'Whole').type
      return plain(whole === 'unknown' ? whole : `${kind}<${whole}>`)
    }
    case 'Pick':
    case 'Omit': {
      const keys = draft.constantOf(second)
      if (!Array.isArray(keys)) return undefined
      const whole = inner(first, 'Whole').type
      return plain(whole === 'unknown' ? whole : `${kind}<${whole}, ${keys.map(literalType).join(' | ')}>`)
    }
    case 'KeyOf':
      return plain(`keyof ${inner(first, 'Whole').type}`)
    case 'Exclude':
    case 'Extract':
      return plain(`${kind}<${inner(first, '1').type}, ${inner(second, '2').type}>`)
    case 'Intersect':
      return intersectionOf(several(first))
    case 'Composite':
    case 'Interface':
      return compositeOf(kind, first, second, third, name, draft, several(first))
    case 'Recursive':
      return inner(returnedBy(first), '')
    case 'Ref':
    case 'Clone':
      return first === undefined ? undefined : readTypeBox(first, name, draft)
    case 'Unsafe':
      return unsafeOf(first, draft)
    case 'Object':
      return optioned({ ...plain(name), object: objectOf(first, second, draft, inner) }, second)
    default:
      return undefined
  }
}

type Inner = (node: ts.Expression | undefined, part: string) => MigratedValue

function objectOf(
  node: ts.Expression | undefined,
  options: ts.Expression | undefined,
  draft: Draft,
  inner: Inner,
): MigratedObject {
  const { members, heritage } = propertiesIn(node, draft, inner)
  const more = draft.optionOf(options, 'additionalProperties')
  return {
    members,
    heritage,
    refusesUnknown: more === false,
    others: more === true ? 'unknown' : othersOf(options, inner),
  }
}

function othersOf(options: ts.Expression | undefined, inner: Inner): string | undefined {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return undefined
  const [, schema] = propertiesOf(options).find(([name]) => name === 'additionalProperties') ?? []
  return schema !== undefined && ts.isCallExpression(unwrapped(schema))
    ? inner(schema, 'Value').type
    : undefined
}

/** The members of an object literal, and what is spread in it. */
function propertiesIn(
  node: ts.Expression | undefined,
  draft: Draft,
  inner: Inner,
): { readonly members: readonly MigratedMember[]; readonly heritage: readonly string[] } {
  const at = node && unwrapped(node)
  if (at === undefined) return { members: [], heritage: [] }
  if (ts.isPropertyAccessExpression(at) && at.name.text === 'properties') {
    const type = draft.referenceTo(at.expression)
    if (type !== undefined) return { members: [], heritage: [type] }
  }
  if (!ts.isObjectLiteralExpression(at)) {
    const argument = draft.argumentOf(at)
    if (argument !== undefined) return propertiesIn(argument, draft, inner)
    const declaration = draft.declarationOf(at)
    const value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
    if (value?.getSourceFile() === at.getSourceFile()) return propertiesIn(value, draft, inner)
    draft.lose(at, 'properties in a variable', 'Write them by hand.')
    return { members: [], heritage: [] }
  }
  const parts = at.properties
    .filter(ts.isSpreadAssignment)
    .map((one) => propertiesIn(one.expression, draft, inner))
  const own = draft.propertiesOf(at).map(([key, value]) => ({
    name: key,
    value: inner(value, capitalized(key.replace(/\W+/g, ''))),
  }))
  const spreadMembers = parts.flatMap(({ members }) => members)
  const kept = spreadMembers.filter((one) => own.every((other) => other.name !== one.name))
  const omitted = (type: string): string => {
    const known = draft.membersOf(type)
    const keys = own.map((one) => one.name).filter((one) => known?.includes(one) ?? true)
    return keys.length === 0 ? type : `Omit<${type}, ${keys.map(literalType).join(' | ')}>`
  }
  const heritage = parts.flatMap((part) => part.heritage.map(omitted))
  return { members: [...kept, ...own], heritage }
}

/** An object of several: of two that have a member, the last. */
function compositeOf(
  kind: string,
  first: ts.Expression | undefined,
  second: ts.Expression | undefined,
  third: ts.Expression | undefined,
  name: string,
  draft: Draft,
  parts: readonly MigratedValue[],
): MigratedValue {
  const inner: Inner = (node, part) => {
    const read = node && readTypeBox(node, name + part, draft)
    return read === undefined ? unknownType(node, draft) : draft.named(name + part, read)
  }
  const options = kind === 'Composite' ? second : third
  const { members } = kind === 'Composite' ? { members: [] } : propertiesIn(second, draft, inner)
  if (first !== undefined && !ts.isArrayLiteralExpression(first)) unknownType(first, draft)
  const refusesUnknown = draft.optionOf(options, 'additionalProperties') === false
  const object = {
    members,
    heritage: parts.map(({ type }) => type).filter((type) => type !== 'unknown'),
    refusesUnknown,
    others: undefined,
  }
  return withOptions({ ...plain(name), object }, options, draft)
}

/** `Type.Unsafe({ type: 'string', format: 'date' })`, of JSON Schema for one value. */
function unsafeOf(node: ts.Expression | undefined, draft: Draft): MigratedValue | undefined {
  const schema = draft.constantOf(node)
  if (!(schema instanceof Map)) return node === undefined ? plain('unknown') : undefined
  const list = schema.get('enum')
  if (Array.isArray(list)) return withOptions(plain(list.map(literalType).join(' | ')), node, draft)
  const type = schema.get('type')
  if (type === 'integer') return withOptions(plain(draft.import('@ctxgen/runtime', 'int')), node, draft)
  return ['string', 'number', 'boolean', 'null'].includes(String(type))
    ? withOptions(plain(String(type)), node, draft)
    : undefined
}
