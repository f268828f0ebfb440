import {
  type DocumentValue,
  isObject,
  type JsonObject,
  memberOf,
  objectsIn,
  pointerTo,
  resolved,
  textsIn,
} from './document-value.ts'

/** A schema without references, `allOf` and `null` branches. */
export interface SchemaView extends DocumentValue {
  /** The pointer of the schema itself, where `pointer` is that of the lone branch of its union. */
  readonly place: string
  /** The types beside null; `undefined` allows every type. */
  readonly types: readonly string[] | undefined
  readonly isNullable: boolean
  readonly properties: ReadonlyMap<string, DocumentValue>
  readonly required: readonly string[]
  /** The union of the schema, without its `null` branch. */
  readonly union:
    | { readonly word: 'oneOf' | 'anyOf'; readonly branches: readonly DocumentValue[] }
    | undefined
}

export function viewOf(from: DocumentValue): SchemaView {
  const merged = mergeParts(resolved(from))
  const { document, value, pointer } = merged
  const { branches, word, hasNull } = unionOf(merged)
  const [only] = branches
  if (only !== undefined && branches.length === 1) {
    const view = viewOf({ ...only, value: { ...withoutUnion(value), ...only.value } })
    return { ...view, place: pointer, isNullable: view.isNullable || hasNull }
  }
  const types = typesOf(value)
  return {
    document,
    value,
    pointer,
    place: pointer,
    properties: merged.properties,
    required: textsIn(value['required']),
    types: types?.filter((type) => type !== 'null'),
    isNullable:
      hasNull || value['nullable'] === true || types?.includes('null') === true || isOnlyNull(value),
    union: branches.length === 0 ? undefined : { word, branches },
  }
}

interface MergedValue extends DocumentValue {
  readonly properties: ReadonlyMap<string, DocumentValue>
}

/** Merges the parts of `allOf`, which is how a type that extends another is written. */
function mergeParts(from: DocumentValue, seen: readonly string[] = []): MergedValue {
  const { document, value, pointer } = from
  const own = isObject(value['properties']) ? Object.keys(value['properties']) : []
  const at = {
    document,
    value: isObject(value['properties']) ? value['properties'] : {},
    pointer: `${pointer}/properties`,
  }
  const ownProperties = new Map(own.map((name) => [name, memberOf(at, name)]))
  const parts = objectsIn(value['allOf'])
    .map((part, i) => resolved({ document, value: part, pointer: `${pointer}/allOf/${i}` }))
    .filter((part) => !seen.includes(part.pointer))
    .map((part) => mergeParts(part, [...seen, part.pointer]))
  const { allOf: _, ...others } = value
  const required = [...parts, from].flatMap((part) => textsIn(part.value['required']))
  return {
    document,
    // The place of a lone part is where its interface stands.
    pointer: parts.length === 1 && own.length === 0 ? (parts[0]?.pointer ?? pointer) : pointer,
    value: { ...Object.assign({}, ...parts.map((part) => part.value)), ...others, required },
    properties: new Map([...parts.flatMap((part) => [...part.properties]), ...ownProperties]),
  }
}

function unionOf({ document, value, pointer }: DocumentValue): {
  readonly word: 'oneOf' | 'anyOf'
  readonly branches: readonly DocumentValue[]
  readonly hasNull: boolean
} {
  const word = Array.isArray(value['oneOf']) ? 'oneOf' : 'anyOf'
  const all = objectsIn(value[word])
  const place = pointerTo(pointer, word)
  const branches = all
    .map((branch, i) => ({ document, value: branch, pointer: pointerTo(place, i) }))
    .filter((branch) => !isOnlyNull(resolved(branch).value))
  return { word, branches, hasNull: branches.length < all.length }
}

function withoutUnion({ oneOf: _, anyOf: __, ...others }: JsonObject): JsonObject {
  return others
}

function isOnlyNull({ type, const: value, enum: values }: JsonObject): boolean {
  return (
    type === 'null' || value === null || (Array.isArray(values) && values.length === 1 && values[0] === null)
  )
}

function typesOf({ type }: JsonObject): readonly string[] | undefined {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? textsIn(type) : undefined
}
