import { ts } from 'ts-morph'
import { capitalized } from '../plan/words.ts'
import {
  commentText,
  defaultText,
  listOf,
  type Migrated,
  parameter,
  patternText,
  plain,
  typeText,
  unionOf,
} from './migrated.ts'
import { type Chain, chainOf, literalType, literalValue, option, propertiesOf, returnedBy } from './syntax.ts'
import type { Draft } from './type-draft.ts'

/** The type of a schema of TypeBox; `undefined` for another expression. @param name of objects in it */
export function readTypeBox(expression: ts.Expression, name: string, draft: Draft): Migrated | undefined {
  const chain = chainOf(expression)
  if (isTypeBox(chain.root, draft)) return made(chain, name, draft)
  const reference = chain.steps.length === 0 ? draft.referenceTo(chain.root) : undefined
  return reference === undefined ? undefined : plain(reference)
}

export function isTypeBox(root: ts.Expression, draft: Draft): boolean {
  return /^(?:@sinclair\/)?typebox(?:\/|$)/.test(draft.moduleOf(root) ?? '')
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
  Any: 'unknown',
  Unknown: 'unknown',
}

function made({ steps: [step] }: Chain, name: string, draft: Draft): Migrated | undefined {
  const { name: kind, args: [first, second] = [] } = step ?? { name: '', args: [] }
  const inner = (node: ts.Expression | undefined, part: string): Migrated => {
    const read = node && readTypeBox(node, name + part, draft)
    if (read !== undefined) return draft.named(name + part, read)
    if (node !== undefined) lose(node, draft)
    return plain('unknown')
  }
  const several = (node: ts.Expression | undefined): readonly Migrated[] =>
    node && ts.isArrayLiteralExpression(node) ? node.elements.map((one, i) => inner(one, String(i + 1))) : []
  if (Object.hasOwn(words, kind)) return withOptions(plain(words[kind] ?? ''), first)
  switch (kind) {
    case 'Integer':
      return withOptions(plain(draft.import('@ctxgen/runtime', 'int')), first)
    case 'Literal':
      return withOptions(plain(literalType(literalValue(first))), second)
    case 'Enum':
      return withOptions(enumOf(first, draft), second)
    case 'Array':
      return withOptions(listOf(inner(first, 'Item')), second)
    case 'Tuple':
      return withOptions(
        plain(
          `[${several(first)
            .map(({ type }) => type)
            .join(', ')}]`,
        ),
        second,
      )
    case 'Union':
      return withOptions(unionOf(several(first)), second)
    case 'Record': {
      const value = inner(second, 'Value')
      return {
        ...plain(`Record<${inner(first, 'Key').type}, ${typeText(value)}>`),
        elementRules: value.rules,
      }
    }
    case 'Optional':
      return { ...inner(first, ''), isOptional: true }
    case 'Readonly':
      return inner(first, '')
    case 'Partial':
    case 'Required':
      return plain(`${kind}<${inner(first, 'Whole').type}>`)
    case 'Pick':
    case 'Omit': {
      const keys = literalValue(second)
      return plain(
        `${kind}<${inner(first, 'Whole').type}, ${Array.isArray(keys) ? keys.map(literalType).join(' | ') : 'never'}>`,
      )
    }
    case 'Intersect':
      return plain(
        several(first)
          .map(({ type }) => type)
          .join(' & '),
      )
    case 'Composite': {
      const object = {
        members: [],
        heritage: several(first).map(({ type }) => type),
        refusesUnknown: false,
        others: undefined,
      }
      return { ...plain(name), object }
    }
    case 'Recursive':
      return inner(returnedBy(first), '')
    case 'Object': {
      const members =
        first && ts.isObjectLiteralExpression(first)
          ? propertiesOf(first).map(([key, value]) => ({ name: key, value: inner(value, capitalized(key)) }))
          : []
      const more = option(second, 'additionalProperties')
      const object = {
        members,
        heritage: [],
        refusesUnknown: more === false,
        others: more === true ? 'unknown' : undefined,
      }
      return withOptions({ ...plain(name), object }, second)
    }
    default:
      return undefined
  }
}

function enumOf(node: ts.Expression | undefined, draft: Draft): Migrated {
  const type = node && draft.enumType(node)
  if (type === undefined && node !== undefined) lose(node, draft)
  return plain(type ?? 'unknown')
}

function lose(node: ts.Node, draft: Draft): void {
  draft.lose(node, node.getText(draft.file), 'The property has the type unknown. Write its type by hand.')
}

/** Rules by the options of TypeBox. */
const rules: Readonly<Record<string, string>> = {
  minimum: 'gte',
  maximum: 'lte',
  exclusiveMinimum: 'gt',
  exclusiveMaximum: 'lt',
  multipleOf: 'multipleOf',
  minLength: 'min',
  maxLength: 'max',
  minItems: 'min',
  maxItems: 'max',
  format: 'format',
}

function withOptions(value: Migrated, node: ts.Expression | undefined): Migrated {
  const options = node && literalValue(node)
  if (!(options instanceof Map)) return value
  const words = Object.entries(rules).flatMap(([name, rule]) => {
    return options.has(name) ? [`${rule}=${parameter(String(options.get(name)))}`] : []
  })
  if (options.get('uniqueItems') === true) words.push('unique')
  const pattern = options.get('pattern')
  if (typeof pattern === 'string')
    words.push(`pattern=${patternText(`/${pattern.replace(/\\.|\//gs, escapedSlash)}/u`)}`)
  const fallback = options.has('default') ? defaultText(options.get('default')) : undefined
  const description = options.get('description')
  return {
    ...value,
    rules: [...value.rules, ...words],
    tags: [...value.tags, ...(fallback === undefined ? [] : [`@default ${fallback}`])],
    ...(typeof description === 'string' && { description: commentText(description) }),
  }
}

/** A slash would end the expression; what is escaped already stays. */
function escapedSlash(part: string): string {
  return part === '/' ? '\\/' : part
}
