import type { OpenApiDocument, Schema } from './openapi-document.ts'
import { typeOfValues } from './type-of-values.ts'

/** Translates the schemas of a document into the dialect of OpenAPI 3.0, which is older than JSON Schema 2020-12. */
export function withOldSchemas(document: OpenApiDocument): OpenApiDocument {
  return translated(document) as OpenApiDocument
}

/** Schemas stand below these members of a document. */
const schemaKeys = new Set(['schema', 'items', 'not', 'additionalProperties'])

function translated(value: unknown, isSchema = false, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((one) => translated(one, isSchema))
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, one]) => {
    if (isMap) return [key, translated(one, true)]
    if (isSchema && /^(?:allOf|anyOf|oneOf|prefixItems)$/.test(key)) return [key, translated(one, true)]
    if (isSchema && (key === 'properties' || key === 'schemas')) return [key, translated(one, false, true)]
    if (isSchema && /^(?:default|const|enum|examples)$/.test(key)) return [key, one]
    if (key === 'schemas') return [key, translated(one, false, true)]
    if (key === 'example' || key === 'examples') return [key, one]
    return [key, translated(one, schemaKeys.has(key))]
  })
  const object: Schema = Object.fromEntries(entries)
  return isSchema && !isMap ? oldSchema(object) : object
}

function oldSchema(schema: Schema): Schema {
  return withNull(withReference(withOldKeywords(schema)))
}

function withOldKeywords(schema: Schema): Schema {
  const {
    const: only,
    prefixItems,
    propertyNames: _,
    contentMediaType,
    contentEncoding,
    examples,
    ...rest
  } = schema
  const made: Record<string, unknown> = { ...rest }
  if (Array.isArray(examples)) made['example'] = examples[0]
  if ('const' in schema) Object.assign(made, typeOfValues([only]), { enum: [only] })
  if (contentEncoding === 'base64') made['format'] = 'byte'
  if (contentMediaType !== undefined && made['format'] === undefined) made['format'] = 'binary'
  for (const side of ['Minimum', 'Maximum'] as const) {
    const limit = made[`exclusive${side}`]
    if (typeof limit !== 'number') continue
    made[side.toLowerCase()] = limit
    made[`exclusive${side}`] = true
  }
  if (Array.isArray(prefixItems)) {
    if (made['items'] === false) made['maxItems'] = prefixItems.length
    const others = isRecord(made['items']) ? [made['items']] : []
    made['items'] = { anyOf: [...prefixItems, ...others] }
  }
  if (made['items'] === false) Object.assign(made, { items: {}, maxItems: 0 })
  if (made['type'] === 'array' && made['items'] === undefined) made['items'] = {}
  return made
}

/** A reference has no other members beside it. */
function withReference(schema: Schema): Schema {
  const { $ref, ...others } = schema
  return $ref === undefined || Object.keys(others).length === 0 ? schema : { allOf: [{ $ref }], ...others }
}

/** The only form of `null`, since `nullable` counts only beside a type. */
const nothing: Schema = { type: 'string', nullable: true, enum: [null] }

/** `null` is a mark on a type. */
function withNull({ type, anyOf, ...others }: Schema): Schema {
  if (type === 'null') return { ...others, ...nothing }
  const some = Array.isArray(type)
    ? type.map((one) => (one === 'null' ? nothing : { type: one, ...(one === 'array' && { items: {} }) }))
    : anyOf
  if (!Array.isArray(some)) return { ...(type !== undefined && { type }), ...others }
  const present = some.filter((one) => !isNothing(one))
  const [only] = present
  if (present.length !== 1 || !isRecord(only)) return { anyOf: some, ...others }
  if (Object.keys(only).length === 0) return { ...others }
  if (present.length === some.length)
    return Array.isArray(type) ? { ...only, ...others } : { anyOf: some, ...others }
  return withMark(only, others) ?? { anyOf: some, ...others }
}

function isNothing(schema: unknown): boolean {
  return isRecord(schema) && Array.isArray(schema['enum']) && schema['enum'].every((one) => one === null)
}

/** A type that also admits `null`; `undefined` if other parts of its schema would refuse it. */
function withMark(schema: Schema, beside: Schema): Schema | undefined {
  const { type, enum: values } = schema
  const isWhole = ['allOf', 'anyOf', 'oneOf', 'not'].some((key) => key in schema)
  if (typeof type !== 'string' || isWhole) return undefined
  return { ...schema, ...(Array.isArray(values) && { enum: [...values, null] }), ...beside, nullable: true }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
