import { ts } from 'ts-morph'
import { inHandler } from './lost-parts.ts'
import { commentText, defaultText, type MigratedValue, parameter } from './migrated.ts'
import { patternOf } from './patterns.ts'
import { propertiesOf } from './syntax.ts'
import type { Draft } from './type-draft.ts'

type Kind = 'string' | 'number' | 'list'

/** Rules by the options of TypeBox, and the kind of value that they are of. */
const rules: Readonly<Record<string, readonly [rule: string, kind: Kind]>> = {
  minimum: ['gte', 'number'],
  maximum: ['lte', 'number'],
  exclusiveMinimum: ['gt', 'number'],
  exclusiveMaximum: ['lt', 'number'],
  multipleOf: ['multipleOf', 'number'],
  minLength: ['min', 'string'],
  maxLength: ['max', 'string'],
  format: ['format', 'string'],
  minItems: ['min', 'list'],
  maxItems: ['max', 'list'],
  uniqueItems: ['unique', 'list'],
  pattern: ['pattern', 'string'],
}

/** Formats of ajv-formats by the names of rules; the rest have the names of JSON Schema. */
const formats: Readonly<Record<string, string>> = {
  url: 'url',
  'iso-date-time': 'format=date-time',
  binary: '',
  password: '',
}
const known =
  'date-time date time duration email hostname ipv4 ipv6 uri uri-reference iri iri-reference uuid json-pointer relative-json-pointer regex byte'.split(
    ' ',
  )

/** A type with the options of its schema: rules, a default, a description. */
export function withOptions(
  value: MigratedValue,
  node: ts.Expression | undefined,
  draft: Draft,
): MigratedValue {
  const options = draft.constantOf(node)
  if (node === undefined || !(options instanceof Map)) {
    if (node !== undefined) draft.lose(node, 'the options in a variable', inHandler)
    return value
  }
  const at = (name: string): ts.Node =>
    (ts.isObjectLiteralExpression(node) && propertiesOf(node).find(([key]) => key === name)?.[1]) || node
  const lost = (name: string): readonly string[] => {
    draft.lose(at(name), `the option ${name}`, inHandler)
    return []
  }
  const words = [...options].flatMap(([name, option]): readonly string[] => {
    const [rule, kind] = rules[String(name)] ?? []
    if (rule === undefined || kind === undefined) return []
    if (value.type.includes(' | ')) return lost(String(name))
    if (!isOf(value, kind)) return []
    const word = option === undefined ? undefined : wordOf(rule, option)
    return word ?? lost(String(name))
  })
  const fallback = options.has('default') ? defaultText(options.get('default')) : undefined
  const isLost = options.has('default') && fallback === undefined
  if (isLost) lost('default')
  const description = options.get('description')
  return {
    ...value,
    isOptional: value.isOptional || isLost,
    rules: [...value.rules, ...words],
    tags: [...value.tags, ...(fallback === undefined ? [] : [`@default ${fallback}`])],
    ...(typeof description === 'string' && { description: commentText(description) }),
  }
}

function wordOf(rule: string, option: unknown): readonly string[] | undefined {
  switch (rule) {
    case 'pattern': {
      const pattern = patternOf(String(option), 'u')
      return pattern === undefined ? undefined : [pattern]
    }
    case 'unique':
      return option === true ? ['unique'] : []
    case 'format': {
      const word =
        formats[String(option)] ?? (known.includes(String(option)) ? `format=${String(option)}` : undefined)
      return word === undefined ? undefined : word === '' ? [] : [word]
    }
    default:
      return [`${rule}=${parameter(String(option))}`]
  }
}

/** Whether an option says something of a type: JSON Schema ignores limits of other kinds. */
function isOf({ type, object }: MigratedValue, kind: Kind): boolean {
  if (object !== undefined) return false
  if (type.endsWith('[]') || type.startsWith('[')) return kind === 'list'
  if (/^(?:number|int|bigint|-?[\d.]+)$/.test(type)) return kind === 'number'
  if (/^(?:boolean|unknown|null|true|false)$|[<{]/.test(type)) return false
  return kind !== 'list' || !/^(?:string|'.*)$/.test(type)
}
