import type { OpenApiDocument, Schema } from './openapi-document.ts'

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
  if ('const' in schema) made['enum'] = [only]
  if ('const' in schema && made['type'] === undefined) made['type'] = typeOf(only)
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
  if (made['items'] === false) made['items'] = {}
  if (made['type'] === 'array' && made['items'] === undefined) made['items'] = {}
  return made
}

/** A reference has no other members beside it. */
function withReference(schema: Schema): Schema {
  const { $ref, ...others } = schema
  return $ref === undefined || Object.keys(others).length === 0 ? schema : { allOf: [{ $ref }], ...others }
}

/** `null` is a mark on a type. */
function withNull(schema: Schema): Schema {
  const { type, anyOf } = schema
  if (Array.isArray(type)) {
    const { type: _, ...others } = schema
    const types = type.filter((one) => one !== 'null')
    const nullable = types.length < type.length ? { nullable: true } : {}
    if (types.length === 1) return { type: types[0], ...others, ...nullable }
    return {
      anyOf: types.map((one) => (one === 'array' ? { type: one, items: {} } : { type: one })),
      ...others,
      ...nullable,
    }
  }
  // `nullable` counts only beside a type.
  if (type === 'null') return { type: 'string', nullable: true, enum: [null] }
  if (!Array.isArray(anyOf)) return schema
  const present = anyOf.filter(
    (one) => !(isRecord(one) && one['nullable'] === true && JSON.stringify(one['enum']) === '[null]'),
  )
  if (present.length === anyOf.length) return schema
  const { anyOf: _, ...others } = schema
  const [only] = present
  if (present.length > 1 || !isRecord(only)) return { anyOf: present, ...others, nullable: true }
  return '$ref' in only
    ? { allOf: [only], ...others, nullable: true }
    : { ...only, ...others, nullable: true }
}

function typeOf(value: unknown): string | undefined {
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
