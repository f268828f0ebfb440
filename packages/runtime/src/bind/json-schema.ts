import { isList } from './decoded/json-object.ts'
import {
  type Held,
  type JsonSchema,
  RecursiveHeld,
  Shape,
  type ShapeMember,
  type ShapeWord,
} from './shape.ts'
import { ValueShape, type WholeShape } from './value-shape.ts'

/** Which values a schema describes. */
export interface SchemaSide {
  /** Values that were read: with defaults, and dates and bytes as objects. */
  readonly isRead?: boolean
  /** Texts, where absent lists are empty. */
  readonly isText?: boolean
}

/** The JSON Schema (draft 2020-12) of a shape; nested shapes become definitions. */
export function jsonSchemaOf(shape: WholeShape<unknown>, side: SchemaSide = {}): JsonSchema {
  const isValue = shape instanceof ValueShape
  const isStrict = shape.options.unknown === 'error'
  const own = { ...side, isStrict, given: new Map<Definable, string>(), strict: new Map<Definable, string>() }
  const names: SchemaNames = { ...own, root: isValue ? undefined : shape }
  if (!isValue) own[isStrict ? 'strict' : 'given'].set(shape, shape.name)
  const { description, title, deprecated } = shape.options
  const schema = isValue ? schemaOf(shape.held(), names) : objectSchema(shape, names)
  const definitions: (readonly [string, JsonSchema])[] = []
  for (let before = -1; before < definitions.length; ) {
    before = definitions.length
    addDefinitions(definitions, { ...names, isStrict: false })
    addDefinitions(definitions, { ...names, isStrict: true })
  }
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    ...schema,
    ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  }
}

/** A definition may add further names while they are visited. */
function addDefinitions(to: (readonly [string, JsonSchema])[], names: SchemaNames): void {
  for (const [nested, name] of definedIn(names)) {
    const isRoot = nested === names.root && name === names.root?.name
    if (!isRoot && to.every(([known]) => known !== name)) to.push([name, definition(nested, names)])
  }
}

function definedIn({ isStrict, given, strict }: SchemaNames): Map<Definable, string> {
  return isStrict ? strict : given
}

/** A type with a definition of its own. */
type Definable = Shape<unknown> | RecursiveHeld

/** The names of the definitions in a schema. */
interface SchemaNames extends SchemaSide {
  /** `undefined` in the schema of a whole value. */
  readonly root: Shape<unknown> | undefined
  readonly given: Map<Definable, string>
  /** Whether the object around refuses unknown keys. */
  readonly isStrict: boolean
  /** The definitions of objects inside one that does, which are others. */
  readonly strict: Map<Definable, string>
}

function definition(of: Definable, names: SchemaNames): JsonSchema {
  return of instanceof Shape ? objectSchema(of, names) : schemaOf(of.of(), names)
}

function objectSchema(shape: Shape<unknown>, around: SchemaNames): JsonSchema {
  const isStrict = shape.unknown === undefined ? around.isStrict : shape.unknown === 'error'
  const names: SchemaNames = { ...around, isStrict }
  const members = shape.members().filter(({ held }) => held !== 'file')
  const required = members.filter((member) => isThere(member, names)).map(({ key }) => key)
  const { allOf: written, others } = shape.options
  const allOf = written?.() ?? []
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(({ key, held }) => [key, schemaOf(held, names)])),
    ...(required.length === 0 ? {} : { required }),
    ...(others === undefined && isStrict && { additionalProperties: false }),
    ...(others === undefined ? {} : { additionalProperties: schemaOf(others(), names) }),
    ...(allOf.length === 0 ? {} : { allOf }),
  }
}

/** Whether a member is in each value. */
function isThere({ isRequired, held }: ShapeMember, { isRead, isText, root }: SchemaNames): boolean {
  const [of, says] = isList(held) && held.length === 2 ? held : [held]
  const isEmpty = isText === true && isList(of) && root !== undefined
  return isRead === true ? isRequired || isEmpty || says?.['default'] !== undefined : isRequired && !isEmpty
}

/** The schema of one member. */
export function memberSchema(held: Held, side: SchemaSide): JsonSchema {
  return schemaOf(held, { ...side, root: undefined, given: new Map(), strict: new Map(), isStrict: false })
}

function schemaOf(held: Held, names: SchemaNames): JsonSchema {
  if (typeof held === 'string') return names.isRead && isObjectWord(held) ? {} : wordSchema(held)
  if (held instanceof Shape || held instanceof RecursiveHeld) return { $ref: reference(held, names) }
  const inner = (one: Held): JsonSchema => schemaOf(one, names)
  if (isList(held)) {
    const [of, says] = held
    return says === undefined ? { type: 'array', items: inner(of) } : both(inner(of), says)
  }
  if ('pattern' in held) return { type: 'string', pattern: held.pattern.source }
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
    minItems: held.min ?? items.length,
    items: held.rest === undefined ? false : inner(held.rest),
  }
}

/** Different types with one name get a suffix; `-` cannot occur in a type name. */
function reference(shape: Definable, names: SchemaNames): string {
  const { root, given, strict } = names
  const own = definedIn(names)
  if (shape === root && own.get(shape) === root.name) return '#'
  const known = own.has(shape) ? shape : [...own.keys()].find((one) => one !== root && isSame(one, shape))
  const name =
    own.get(known ?? shape) ?? freeName(shape.name, new Set([...given.values(), ...strict.values()]))
  if (known === undefined) own.set(shape, name)
  return `#/$defs/${encodeURI(name)}`
}

/** Whether two generated files each contain the same type, or the same part of one. */
function isSame(a: unknown, b: unknown, seen: readonly unknown[] = []): boolean {
  if (Object.is(a, b) || seen.includes(a) || (typeof a === 'function' && typeof b === 'function')) return true
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return false
  const [left, right] = [partsOf(a), partsOf(b)]
  return left.length === right.length && left.every((part, i) => isSame(part, right[i], [...seen, a]))
}

function partsOf(value: object): readonly unknown[] {
  if (value instanceof RecursiveHeld) return [value.name, value.of()]
  if (!(value instanceof Shape)) return Object.entries(value).flat()
  const { allOf, others } = value.options
  return [value.name, value.members(), allOf?.(), others?.()]
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n++) name = `${wanted}-${n}`
  return name
}

/** Combines two schemas. */
function both(schema: JsonSchema, says: JsonSchema): JsonSchema {
  const { allOf, property: _, as: __, ...members } = says
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

/** A schema cannot contain bigints: where conversion would lose precision, only the type remains. */
function valuesSchema(values: readonly unknown[]): JsonSchema {
  const isExact = values.every((one) => typeof one !== 'bigint' || Number.isSafeInteger(Number(one)))
  if (isExact) {
    const plain = values.map((one) => (typeof one === 'bigint' ? Number(one) : one))
    return plain.length === 1 ? { const: plain[0] } : { ...typeOfValues(plain), enum: plain }
  }
  return values.every((one) => typeof one === 'bigint') ? wordSchema('bigint') : {}
}

/** The type that values share, which client generators want beside `enum`. */
export function typeOfValues(values: readonly unknown[]): JsonSchema {
  const types = new Set(values.map((value) => typeof value))
  const [type] = types
  if (types.size !== 1 || type === 'object') return {}
  return { type: type === 'number' && values.every(Number.isInteger) ? 'integer' : type }
}

/** Kinds without a JSON type. */
function isObjectWord(word: ShapeWord): boolean {
  return word === 'date' || word === 'bytes'
}

function wordSchema(word: ShapeWord): JsonSchema {
  const [, unsigned, bits] = /^(u?)int(\d*)$/.exec(word) ?? []
  return unsigned === undefined ? { ...words[word] } : wholeSchema(unsigned === 'u', Number(bits))
}

/**
 * An integer of 53 bits and a sign, unless `bits` says otherwise. The limits of 64 bits are no doubles, so `format` says
 * them; it also says that 32 bits are too few.
 */
function wholeSchema(isUnsigned: boolean, bits: number): JsonSchema {
  const range = bits === 0 ? 2 ** 53 : 2 ** (isUnsigned ? bits : bits - 1)
  const minimum = isUnsigned ? 0 : bits === 0 ? 1 - range : -range
  if (bits === 64)
    return isUnsigned ? { type: 'integer', minimum, format: 'uint64' } : { type: 'integer', format: 'int64' }
  const isLong = range > 2 ** 31
  return { type: 'integer', minimum, maximum: range - 1, ...(isLong && { format: 'int64' }) }
}

/** The words other than integers of a size. */
const words: Readonly<Partial<Record<ShapeWord, JsonSchema>>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  number: { type: 'number' },
  float32: { type: 'number', format: 'float' },
  bigint: { type: 'integer' },
  date: { type: 'string', format: 'date-time' },
  bytes: { type: 'string', contentEncoding: 'base64' },
  null: { type: 'null' },
  // As a member, a file is omitted; elsewhere this placeholder stands for it.
  file: { type: 'string' },
  nothing: { not: {} },
  object: { type: ['object', 'array'] },
}
