import { byKind } from '../model/by-kind.ts'
import type { Binding, DefaultItem, Field } from '../model/dto.ts'
import { type FieldType, nonNull, type ScalarName } from '../model/field-type.ts'
import type { ModuleTypes } from '../model/module-types.ts'

/** A property as a client sends it: `?colour=red&colour=blue`. */
export function wireText(field: Field, { source, key, format }: Binding, types: ModuleTypes): string {
  const values = samplesOf(field, types)
  const of = nonNull(field.type)
  switch (source) {
    case 'uri':
      return `/${encodeURIComponent(textOf(values[0]))} for /:${key}`
    case 'header':
    case 'respHeader':
      return `${key}: ${of.kind === 'list' ? values.map(textOf).join(', ') : inText(values, format)}`
    case 'cookie':
      return `Cookie: ${key}=${encodeURIComponent(inText(values, format))}`
    case 'query':
    case 'form':
      return `${source === 'query' ? '?' : ''}${pairsOf(key, of, values, format).join('&')}`
    case 'xml':
      return values.map((one) => `<${key}>${xmlText(one)}</${key}>`).join('')
    default:
      return `{ ${JSON.stringify(key)}: ${JSON.stringify(of.kind === 'list' ? values : values[0], toJson)} }`
  }
}

type Format = Binding['format']

function pairsOf(key: string, of: FieldType, values: readonly unknown[], format: Format): readonly string[] {
  const name = encodeURIComponent(key)
  if (format !== undefined)
    return [`${name}=${encodeURIComponent(inText(values, format)).replaceAll('%2C', ',')}`]
  if (of.kind === 'file') return [`${name}=@photo.jpg`]
  return values.flatMap((value) => {
    if (!isPlainObject(value)) return [`${name}=${encodeURIComponent(textOf(value))}`]
    const inner = of.kind === 'list' ? `${name}[0]` : name
    return Object.entries(value).map(
      ([member, one]) => `${inner}[${encodeURIComponent(member)}]=${encodeURIComponent(textOf(one))}`,
    )
  })
}

const separators = { csv: ',', pipe: '|', ssv: ' ' } as const

/** Several values in one text. */
function inText(values: readonly unknown[], format: Format): string {
  if (format === 'json') return JSON.stringify(values.length === 1 ? values[0] : values, toJson)
  return values.map(textOf).join(separators[format ?? 'csv'])
}

type Sample = DefaultItem | undefined | readonly Sample[] | { readonly [key: string]: Sample }

/** Values of a property: of its default or its examples, else of its type. Two for a list. */
function samplesOf({ type, default: fallback, examples = [] }: Field, types: ModuleTypes): readonly Sample[] {
  const written = examples[0]?.value ?? fallback
  if (written !== undefined) {
    const items: readonly DefaultItem[] = written.kind === 'one' ? [written.value] : written.values
    if (items.length > 0) return items
  }
  const of = nonNull(type)
  return of.kind === 'list' ? twoOf(of.element, types) : [sampleOf(of, types, 1)]
}

function twoOf(type: FieldType, types: ModuleTypes): readonly Sample[] {
  const of = nonNull(type)
  if (of.kind === 'literals') return of.values.slice(0, 2)
  return [sampleOf(of, types, 1), sampleOf(of, types, 2)]
}

/** One of several values of a type. Objects in objects are left empty: the text is one line. */
const sampleOf: (type: FieldType, types: ModuleTypes, nth: number) => Sample = byKind({
  scalar: ({ scalar }, _types, nth) => scalarSample(scalar, nth),
  literals: ({ values }) => values[0],
  nullable: ({ of }, types, nth) => sampleOf(of, types, nth),
  list: ({ element }, types) => [sampleOf(element, types, 1)],
  tuple: ({ elements }, types) => elements.map((one) => sampleOf(one, types, 1)),
  template: '…',
  union: ({ branches }, types, nth) => branches[0] && sampleOf(branches[0].type, types, nth),
  recursive: () => ({}),
  unknown: () => ({}),
  object: ({ name }, types, nth) =>
    Object.fromEntries(
      types
        .object(name)
        .fields.map((one) => [one.name, isDeep(one.type) ? {} : sampleOf(one.type, types, nth)]),
    ),
  record: ({ value }, types, nth) => ({ key: isDeep(value) ? {} : sampleOf(value, types, nth) }),
  class: '…',
  bytes: 'AQID',
  file: '…',
})

function isDeep(type: FieldType): boolean {
  return ['object', 'record', 'union', 'recursive'].includes(nonNull(type).kind)
}

function scalarSample(scalar: ScalarName, nth: number): Sample {
  switch (scalar) {
    case 'string':
      return nth === 1 ? 'a' : 'b'
    case 'boolean':
      return nth === 1
    case 'Date':
      return `2026-01-0${nth}T00:00:00Z`
    case 'undefined':
      return null
    case 'float32':
    case 'float64':
      return nth + 0.5
    default:
      return nth
  }
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value, toJson) : String(value)
}

function xmlText(value: unknown): string {
  if (!isPlainObject(value)) return textOf(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return Object.entries(value)
    .map(([key, one]) => `<${key}>${xmlText(one)}</${key}>`)
    .join('')
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)
}

function toJson(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
