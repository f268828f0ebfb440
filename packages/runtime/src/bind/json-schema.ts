import { isList } from './is-list.ts'
import { type Held, type JsonSchema, Shape, type ShapeWord } from './shape.ts'

/** The JSON Schema (draft 2020-12) of a shape; what it nests are definitions. */
export function jsonSchemaOf(shape: Shape<unknown>): JsonSchema {
  const names: SchemaNames = { root: shape, given: new Map([[shape, shape.name]]) }
  const { description } = shape.options
  const schema = objectSchema(shape, names)
  const definitions: (readonly [string, JsonSchema])[] = []
  // A definition may name more, which the map then has behind it.
  for (const [nested, name] of names.given) {
    if (nested !== shape) definitions.push([name, objectSchema(nested, names)])
  }
  return {
    ...(description === undefined ? {} : { description }),
    ...schema,
    ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  }
}

/** What the shapes of a schema are called in it. */
interface SchemaNames {
  readonly root: Shape<unknown>
  readonly given: Map<Shape<unknown>, string>
}

function objectSchema(shape: Shape<unknown>, names: SchemaNames): JsonSchema {
  const members = shape.members().filter(({ held }) => held !== 'file')
  const required = members.filter(({ isRequired }) => isRequired).map(({ key }) => key)
  const allOf = shape.options.allOf?.() ?? []
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ key, held }) => [key, schemaOf(held, names)])),
    ...(required.length === 0 ? {} : { required }),
    ...(allOf.length === 0 ? {} : { allOf }),
  }
}

function schemaOf(held: Held, names: SchemaNames): JsonSchema {
  if (typeof held === 'string') return { ...words[held] }
  if (held instanceof Shape) return { $ref: reference(held, names) }
  const inner = (one: Held): JsonSchema => schemaOf(one, names)
  if (isList(held)) {
    const [of, says] = held
    return says === undefined ? { type: 'array', items: inner(of) } : both(inner(of), says)
  }
  if ('values' in held) return valuesSchema(held.values)
  if ('enum' in held) return valuesSchema(held.enum)
  if ('anyOf' in held) return { anyOf: held.anyOf.map(inner) }
  if ('oneOf' in held) return { oneOf: held.oneOf.map(inner) }
  if ('record' in held) {
    const keys = held.keys === undefined ? {} : { propertyNames: held.keys }
    return { type: 'object', ...keys, additionalProperties: inner(held.record) }
  }
  const items = held.tuple.map(inner)
  return {
    type: 'array',
    ...(items.length === 0 ? {} : { prefixItems: items }),
    minItems: held.min,
    items: held.rest === undefined ? false : inner(held.rest),
  }
}

/** Two shapes may have the name of one type: no type has a name with a `-`. */
function reference(shape: Shape<unknown>, { root, given }: SchemaNames): string {
  if (shape === root) return '#'
  const known = given.has(shape)
    ? shape
    : [...given.keys()].find((one) => one !== root && isAlike(one, shape))
  const name = given.get(known ?? shape) ?? freeName(shape.name, new Set(given.values()))
  if (known === undefined) given.set(shape, name)
  return `#/$defs/${name}`
}

/** Whether two generated files describe one type, that each of them has for itself. */
function isAlike(a: Shape<unknown>, b: Shape<unknown>, seen: readonly Shape<unknown>[] = []): boolean {
  if (a === b || seen.includes(a)) return true
  if (a.name !== b.name) return false
  const below = [...seen, a]
  return isSame([a.members(), a.options.allOf?.()], [b.members(), b.options.allOf?.()], below)
}

function isSame(a: unknown, b: unknown, seen: readonly Shape<unknown>[]): boolean {
  if (a instanceof Shape && b instanceof Shape) return isAlike(a, b, seen)
  const isWhole = typeof a !== 'object' || a === null || typeof b !== 'object' || b === null
  if (isWhole) return Object.is(a, b) || (typeof a === 'function' && typeof b === 'function')
  const [left, right] = [Object.entries(a), Object.entries(b)]
  return (
    left.length === right.length &&
    left.every(([key, value], i) => key === right[i]?.[0] && isSame(value, right[i]?.[1], seen))
  )
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n++) name = `${wanted}-${n}`
  return name
}

/** A schema that says what two say. */
function both(schema: JsonSchema, says: JsonSchema): JsonSchema {
  const { allOf, ...members } = says
  const all: Record<string, unknown> = { ...schema }
  const others: unknown[] = []
  for (const [key, value] of Object.entries(members)) {
    if (!Object.hasOwn(all, key)) all[key] = value
    else if (key.startsWith('min')) all[key] = Math.max(Number(all[key]), Number(value))
    else if (key.startsWith('max')) all[key] = Math.min(Number(all[key]), Number(value))
    else if (JSON.stringify(all[key]) !== JSON.stringify(value)) others.push({ [key]: value })
  }
  if (Array.isArray(allOf)) others.push(...allOf)
  return others.length === 0 ? all : { ...all, allOf: others }
}

/** A schema has no bigints: where a number would be another one, it says the type alone. */
function valuesSchema(values: readonly unknown[]): JsonSchema {
  const isExact = values.every((one) => typeof one !== 'bigint' || Number.isSafeInteger(Number(one)))
  if (isExact) return { enum: values.map((one) => (typeof one === 'bigint' ? Number(one) : one)) }
  return values.every((one) => typeof one === 'bigint') ? { ...words.bigint } : {}
}

const words: Readonly<Record<ShapeWord, JsonSchema>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  number: { type: 'number' },
  int: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  int8: { type: 'integer', minimum: -0x80, maximum: 0x7f },
  int16: { type: 'integer', minimum: -0x8000, maximum: 0x7fff },
  int32: { type: 'integer', minimum: -0x80000000, maximum: 0x7fffffff },
  // The bounds of 64 bits are rounded to a double, outwards.
  int64: { type: 'integer', minimum: -(2 ** 63), maximum: 2 ** 63, format: 'int64' },
  uint: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  uint8: { type: 'integer', minimum: 0, maximum: 0xff },
  uint16: { type: 'integer', minimum: 0, maximum: 0xffff },
  uint32: { type: 'integer', minimum: 0, maximum: 0xffffffff },
  uint64: { type: 'integer', minimum: 0, maximum: 2 ** 64, format: 'uint64' },
  float32: { type: 'number', format: 'float' },
  bigint: { type: 'integer' },
  date: { type: 'string', format: 'date-time' },
  bytes: { type: 'string', contentEncoding: 'base64' },
  null: { type: 'null' },
  // A member is left out; elsewhere it is what stands for one.
  file: { type: 'string' },
}
