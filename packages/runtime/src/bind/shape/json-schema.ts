import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import type { ObjectContent } from '@ctxgen/core/json-schema/member-type'
import {
  type SchemaScope,
  schemaOfObject,
  schemaOfType,
  valuesSchema,
} from '@ctxgen/core/json-schema/schema-of-type'
import { isList } from './json-object.ts'
import { RecursiveShape, Shape, type ShapeMember, type ShapeReference, type ShapeType } from './shape.ts'
import { ValueShape, type WholeShape } from './value-shape.ts'

/** Which values a schema describes, and how. */
export interface SchemaSide {
  /** Values that were read: with defaults, and dates and bytes as objects. */
  readonly isRead?: boolean | undefined
  /** Texts, where absent lists are empty. */
  readonly isText?: boolean | undefined
  /** Nested types stand in their place, and inside themselves only their JSON type. Default: they are definitions. */
  readonly isInline?: boolean | undefined
}

/** The JSON Schema (draft 2020-12) of a shape. */
export function jsonSchemaOf(shape: WholeShape<unknown>, side: SchemaSide = {}): JsonSchema {
  const isStrict = shape.options.unknown === 'error'
  if (!(shape instanceof ValueShape)) return schemaWithDefinitions(shape, side, isStrict)
  return { ...aboutOf(shape), ...schemaWithDefinitions(shape.of(), side, isStrict) }
}

/** The keywords from the comment of a type. */
function aboutOf({ options: { title, description, deprecated } }: WholeShape<unknown>): JsonSchema {
  return { ...(title && { title }), ...(description && { description }), ...(deprecated && { deprecated }) }
}

/** The schema of a type, with its definitions. @param isStrict whether it refuses unknown keys */
export function schemaWithDefinitions(type: ShapeType, side: SchemaSide, isStrict = false): JsonSchema {
  const above = type instanceof Shape ? [type] : []
  const definitions: Definition[] = []
  const names: SchemaNames = { ...side, isStrict, definitions, above }
  for (const of of above) definitions.push({ of, names, name: of.name, $ref: '#' })
  const schema = type instanceof Shape ? objectSchema(type, names) : schemaOf(type, names)
  const all: (readonly [string, JsonSchema])[] = []
  // A definition may add others, which the loop then visits.
  for (const { of, names, name, $ref } of definitions)
    if ($ref !== '#') all.push([name, definition(of, names)])
  return all.length > 0 ? { ...schema, $defs: Object.fromEntries(all) } : schema
}

/** A type with a definition of its own. */
type Definable = Shape<unknown> | RecursiveShape

/** An object inside one that refuses unknown keys, or in JSON in a text, has a definition of its own. */
interface Definition {
  readonly of: Definable
  /** Of the first reference. */
  readonly names: SchemaNames
  readonly name: string
  readonly $ref: string
}

interface SchemaNames extends SchemaSide {
  /** Whether the object around refuses unknown keys. */
  readonly isStrict: boolean
  readonly definitions: Definition[]
  /** The types around, in a schema without definitions. */
  readonly above: readonly Definable[]
}

function definition(of: Definable, names: SchemaNames): JsonSchema {
  return of instanceof Shape ? objectSchema(of, names) : schemaOf(of.of(), names)
}

function objectSchema(shape: Shape<unknown>, around: SchemaNames): JsonSchema {
  const isStrict = shape.unknown === undefined ? around.isStrict : shape.unknown === 'error'
  const content = contentOf(shape)
  const members = content.members.flatMap((one) => {
    return one.type === 'file' ? [] : [{ ...one, isRequired: isThere(one, around) }]
  })
  const schema = schemaOfObject({ ...content, members }, isStrict, scopeOf({ ...around, isStrict }))
  return { ...aboutOf(shape), ...schema }
}

function contentOf(shape: Shape<unknown>): ObjectContent<ShapeReference> {
  const { allOf, others } = shape.options
  return { members: shape.members(), others: others?.(), allOf: allOf?.() ?? [] }
}

/** Whether a member is in each value. */
function isThere({ isRequired, type }: ShapeMember, { isRead, isText }: SchemaNames): boolean {
  const [of, says] = isList(type) && type.length === 2 ? type : [type]
  const isEmpty = isText && isList(of) && !says?.['isSent']
  return isRead ? isRequired || isEmpty || says?.['default'] !== undefined : isRequired && !isEmpty
}

function schemaOf(type: ShapeType, names: SchemaNames): JsonSchema {
  return schemaOfType(type, scopeOf(names))
}

function scopeOf(names: SchemaNames): SchemaScope<ShapeReference> {
  const { isRead, isText } = names
  const inJson = isText ? scopeOf({ ...names, isText: false }) : undefined
  return { isRead, inJson, refer: (one) => schemaBehind(one, names) }
}

function schemaBehind(one: ShapeReference, names: SchemaNames): JsonSchema {
  if (one instanceof Shape || one instanceof RecursiveShape)
    return names.isInline ? inlineSchema(one, names) : { $ref: reference(one, names) }
  return 'pattern' in one ? { type: 'string', pattern: one.pattern.source } : valuesSchema(one.values)
}

function inlineSchema(one: Definable, names: SchemaNames): JsonSchema {
  if (!names.above.includes(one)) return definition(one, { ...names, above: [...names.above, one] })
  return one instanceof Shape ? { type: 'object' } : {}
}

/** Different types with one name get a suffix; `-` cannot occur in a type name. */
function reference(of: Definable, names: SchemaNames): string {
  const { definitions, isStrict, isText } = names
  const known = definitions.find(
    (one) =>
      one.names.isStrict === isStrict &&
      one.names.isText === isText &&
      (one.of === of || (one.$ref !== '#' && isSame(one.of, of))),
  )
  if (known !== undefined) return known.$ref
  let { name } = of
  for (let n = 2; definitions.some((one) => one.name === name); n++) name = `${of.name}-${n}`
  const $ref = `#/$defs/${encodeURI(name)}`
  definitions.push({ of, names, name, $ref })
  return $ref
}

/** Whether two generated files each contain the same type, or the same part of one. */
function isSame(a: unknown, b: unknown, seen: readonly unknown[] = []): boolean {
  if (Object.is(a, b) || seen.includes(a) || (typeof a === 'function' && typeof b === 'function')) return true
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return false
  const [left, right] = [partsOf(a), partsOf(b)]
  return left.length === right.length && left.every((part, i) => isSame(part, right[i], [...seen, a]))
}

function partsOf(value: object): readonly unknown[] {
  if (value instanceof RecursiveShape) return [value.name, value.of()]
  return value instanceof Shape ? [value.name, contentOf(value)] : Object.entries(value).flat()
}
