import { integerRange, integerType } from '../number-range.ts'
import { isList, type JsonSchema, typeOfValues } from './json-schema.ts'
import { isReference, type MemberType, type ObjectContent, type TypeWord } from './member-type.ts'

export interface SchemaScope<R> {
  /** The schema of a type that is described elsewhere. */
  readonly refer: (reference: R) => JsonSchema
  /** Whether values were read already, with dates and bytes as objects. */
  readonly isRead?: boolean | undefined
  /** For JSON in a text. */
  readonly inJson?: SchemaScope<R> | undefined
}

/** The schema of a member's type. */
export function schemaOfType<R extends object>(type: MemberType<R>, scope: SchemaScope<R>): JsonSchema {
  if (typeof type === 'string') return scope.isRead && isObjectWord(type) ? {} : wordSchema(type)
  if (isReference(type)) return scope.refer(type)
  const inner = (one: MemberType<R>): JsonSchema => schemaOfType(one, scope)
  if (isList(type)) {
    const [of, keywords] = type
    if (keywords === undefined) return { type: 'array', items: inner(of) }
    const inside = keywords['as'] === 'json' ? scope.inJson : undefined
    return bothSchemas(schemaOfType(of, inside ?? scope), keywords)
  }
  if ('enum' in type) return valuesSchema(type.enum)
  if ('anyOf' in type) return { anyOf: type.anyOf.map(inner) }
  if ('oneOf' in type) return { oneOf: type.oneOf.map(inner) }
  if ('record' in type) {
    const { keys, record } = type
    return {
      type: 'object',
      ...(keys && { propertyNames: keySchema(keys) }),
      additionalProperties: inner(record),
    }
  }
  const items = type.tuple.map(inner)
  return {
    type: 'array',
    ...(items.length > 0 && { prefixItems: items }),
    minItems: type.min ?? items.length,
    items: type.rest === undefined ? false : inner(type.rest),
  }
}

/** A schema for the form of keys that are numbers, which has no range. */
function keySchema(keys: JsonSchema | TypeWord): JsonSchema {
  if (typeof keys !== 'string') return keys
  const sign = keys.startsWith('u') ? '' : '-?'
  const number = keys.includes('int') ? '[1-9]\\d*' : '(?:[1-9]\\d*|0(?=\\.))(?:\\.\\d*[1-9])?(?:e[+-]\\d+)?'
  return { pattern: `^(?:0|${sign}${number})$` }
}

/** The schema of an object. @param isStrict whether it refuses undeclared members */
export function schemaOfObject<R extends object>(
  { members, others, allOf }: ObjectContent<R>,
  isStrict: boolean,
  scope: SchemaScope<R>,
): JsonSchema {
  const required = members.filter(({ isRequired }) => isRequired).map(({ key }) => key)
  const additionalProperties = others === undefined ? !isStrict : schemaOfType(others, scope)
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ key, type }) => [key, schemaOfType(type, scope)])),
    ...(required.length > 0 && { required }),
    ...(additionalProperties !== true && { additionalProperties }),
    ...(allOf.length > 0 && { allOf }),
  }
}

/** The keywords of a {@link MemberType} that readers alone use. */
const marks = ['property', 'as', 'isSent', 'takesNull']

/** Adds the keywords of rules and comments to a schema. */
function bothSchemas(schema: JsonSchema, keywords: JsonSchema): JsonSchema {
  const { allOf, ...members } = keywords
  const all: Record<string, unknown> = { ...schema }
  const others: unknown[] = []
  for (const [key, value] of Object.entries(members)) {
    if (marks.includes(key)) continue
    // The comment of a property is more specific than that of its type.
    if (!Object.hasOwn(all, key) || /^(?:title|de(?:scription|precated))$/.test(key)) all[key] = value
    else if (key.startsWith('min')) all[key] = Math.max(Number(all[key]), Number(value))
    else if (key.startsWith('max')) all[key] = Math.min(Number(all[key]), Number(value))
    else if (JSON.stringify(all[key]) !== JSON.stringify(value)) others.push({ [key]: value })
  }
  if (isList(allOf)) others.push(...allOf)
  return others.length > 0 ? { ...all, allOf: others } : all
}

/** A schema cannot contain bigints: where conversion would lose precision, only the type remains. */
export function valuesSchema(values: readonly unknown[]): JsonSchema {
  const plain = values.map((one) => (typeof one === 'bigint' ? Number(one) : one))
  const isExact = values.every((one, i) => typeof one !== 'bigint' || Number.isSafeInteger(plain[i]))
  if (!isExact) return values.every((one) => typeof one === 'bigint') ? wordSchema('bigint') : {}
  return plain.length === 1 ? { const: plain[0] } : { ...typeOfValues(plain), enum: plain }
}

/** Kinds without a JSON type. */
function isObjectWord(word: TypeWord): boolean {
  return word === 'date' || word === 'bytes'
}

function wordSchema(word: TypeWord): JsonSchema {
  const type = integerType(word)
  return type === undefined ? { ...words[word] } : wholeSchema(type)
}

/** The limits of 64 bits are no doubles, so `format` has them; it also shows that 32 bits are too few. */
function wholeSchema({ bits, isUnsigned }: NonNullable<ReturnType<typeof integerType>>): JsonSchema {
  const [minimum, end] = integerRange(bits, isUnsigned)
  if (bits === 64)
    return isUnsigned ? { type: 'integer', minimum, format: 'uint64' } : { type: 'integer', format: 'int64' }
  const isLong = end > 2 ** 31
  return { type: 'integer', minimum, maximum: end - 1, ...(isLong && { format: 'int64' }) }
}

/** The words other than integers of a size. */
const words: Readonly<Partial<Record<TypeWord, JsonSchema>>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  number: { type: 'number' },
  float32: { type: 'number', format: 'float' },
  bigint: { type: 'integer' },
  date: { type: 'string', format: 'date-time' },
  bytes: { type: 'string', contentEncoding: 'base64' },
  null: { type: 'null' },
  nothing: { not: {} },
  object: { type: ['object', 'array'] },
}
