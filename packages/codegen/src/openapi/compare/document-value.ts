/** A JSON object of a document. */
export type JsonObject = Readonly<Record<string, unknown>>

/** A value of a document and its JSON pointer. */
export interface DocumentValue {
  readonly document: JsonObject
  readonly value: JsonObject
  readonly pointer: string
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member, through its `$ref`; an empty object when there is none. */
export function memberOf({ document, value, pointer }: DocumentValue, key: string): DocumentValue {
  const member = Object.hasOwn(value, key) ? value[key] : undefined
  return resolved({ document, value: isObject(member) ? member : {}, pointer: pointerTo(pointer, key) })
}

/** Follows a `$ref` to its value. Words beside it come last, as OpenAPI 3.1 allows. */
export function resolved(from: DocumentValue, seen: readonly string[] = []): DocumentValue {
  const { $ref, ...beside } = from.value
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || seen.includes($ref)) return from
  const target = valueAt(from.document, $ref.slice(1))
  const found = {
    document: from.document,
    value: isObject(target) ? target : {},
    pointer: decoded($ref.slice(1)),
  }
  const { document, value, pointer } = resolved(found, [...seen, $ref])
  return { document, value: { ...value, ...beside }, pointer }
}

export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function valueAt(document: JsonObject, pointer: string): unknown {
  const keys = pointer
    .slice(1)
    .split('/')
    .map((key) => decoded(key).replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>(
    (at, key) => (isObject(at) || Array.isArray(at) ? Reflect.get(at, key) : undefined),
    document,
  )
}

/** A document of others may hold an invalid reference. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function objectsIn(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}

export function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

/** Whether two JSON values are equal, whatever the order of their members. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}
