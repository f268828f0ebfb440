/** A JSON Schema as a plain object: of draft 2020-12, unless noted otherwise. */
export type JsonSchema = Readonly<Record<string, unknown>>

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !isList(value)
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** The type that values share, which client generators want beside `enum`. */
export function typeOfValues(values: readonly unknown[]): JsonSchema {
  const type = typeof values[0]
  if (type === 'object' || values.some((value) => typeof value !== type)) return {}
  return { type: type === 'number' && values.every(Number.isInteger) ? 'integer' : type }
}

/** Moves a reference that is not alone into `allOf`: older dialects ignore what is beside it. */
export function withReferenceApart(schema: JsonSchema): JsonSchema {
  const { $ref, allOf, ...others } = schema
  if ($ref === undefined || Object.keys(schema).length === 1) return schema
  return { allOf: [{ $ref }, ...(isList(allOf) ? allOf : [])], ...others }
}

/** A schema with the schemas directly in it changed. */
export function withInner(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const changed = (value: unknown): unknown => (isSchema(value) ? change(value) : value)
  return mapped(schema, (value, key) => {
    if (/^(?:default|const|enum|examples?|discriminator)$/.test(key)) return value
    if (isList(value)) return value.map(changed)
    return /^(?:properties|\$defs)$/.test(key) && isSchema(value) ? mapped(value, changed) : changed(value)
  })
}

function mapped(object: JsonSchema, change: (value: unknown, key: string) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
}
