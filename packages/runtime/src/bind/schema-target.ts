import { typeOfValues } from './json-schema.ts'
import type { JsonSchema } from './shape.ts'

/** A schema of draft 2020-12 in another dialect. What the dialect cannot say is left out. */
export function toTarget(schema: JsonSchema, target: string): JsonSchema {
  switch (target) {
    case 'draft-2020-12':
      return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }
    case 'draft-07':
      return { $schema: 'http://json-schema.org/draft-07/schema#', ...draft07(schema) }
    case 'openapi-3.0':
      return openApi(schema, schema, [])
    default:
      throw new Error(`The JSON Schema target ${target} is not supported`)
  }
}

function draft07(schema: JsonSchema): JsonSchema {
  const { $ref, $defs, prefixItems, items, deprecated: _, ...others } = below(schema, draft07)
  // Beside a reference this draft ignores other members.
  if (typeof $ref === 'string') {
    const told = { $ref: $ref.replace('/$defs/', '/definitions/') }
    return Object.keys(others).length === 0 ? told : { ...others, allOf: [told] }
  }
  return {
    ...others,
    ...(prefixItems === undefined
      ? items !== undefined && { items }
      : { items: prefixItems, additionalItems: items }),
    ...($defs !== undefined && { definitions: $defs }),
  }
}

/** Without references, which OpenAPI resolves in the whole document: a type in itself is any object. */
function openApi(schema: JsonSchema, root: JsonSchema, above: readonly string[]): JsonSchema {
  const inner = (one: JsonSchema): JsonSchema => openApi(one, root, above)
  const { $ref, $defs: _, ...beside } = schema
  if (typeof $ref === 'string') return { ...referred($ref, root, above), ...below(beside, inner) }
  const { const: only, propertyNames: __, prefixItems, contentEncoding, ...others } = beside
  const told: Record<string, unknown> = below(others, inner)
  if ('const' in schema) Object.assign(told, typeOfValues([only]), { enum: [only] })
  if (contentEncoding === 'base64') told['format'] = 'byte'
  if (isArray(told['examples'])) told['example'] = told['examples'][0]
  for (const unsaid of ['examples', 'contentMediaType']) delete told[unsaid]
  for (const side of ['Minimum', 'Maximum']) {
    const limit = told[`exclusive${side}`]
    if (limit !== undefined) Object.assign(told, { [side.toLowerCase()]: limit, [`exclusive${side}`]: true })
  }
  if (prefixItems !== undefined || schema['items'] === false)
    Object.assign(told, arrayOf(below({ prefixItems, items: schema['items'] }, inner)))
  if (isArray(told['oneOf'])) Object.assign(told, discriminatorOf(told['oneOf']))
  return withNull(told)
}

function referred($ref: string, root: JsonSchema, above: readonly string[]): JsonSchema {
  const name = decodeURI($ref.slice('#/$defs/'.length))
  const found = isObject(root['$defs']) ? root['$defs'][name] : undefined
  const isInItself = above.includes($ref) || !isObject(found)
  return isInItself ? { type: 'object' } : openApi(found, root, [...above, $ref])
}

/** A tuple as a list of any of its types. */
function arrayOf({ prefixItems, items }: JsonSchema): JsonSchema {
  const types = isArray(prefixItems) ? prefixItems : []
  const rest = isObject(items) ? [items] : []
  const all = [...types, ...rest]
  return {
    items: all.length === 0 ? {} : { anyOf: all },
    ...(rest.length === 0 && { maxItems: types.length }),
  }
}

/** The only form of `null`, since `nullable` counts only beside a type. */
const nothing: JsonSchema = { type: 'string', nullable: true, enum: [null] }

/** `null` is a mark on a type. */
function withNull({ type, anyOf, ...others }: JsonSchema): JsonSchema {
  if (type === 'null') return { ...others, ...nothing }
  const some = isArray(type)
    ? type.map((one) => (one === 'null' ? nothing : { type: one, ...(one === 'array' && { items: {} }) }))
    : anyOf
  if (!isArray(some)) return { ...(type !== undefined && { type }), ...others }
  const present = some.filter((one) => !isNothing(one))
  const [only] = present
  if (present.length !== 1 || !isObject(only)) return { anyOf: some, ...others }
  if (present.length === some.length || Object.keys(only).length === 0) return { ...only, ...others }
  return withMark(only, others) ?? { anyOf: some, ...others }
}

function isNothing(schema: unknown): boolean {
  return isObject(schema) && isArray(schema['enum']) && schema['enum'].every((one) => one === null)
}

/** A type that also admits `null`; `undefined` if other parts of its schema would refuse it. */
function withMark(schema: JsonSchema, beside: JsonSchema): JsonSchema | undefined {
  const { type, enum: values } = schema
  const isWhole = ['allOf', 'anyOf', 'oneOf', 'not'].some((key) => key in schema)
  if (typeof type !== 'string' || isWhole) return undefined
  return { ...schema, ...(isArray(values) && { enum: [...values, null] }), ...beside, nullable: true }
}

/** The member by whose values the branches differ, required in each of them, as OpenAPI asks. */
function discriminatorOf(branches: readonly unknown[]): JsonSchema {
  const members = branches.map((one) =>
    isObject(one) && isObject(one['properties']) ? one['properties'] : {},
  )
  const propertyName = Object.keys(members[0] ?? {}).find((name) => {
    const values = members.flatMap((own) => valuesOf(own[name]))
    const isInAll = members.every((own) => valuesOf(own[name]).length > 0)
    return isInAll && branches.every((one) => requires(one, name)) && new Set(values).size === values.length
  })
  return propertyName === undefined ? {} : { discriminator: { propertyName } }
}

function requires(schema: unknown, name: string): boolean {
  return isObject(schema) && isArray(schema['required']) && schema['required'].includes(name)
}

function valuesOf(schema: unknown): readonly unknown[] {
  return isObject(schema) && isArray(schema['enum']) ? schema['enum'] : []
}

/** The schema with the schemas in it changed. */
function below(schema: JsonSchema, change: (one: JsonSchema) => JsonSchema): JsonSchema {
  const changed = (one: unknown): unknown => (isObject(one) ? change(one) : one)
  const inside = (key: string, value: unknown): unknown => {
    if (/^(?:default|const|enum|examples)$/.test(key)) return value
    if (isArray(value)) return value.map(changed)
    return /^(?:properties|\$defs)$/.test(key) && isObject(value) ? mapped(value, changed) : changed(value)
  }
  return mapped(schema, (value, key) => inside(key, value))
}

function mapped(object: JsonSchema, change: (value: unknown, key: string) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !isArray(value)
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
