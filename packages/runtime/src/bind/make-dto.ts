import type { BindInput } from './bind-input.ts'
import { type BinderParts, partsOf } from './binder.ts'
import { type DtoField, fieldsOf } from './dto-fields.ts'
import { jsonSchemaOf, memberSchema, type SchemaSide } from './json-schema.ts'
import { memberOf, validateProperty } from './property-schema.ts'
import { toTarget } from './schema-target.ts'
import { type JsonSchema, type ShapeMembers, textShape } from './shape.ts'
import {
  isText,
  type StandardMembers,
  type StandardSource,
  type TextSource,
  validateBy,
} from './standard-schema.ts'
import type { WholeShape } from './value-shape.ts'

/** The members of each source by wire name. A body that is left out is like the first one. */
export type DtoSchemas = { readonly [S in StandardSource]?: WholeShape<unknown> | ShapeMembers } & {
  readonly description?: string
  /** What is sent, where no decoded body is like it. */
  readonly sent?: WholeShape<unknown>
}

interface AnyDto {
  readonly name: string
  readonly all: (c: BindInput) => unknown
}

/** Makes the binders of a DTO, and the DTO, Standard Schemas. @param schemas what the sources hold. */
export function makeDto<D extends AnyDto>(
  members: Readonly<Record<string, unknown>> & Pick<AnyDto, 'all'>,
  schemas: () => DtoSchemas,
): D {
  const standards = new Map<StandardSource, StandardMembers<unknown>>()
  for (const source of sources) {
    const binder = members[source]
    if (typeof binder !== 'function') continue
    const parts = partsOf(binder)
    const shape = (): WholeShape<unknown> => shapeIn(source, schemas())
    const standard = { ...membersFor(source, shape), validate: validateBy(parts, source) }
    standards.set(source, standard)
    Object.assign(binder, { '~standard': standard })
    if (isText(source)) Object.assign(binder, { of: propertySchema(parts, source, shape) })
  }
  const main = mainOf(standards, members)
  const isSent = members['stringify'] !== undefined && !decoded.some((format) => standards.has(format))
  const whole = isSent ? { ...main, ...sentMembers(() => schemas().sent) } : main
  const { dto } = partsOf(members.all)
  const all = Object.assign(members, dto, whole && { '~standard': whole })
  let fields: readonly DtoField[] | undefined
  const get = (): readonly DtoField[] => {
    fields ??= fieldsOf([...standards.keys()].map((source) => [source, shapeIn(source, schemas())]))
    return fields
  }
  return Object.defineProperty(all, 'fields', { get }) as unknown as D
}

const decoded = ['json', 'msgPack', 'cbor'] as const
const texts = ['uri', 'query', 'header', 'respHeader', 'cookie', 'form'] as const
const sources = [...decoded, ...texts, 'body'] as const

/** The schema of the decoded body, else that of the only source. */
function mainOf(
  standards: ReadonlyMap<StandardSource, StandardMembers<unknown>>,
  members: Readonly<Record<string, unknown>>,
): StandardMembers<unknown> | undefined {
  const format = decoded.find((one) => standards.has(one))
  if (format !== undefined) return standards.get(format)
  const [only, ...others] = texts.filter((one) => standards.has(one))
  return only === undefined || others.length > 0 || members['xml'] !== undefined
    ? undefined
    : standards.get(only)
}

/** The schema of one property of a text source. */
function propertySchema(
  parts: BinderParts,
  source: TextSource,
  shape: () => WholeShape<unknown>,
): (property: string) => object {
  return (property) => {
    const member = memberOf(shape(), property)
    const standard = schemaMembers((side) => memberSchema(member.held, { ...side, isText: true }))
    return { '~standard': { ...standard, validate: validateProperty(parts, source, member, shape) } }
  }
}

function membersFor(source: StandardSource, shape: () => WholeShape<unknown>): StandardMembers<unknown> {
  return schemaMembers((side) => jsonSchemaOf(shape(), { ...side, isText: isText(source) }))
}

/** The JSON Schema of what is sent, without a way to read it. */
export function sentSchema<T>(shape: WholeShape<unknown>): StandardMembers<T> {
  return sentMembers(() => shape)
}

function sentMembers<T>(shape: () => WholeShape<unknown> | undefined): StandardMembers<T> {
  const schema = (): JsonSchema => {
    const sent = shape()
    return sent === undefined ? {} : jsonSchemaOf(sent)
  }
  return schemaMembers(schema)
}

function schemaMembers<T>(schema: (side: SchemaSide) => JsonSchema): StandardMembers<T> {
  const jsonSchema = {
    input: ({ target }: { readonly target: string }) => toTarget(schema({}), target),
    output: ({ target }: { readonly target: string }) => toTarget(schema({ isRead: true }), target),
  }
  return { version: 1, vendor: 'ctxgen', jsonSchema }
}

function shapeIn(source: StandardSource, schemas: DtoSchemas): WholeShape<unknown> {
  const { json, msgPack, cbor, form, description } = schemas
  const held = schemas[source] ?? json ?? msgPack ?? cbor ?? form ?? {}
  return isShape(held) ? held : textShape(held, description)
}

function isShape(held: WholeShape<unknown> | ShapeMembers): held is WholeShape<unknown> {
  return typeof held['read'] === 'function'
}
