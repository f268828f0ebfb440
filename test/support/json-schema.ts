/*
 * JSON Schema, draft 2020-12, for the keywords of generated files: a plain reading of the specification as
 * a reference. Formats and content keywords are annotations only, as in the draft.
 */

export type Schema = Readonly<Record<string, unknown>>

type Keyword = (expected: unknown, value: unknown, schema: Schema, root: Schema) => boolean

/** Whether a schema accepts a JSON value. Throws for unknown keywords. */
export function takes(schema: unknown, value: unknown, root: Schema): boolean {
  if (typeof schema === 'boolean') return schema
  const members = asSchema(schema)
  return Object.entries(members).every(([name, expected]) => {
    if (words.includes(name)) return true
    const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined
    if (keyword === undefined) throw new Error(`unknown keyword ${name}`)
    return keyword(expected, value, members, root)
  })
}

const words: readonly string[] = [
  ...['$schema', '$defs', 'description', 'default', 'format', 'contentEncoding', 'contentMediaType'],
]

const keywords: Readonly<Record<string, Keyword>> = {
  type: (type, value) => (Array.isArray(type) ? type : [type]).some((one) => isOfType(value, one)),
  enum: (values, value) => asList(values).some((one) => isEqual(one, value)),
  const: (one, value) => isEqual(one, value),
  minimum: number((bound, value) => value >= bound),
  maximum: number((bound, value) => value <= bound),
  exclusiveMinimum: number((bound, value) => value > bound),
  exclusiveMaximum: number((bound, value) => value < bound),
  multipleOf: number((of, value) => Math.abs(Math.round(value / of) - value / of) < 1e-9),
  minLength: (size, value) => typeof value !== 'string' || [...value].length >= asNumber(size),
  maxLength: (size, value) => typeof value !== 'string' || [...value].length <= asNumber(size),
  pattern: (source, value) => typeof value !== 'string' || new RegExp(String(source), 'u').test(value),
  minItems: list((size, value) => value.length >= asNumber(size)),
  maxItems: list((size, value) => value.length <= asNumber(size)),
  uniqueItems: list((_, value) => value.every((one, i) => !value.slice(0, i).some((b) => isEqual(one, b)))),
  prefixItems: list((schemas, value, _, root) =>
    asList(schemas).every((one, i) => i >= value.length || takes(one, value[i], root)),
  ),
  items: list((schema, value, { prefixItems }, root) => {
    const others = value.slice(prefixItems === undefined ? 0 : asList(prefixItems).length)
    return others.every((one) => takes(schema, one, root))
  }),
  required: object((names, value) => asList(names).every((name) => Object.hasOwn(value, String(name)))),
  minProperties: object((size, value) => Object.keys(value).length >= asNumber(size)),
  maxProperties: object((size, value) => Object.keys(value).length <= asNumber(size)),
  propertyNames: object((schema, value, _, root) =>
    Object.keys(value).every((name) => takes(schema, name, root)),
  ),
  properties: object((schemas, value, _, root) =>
    Object.entries(asSchema(schemas)).every(
      ([name, one]) => !Object.hasOwn(value, name) || takes(one, value[name], root),
    ),
  ),
  additionalProperties: object((schema, value, { properties = {} }, root) =>
    Object.entries(value).every(
      ([name, one]) => Object.hasOwn(asSchema(properties), name) || takes(schema, one, root),
    ),
  ),
  allOf: (schemas, value, _, root) => asList(schemas).every((one) => takes(one, value, root)),
  anyOf: (schemas, value, _, root) => asList(schemas).some((one) => takes(one, value, root)),
  oneOf: (schemas, value, _, root) => asList(schemas).filter((one) => takes(one, value, root)).length === 1,
  not: (schema, value, _, root) => !takes(schema, value, root),
  $ref: (pointer, value, _, root) => takes(definition(String(pointer), root), value, root),
}

function number(test: (bound: number, value: number) => boolean): Keyword {
  return (bound, value) => typeof value !== 'number' || test(asNumber(bound), value)
}

function list(
  test: (expected: unknown, value: readonly unknown[], schema: Schema, root: Schema) => boolean,
): Keyword {
  return (expected, value, schema, root) => !Array.isArray(value) || test(expected, value, schema, root)
}

function object(test: (expected: unknown, value: Schema, schema: Schema, root: Schema) => boolean): Keyword {
  return (expected, value, schema, root) => !isSchema(value) || test(expected, value, schema, root)
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isSchema(value)
    case 'integer':
      return Number.isInteger(value)
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type
    default:
      throw new Error(`${type} is not a type`)
  }
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function definition(pointer: string, root: Schema): Schema {
  if (pointer === '#') return root
  const [hash, defs, name = ''] = pointer.split('/')
  const found = hash === '#' && defs === '$defs' ? asSchema(root['$defs'])[name] : undefined
  if (found === undefined) throw new Error(`${pointer} is nowhere`)
  return asSchema(found)
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asSchema(value: unknown): Schema {
  if (!isSchema(value)) throw new Error(`${JSON.stringify(value)} is not a schema`)
  return value
}

function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${JSON.stringify(value)} is not a list`)
  return value
}

function asNumber(value: unknown): number {
  if (typeof value !== 'number') throw new Error(`${JSON.stringify(value)} is not a number`)
  return value
}
