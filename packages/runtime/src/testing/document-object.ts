/** A JSON object of a document. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member of an object; an empty object when there is none. */
export function objectAt(value: unknown, key: string): JsonObject {
  const member = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  return isObject(member) ? member : {}
}

/** The value at `#/components/schemas/Car`. */
export function valueAt(document: JsonObject, reference: string): unknown {
  if (!reference.startsWith('#/'))
    throw new Error(`Only references inside the document are read: ${reference}`)
  const keys = reference.slice(2).split('/').map(unescaped)
  const value = keys.reduce<unknown>((at, key) => (isHolder(at) ? at[key] : undefined), document)
  if (value === undefined) throw new Error(`The document has no ${reference}`)
  return value
}

/** Follows a `$ref` of a response, a header or a path item. */
export function resolved(document: JsonObject, value: unknown): JsonObject {
  if (!isObject(value)) return {}
  return typeof value['$ref'] === 'string' ? resolved(document, valueAt(document, value['$ref'])) : value
}

function isHolder(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

/** Undoes the escapes of a JSON pointer in a URL fragment (RFC 6901). */
function unescaped(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
}
