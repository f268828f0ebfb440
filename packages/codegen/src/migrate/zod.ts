import { ts } from 'ts-morph'
import { capitalized } from '../plan/words.ts'
import { enumOf, inHandler, unknownType, withMessage, withoutStep } from './lost-parts.ts'
import {
  commentText,
  defaultText,
  intersectionOf,
  listOf,
  type MigratedValue,
  parameter,
  plain,
  rulesOf,
  typeText,
} from './migrated.ts'
import { unionOf } from './migrated-unions.ts'
import { patternRule } from './patterns.ts'
import { type Chain, chainOf, literalType, returnedBy, type Step, unwrapped } from './syntax.ts'
import type { Draft } from './type-draft.ts'
import { memberOf, objectOf, ofObject } from './zod-objects.ts'
import { neutral, scalars, signs, sizes, textRules, transforms, words } from './zod-tables.ts'

/** The type of a schema of zod; `undefined` for another expression. @param name of objects in it */
export function readZod(expression: ts.Expression, name: string, draft: Draft): MigratedValue | undefined {
  const chain = chainOf(expression)
  const known = isZod(chain.root, draft) ? madeBy(chain, name, draft) : referred(chain, name, draft)
  if (known === undefined) return undefined
  const { value, steps } = known
  return steps.reduce((made, step) => applied(made, step, name, draft), value)
}

export function isZod(root: ts.Expression, draft: Draft): boolean {
  return /^zod(?:\/|$)/.test(draft.moduleOf(root) ?? '')
}

/** The type of a schema in another; objects have names. */
export function innerType(node: ts.Expression | undefined, name: string, draft: Draft): MigratedValue {
  return draft.named(name, wholeType(node, name, draft))
}

/** The type of a schema that another one only wraps. */
function wholeType(node: ts.Expression | undefined, name: string, draft: Draft): MigratedValue {
  return (node && readZod(node, name, draft)) ?? unknownType(node, draft)
}

interface ChainStart {
  readonly value: MigratedValue
  /** The steps that are left. */
  readonly steps: readonly Step[]
}

function referred({ root, steps }: Chain, name: string, draft: Draft): ChainStart | undefined {
  const made = madeElsewhere(root, name, draft)
  if (made !== undefined) return { value: made, steps }
  const value = draft.referenceWith(root)
  if (value === undefined) return undefined
  const [shape, member, ...rest] = steps
  // `User.shape.name`
  if (shape?.name !== 'shape' || shape.args !== undefined || member === undefined) return { value, steps }
  const found = memberOf(draft.knownOf(root)?.value(), member.name)
  return found === undefined ? undefined : { value: draft.adopted(found, root), steps: rest }
}

/** The argument behind a parameter, or what a function of the project returns. */
function madeElsewhere(root: ts.Expression, name: string, draft: Draft): MigratedValue | undefined {
  const argument = draft.argumentOf(root)
  if (argument !== undefined) return readZod(argument, name, draft)
  return draft.called(root, (returned) => readZod(returned, name, draft))
}

/** A schema that begins at `z`. */
function madeBy({ steps: [first, ...rest] }: Chain, name: string, draft: Draft): ChainStart | undefined {
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

function isoText({ name }: Step): MigratedValue {
  return { ...plain('string'), rules: [`format=${name === 'datetime' ? 'date-time' : name}`] }
}

function made(step: Step, name: string, draft: Draft): MigratedValue {
  const { name: kind, args = [] } = step
  const [first, second] = args
  const inner = (node: ts.Expression | undefined, part: string): MigratedValue =>
    innerType(node, name + part, draft)
  // A key of any value may be absent.
  if (kind === 'any' || kind === 'unknown') return { ...plain('unknown'), isOptional: true }
  if (Object.hasOwn(words, kind)) return plain(words[kind] ?? '')
  if (Object.hasOwn(scalars, kind)) return plain(draft.import('@ctxgen/runtime', scalars[kind] ?? ''))
  if (Object.hasOwn(textRules, kind))
    return { ...plain('string'), rules: [withMessage(textRules[kind] ?? '', first, draft)] }
  switch (kind) {
    case 'literal': {
      const value = draft.constantOf(first)
      if (value === undefined && first?.getText() !== 'undefined') return unknownType(first, draft)
      return plain(Array.isArray(value) ? value.map(literalType).join(' | ') : literalType(value))
    }
    case 'enum':
    case 'nativeEnum':
      return enumOf(first, draft)
    case 'array':
      return listOf(inner(first, 'Item'))
    case 'tuple':
      return tupleOf(step, name, draft)
    case 'record':
    case 'partialRecord':
    case 'looseRecord':
      return recordOf(step, name, draft)
    case 'union':
    case 'discriminatedUnion':
    case 'xor': {
      const given = kind === 'discriminatedUnion' ? second : first
      const list = given && (draft.argumentOf(given) ?? given)
      const branches = list && ts.isArrayLiteralExpression(list) ? list.elements : undefined
      if (branches === undefined) return unknownType(step.node, draft, `z.${kind}() of a list in a variable`)
      return unionOf(
        branches.map((one, i) => inner(one, String(i + 1))),
        name,
        draft,
        step.node,
      )
    }
    case 'intersection':
      return intersectionOf([inner(first, '1'), inner(second, '2')])
    case 'lazy':
      return wholeType(returnedBy(first), name, draft)
    case 'preprocess':
      draft.lose(step.node, 'z.preprocess()', inHandler)
      return wholeType(second, name, draft)
    case 'optional':
      return { ...wholeType(first, name, draft), isOptional: true }
    case 'nullable':
      return { ...inner(first, ''), isNullable: true }
    case 'nullish':
      return { ...inner(first, ''), isOptional: true, isNullable: true }
    case 'file':
      return plain(draft.import('@ctxgen/runtime', 'FileHeader'))
    case 'object':
    case 'strictObject':
    case 'looseObject':
      return objectOf(first, name, draft, kind, (one, part) => innerType(one, part, draft))
    default:
      return unknownType(step.node, draft, `z.${kind}()`)
  }
}

function tupleOf({ args: [first, rest] = [], node }: Step, name: string, draft: Draft): MigratedValue {
  if (first === undefined || !ts.isArrayLiteralExpression(first)) return unknownType(node, draft, 'z.tuple()')
  const parts = first.elements.map((one, i) => innerType(one, name + (i + 1), draft))
  if (parts.some((one) => rulesOf(one).length > 0))
    draft.lose(
      node,
      'a rule of an element of a tuple',
      'Check it in the handler, or make the tuple an object.',
    )
  const others = rest === undefined ? [] : [`...${listOf(innerType(rest, `${name}Rest`, draft)).type}`]
  return plain(`[${[...parts.map(typeText), ...others].join(', ')}]`)
}

function recordOf(
  { args: [first, second] = [], node, name: kind }: Step,
  name: string,
  draft: Draft,
): MigratedValue {
  const keys = second === undefined ? plain('string') : innerType(first, `${name}Key`, draft)
  const values = innerType(second ?? first, `${name}Value`, draft)
  if (keys.rules.length > 0)
    draft.lose(node, 'a rule of the keys', 'Write it after dive: @validate dive,keys,min=1,endkeys.')
  const isPartial = kind !== 'record' && keys.type !== 'string'
  // Only a plain record can have rules after `dive`.
  if (isPartial)
    return plain(`Partial<Record<${keys.type}, ${typeText(draft.aliased(`${name}Value`, values))}>>`)
  return { ...plain(`Record<${keys.type}, ${typeText(values)}>`), elementRules: rulesOf(values) }
}

function applied(value: MigratedValue, step: Step, name: string, draft: Draft): MigratedValue {
  const { name: kind, args = [], node } = step
  const [first, second] = args
  const rule = (word: string, message = first): MigratedValue => ({
    ...value,
    rules: [...value.rules, withMessage(word, message, draft)],
  })
  if (neutral.includes(kind)) return value
  const object = ofObject(value, step, name, draft, (one, part) => innerType(one, part, draft))
  if (object !== undefined) return object
  if (Object.hasOwn(sizes, kind)) {
    const size = draft.constantOf(first)
    if (['number', 'bigint', 'string'].includes(typeof size))
      return rule(`${sizes[kind]}=${parameter(String(size))}`, second)
    return withoutStep(value, step, draft)
  }
  if (Object.hasOwn(signs, kind)) return rule(signs[kind] ?? '')
  if (Object.hasOwn(textRules, kind)) return rule(textRules[kind] ?? '')
  if (Object.hasOwn(transforms, kind)) return transformed(value, transforms[kind] ?? '')
  switch (kind) {
    case 'int':
      return { ...value, type: draft.import('@ctxgen/runtime', 'int') }
    case 'regex': {
      const pattern = patternRule(first, draft)
      return pattern === undefined ? withoutStep(value, step, draft) : rule(pattern, second)
    }
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
    case 'catch':
      draft.lose(
        node,
        '.catch()',
        'Its value is the default of an absent property; a wrong value is an issue.',
      )
      return withDefault(value, step, draft)
    case 'default':
    case 'prefault':
      return withDefault(value, step, draft)
    case 'describe':
    case 'meta': {
      const text = kind === 'meta' ? draft.optionOf(first, 'description') : draft.constantOf(first)
      return typeof text === 'string' ? { ...value, description: commentText(text) } : value
    }
    case 'array':
      return listOf(draft.named(`${name}Item`, value))
    case 'exclude':
    case 'extract': {
      const list = draft.constantOf(first)
      if (!Array.isArray(list)) return withoutStep(value, step, draft)
      return { ...value, type: `${capitalized(kind)}<${value.type}, ${list.map(literalType).join(' | ')}>` }
    }
    case 'or':
      return unionOf([draft.named(`${name}1`, value), innerType(first, `${name}2`, draft)], name, draft, node)
    case 'and':
      return intersectionOf([draft.named(`${name}1`, value), innerType(first, `${name}2`, draft)])
    case 'pipe':
      return piped(value, step, name, draft)
    default:
      draft.lose(node, `.${kind}()`, inHandler)
      return kind === 'transform' ? { ...value, isTransformed: true } : value
  }
}

/** After a transform the second schema is not that of the request. */
function piped(value: MigratedValue, step: Step, name: string, draft: Draft): MigratedValue {
  const target = step.args?.[0]
  const isChange = target !== undefined && chainOf(unwrapped(target)).steps[0]?.name === 'transform'
  const read =
    value.isTransformed || isChange || target === undefined ? undefined : readZod(target, name, draft)
  if (read === undefined) draft.lose(step.node, '.pipe()', inHandler)
  return read === undefined
    ? value
    : draft.named(name, { ...read, isOptional: read.isOptional || value.isOptional })
}

function withDefault(value: MigratedValue, step: Step, draft: Draft): MigratedValue {
  const [node] = step.args ?? []
  const constant = draft.constantOf(returnedBy(node) ?? node)
  const isFit = constant !== null || value.isNullable
  const text = constant === undefined || !isFit ? undefined : defaultText(constant)
  if (text === undefined) return withoutStep({ ...value, isOptional: true }, step, draft)
  const tags = value.tags.filter((tag) => !tag.startsWith('@default '))
  return { ...value, isOptional: false, tags: [...tags, `@default ${text}`] }
}

function transformed(value: MigratedValue, word: string): MigratedValue {
  const before = value.tags.find((tag) => tag.startsWith('@transform '))
  const tags = value.tags.filter((tag) => tag !== before)
  return { ...value, tags: [...tags, before === undefined ? `@transform ${word}` : `${before},${word}`] }
}
