/** The part of the schema generators' output that is read here. */
export type Schema = boolean | SchemaObject

export interface SchemaObject {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly not?: Schema
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema | readonly Schema[]
  readonly additionalItems?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly format?: string
  readonly pattern?: string
  readonly definitions?: Readonly<Record<string, Schema>>
}

/** A schema with what its references mean. */
export interface RootSchema {
  readonly schema: SchemaObject
  readonly definitions: Readonly<Record<string, Schema>>
  /** Whether the branches of a union stand in the order of declaration. */
  readonly isOrdered: boolean
}

export function rootOf(made: SchemaObject, isOrdered: boolean): RootSchema {
  const schema = tidied(made) as SchemaObject
  return { schema, definitions: schema.definitions ?? {}, isOrdered }
}

/**
 * The tools repeat the values of an enum that has two names for one, which Ajv refuses. They describe a Uint8Array as an
 * object, where JSON holds base64 text.
 */
function tidied(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(tidied)
  if (!isPlainObject(part)) return part
  if (isPlainObject(part['properties']) && 'BYTES_PER_ELEMENT' in part['properties']) {
    return { type: 'string', pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' }
  }
  const entries = Object.entries(part).map(([name, one]) => [name, tidied(one)])
  const values = part['enum']
  return { ...Object.fromEntries(entries), ...(Array.isArray(values) ? { enum: [...new Set(values)] } : {}) }
}

/** The schema that a reference means. */
export function resolve(schema: Schema, { schema: whole, definitions }: RootSchema): Schema {
  let found = schema
  while (typeof found === 'object' && found.$ref !== undefined) {
    if (found.$ref === '#') return whole
    const name = decodeURIComponent(found.$ref.replace('#/definitions/', ''))
    const next = definitions[name]
    if (next === undefined) throw new Error(`${found.$ref} means nothing`)
    found = next
  }
  return found
}

/** The alternatives of a schema, with those that are unions taken apart. */
export function branchesOf(schema: Schema, root: RootSchema): readonly Schema[] {
  const one = resolve(schema, root)
  if (typeof one === 'boolean') return [one]
  const inner = one.anyOf ?? one.oneOf
  if (inner !== undefined) return inner.flatMap((branch) => branchesOf(branch, root))
  if (Array.isArray(one.type)) return one.type.map((type: string) => ({ ...one, type }))
  return [one]
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The name of JSON Schema for the kind of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}
