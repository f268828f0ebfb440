import { isObject, type JsonObject, objectAt, valueAt } from './document-object.ts'

/**
 * The schema of an answer in the words of JSON Schema 2020-12, whatever the document's version. An object that names its
 * properties has no others: the document of an answer is complete, although JSON Schema would allow more.
 */
export function answerSchema(document: JsonObject, schema: unknown): JsonObject {
  const $defs: Record<string, unknown> = {}
  const translation = new Translation(document, $defs)
  return { allOf: [translation.whole(schema)], $defs }
}

class Translation {
  readonly #document: JsonObject
  readonly #defs: Record<string, unknown>

  constructor(document: JsonObject, defs: Record<string, unknown>) {
    this.#document = document
    this.#defs = defs
  }

  /** A schema that alone describes a value, so that no other can add properties. */
  whole(schema: unknown): unknown {
    if (!isObject(schema)) return schema
    if (typeof schema['$ref'] === 'string' && !this.#namesProperties({ ...schema, $ref: undefined })) {
      return { ...this.#keywords(schema), $ref: this.#definition(schema['$ref'], true) }
    }
    const isOpen = 'additionalProperties' in schema || 'unevaluatedProperties' in schema
    const closed = !isOpen && this.#namesProperties(schema) ? closing(schema) : {}
    return inOwnWords({ ...this.#keywords(schema), ...closed })
  }

  /** A schema that describes a value together with others, as in `allOf`. */
  #part(schema: unknown): unknown {
    return isObject(schema) ? inOwnWords(this.#keywords(schema)) : schema
  }

  #keywords(schema: JsonObject): JsonObject {
    const entries = Object.entries(schema).flatMap(([keyword, value]) => {
      if (annotations.includes(keyword)) return []
      return [[keyword, this.#keyword(keyword, value)]]
    })
    const translated: JsonObject = Object.fromEntries(entries)
    return withoutNullBranch(translated)
  }

  #keyword(keyword: string, value: unknown): unknown {
    if (keyword === '$ref' && typeof value === 'string') return this.#definition(value, false)
    if (mapsOfWholes.includes(keyword)) return mapValues(value, (one) => this.whole(one))
    if (wholes.includes(keyword)) return this.whole(value)
    if (keyword === 'prefixItems' && Array.isArray(value)) return value.map((one) => this.whole(one))
    if (listsOfParts.includes(keyword) && Array.isArray(value)) return value.map((one) => this.#part(one))
    if (parts.includes(keyword)) return this.#part(value)
    if (keyword === 'dependentSchemas') return mapValues(value, (one) => this.#part(one))
    return value
  }

  #definition(reference: string, isWhole: boolean): string {
    const name = `${isWhole ? 'whole' : 'part'} ${reference}`
    if (!Object.hasOwn(this.#defs, name)) {
      this.#defs[name] = true
      const target = valueAt(this.#document, reference)
      this.#defs[name] = isWhole ? this.whole(target) : this.#part(target)
    }
    return `#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`
  }

  /** Whether every object that the schema allows has its properties named. */
  #namesProperties(schema: unknown, seen: readonly unknown[] = []): boolean {
    if (!isObject(schema) || seen.includes(schema)) return false
    const path = [...seen, schema]
    const { $ref, properties, allOf } = schema
    if (isObject(properties)) return true
    if (typeof $ref === 'string' && this.#namesProperties(valueAt(this.#document, $ref), path)) return true
    if (Array.isArray(allOf) && allOf.some((one) => this.#namesProperties(one, path))) return true
    return ['anyOf', 'oneOf'].some((keyword) => {
      const branches = schema[keyword]
      if (!Array.isArray(branches)) return false
      const objects = branches.filter((one) => allowsObjects(one))
      return objects.length > 0 && objects.every((one) => this.#namesProperties(one, path))
    })
  }
}

/** Keywords without a constraint on a value, and whose names would mean something else to a validator. */
const annotations = ['$id', '$schema', '$anchor', 'discriminator', 'example', 'xml', 'externalDocs']
const mapsOfWholes = ['properties', 'patternProperties']
const wholes = ['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems']
const listsOfParts = ['allOf', 'anyOf', 'oneOf']
const parts = ['not', 'if', 'then', 'else', 'contains']

/** Without other schemas for the same value, the plain keyword shows a difference more exactly. */
function closing(schema: JsonObject): JsonObject {
  const isAlone = !['$ref', 'if', 'dependentSchemas', ...listsOfParts].some((keyword) => keyword in schema)
  return { [isAlone ? 'additionalProperties' : 'unevaluatedProperties']: false }
}

function allowsObjects(schema: unknown): boolean {
  if (!isObject(schema)) return schema !== false
  const { type, enum: values } = schema
  if (values !== undefined || 'const' in schema) return false
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))
}

/** Translates the words of OpenAPI 3.0: `nullable`, and exclusive bounds as switches. */
function inOwnWords(schema: JsonObject): JsonObject {
  const { nullable, minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...others } = schema
  const bounded = {
    ...others,
    ...boundOf('minimum', minimum, 'exclusiveMinimum', exclusiveMinimum),
    ...boundOf('maximum', maximum, 'exclusiveMaximum', exclusiveMaximum),
  }
  return nullable === true ? unlessNull(bounded) : bounded
}

function boundOf(name: string, value: unknown, exclusive: string, bound: unknown): JsonObject {
  if (bound === true) return { [exclusive]: value }
  return {
    ...(value === undefined ? {} : { [name]: value }),
    ...(typeof bound === 'number' ? { [exclusive]: bound } : {}),
  }
}

function unlessNull(schema: unknown): JsonObject {
  return { if: { type: 'null' }, else: schema }
}

/** `Car | null` as a condition. A difference inside the car is reported, instead of two branches that do not fit. */
function withoutNullBranch(schema: JsonObject): JsonObject {
  for (const keyword of ['anyOf', 'oneOf']) {
    const { [keyword]: branches, ...others } = schema
    if (!Array.isArray(branches) || branches.length !== 2 || 'if' in schema) continue
    const value = branches.filter((one) => objectAt({ one }, 'one')['type'] !== 'null')
    if (value.length === 1) return { ...others, ...unlessNull(value[0]) }
  }
  return schema
}

function mapValues(value: unknown, change: (one: unknown) => unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))
}
