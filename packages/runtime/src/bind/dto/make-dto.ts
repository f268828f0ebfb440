import type { JsonSchema } from '@ctxgen/core/json-schema/json-schema'
import { type Stringify, sendingOf } from '../decoded/sending.ts'
import { type BinderParts, partsOf } from '../parsers/binder-parts.ts'
import type { BindInput } from '../reading/bind-input.ts'
import type { NamedDto } from '../reading/parser-config.ts'
import { similarKey } from '../reading/similar-key.ts'
import { jsonSchemaOf, type SchemaSide, schemaWithDefinitions } from '../shape/json-schema.ts'
import { toTarget } from '../shape/schema-target.ts'
import { type ShapeMembers, type TextAbout, textShape } from '../shape/shape.ts'
import type { WholeShape } from '../shape/value-shape.ts'
import type { OtherPlain, SentDto } from './dto.ts'
import { type DtoField, fieldsOf } from './dto-fields.ts'
import { memberOf, validateProperty } from './property-schema.ts'
import type { StandardJsonSchema, StandardMembers, StandardSource } from './standard-schema.ts'
import { valueCheck } from './value-check.ts'
import type { ValueSource } from './value-input.ts'
import { bodySource, decodedBodySource, decodedSource, textSource } from './value-sources.ts'

/** The members of each source by wire name, unless its binder has a shape. A body that is left out is like the first one. */
type DtoSchemas = TextAbout & {
  readonly [S in StandardSource]?: WholeShape<unknown> | ShapeMembers
} & {
  /** Additional schemas for a whole text source. */
  readonly allOf?: { readonly [S in StandardSource]?: readonly JsonSchema[] }
  /** The shape of an answer, where no decoded body is like it. */
  readonly sent?: WholeShape<unknown>
}

interface AnyDto {
  readonly name: string
  readonly all?: (c: BindInput) => unknown
}

interface Members extends Readonly<Record<string, unknown>> {
  readonly all?: (c: BindInput) => unknown
  readonly form?: unknown
  readonly stringify?: Stringify<never>
}

/** The sources of a DTO as values, which a DTO without text sources does not bundle. */
interface ValueSources {
  readonly of: Readonly<Partial<Record<StandardSource, ValueSource>>>
  /** Makes the schema of one property. */
  readonly property?: (
    parts: BinderParts,
    source: ValueSource,
    shape: () => WholeShape<unknown>,
  ) => (property: string) => object
}

/** {@link decodedDto} for a DTO with a text source, whose properties have schemas of their own. */
export function makeDto<D extends AnyDto>(members: Members, schemas?: () => DtoSchemas): D {
  return decodedDto(members, schemas, allSources)
}

/** Makes the binders of a DTO, and the DTO, Standard Schemas. @param schemas of the sources. */
export function decodedDto<D extends AnyDto>(
  members: Members,
  schemas: () => DtoSchemas = noSchemas,
  { of, property }: ValueSources = decodedSources,
): D {
  const standards = new Map<StandardSource, StandardMembers<unknown>>()
  const shapeIn = (source: StandardSource): WholeShape<unknown> => shapeOf(source, members, schemas())
  for (const source of sources) {
    const binder = members[source]
    const found = of[source]
    if (typeof binder !== 'function' || found === undefined) continue
    // A check of a page does without.
    const values = { ...found, settings: { ...found.settings, similarKey } }
    const parts = partsOf(binder)
    const shape = (): WholeShape<unknown> => shapeIn(source)
    const standard = { ...membersFor(values, shape), validate: valueCheck(parts, values) }
    standards.set(source, standard)
    Object.assign(binder, { '~standard': standard })
    if (property !== undefined && values.isText) Object.assign(binder, { of: property(parts, values, shape) })
  }
  const main = mainOf(standards, members)
  const { stringify } = members
  const isSent = stringify !== undefined && !decoded.some((format) => standards.has(format))
  const whole = isSent ? { ...main, ...sentMembers(() => schemas().sent) } : main
  // A form whose files are streams has no binder of all sources.
  const { dto } = partsOf(members.all ?? Object(members.form))
  const sending = stringify && sendingOf(stringify, dto.name)
  const all = Object.assign(members, dto, sending, whole && { '~standard': whole })
  let fields: readonly DtoField[] | undefined
  const get = (): readonly DtoField[] => {
    fields ??= fieldsOf([...standards.keys()].map((source) => [source, shapeIn(source)]))
    return fields
  }
  return Object.defineProperty(all, 'fields', { get }) as unknown as D
}

const decodedSources: ValueSources = /* @__PURE__ */ decodedValues()
const allSources: ValueSources = /* @__PURE__ */ allValues()

function decodedValues(): ValueSources {
  const msgPack = decodedSource('msgpack')
  return {
    of: { json: decodedSource('json'), msgPack, cbor: decodedSource('cbor'), body: decodedBodySource() },
  }
}

function allValues(): ValueSources {
  return {
    of: {
      ...decodedValues().of,
      uri: textSource('uri'),
      query: textSource('query'),
      header: textSource('header'),
      respHeader: textSource('respHeader'),
      cookie: textSource('cookie'),
      form: textSource('form'),
      body: bodySource(),
    },
    property: propertySchema,
  }
}

const decoded: readonly StandardSource[] = ['json', 'msgPack', 'cbor']
const texts: readonly StandardSource[] = ['uri', 'query', 'header', 'respHeader', 'cookie', 'form']
const sources: readonly StandardSource[] = /* @__PURE__ */ decoded.concat(texts, 'body')

/** The schema of the decoded body, else that of the only source. */
function mainOf(
  standards: ReadonlyMap<StandardSource, StandardMembers<unknown>>,
  members: Members,
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
  source: ValueSource,
  shape: () => WholeShape<unknown>,
): (property: string) => object {
  return (property) => {
    const member = memberOf(shape(), property)
    const standard = schemaMembers((side) => schemaWithDefinitions(member.type, { ...side, isText: true }))
    return { '~standard': { ...standard, validate: validateProperty(parts, source, member, shape) } }
  }
}

function membersFor({ isText }: ValueSource, shape: () => WholeShape<unknown>): StandardMembers<unknown> {
  return schemaMembers((side) => jsonSchemaOf(shape(), { ...side, isText }))
}

/** Makes a DTO that is only sent. @param others functions that copy a value for formats with names of their own. */
export function sentDto<T>(
  dto: string | NamedDto,
  stringify: Stringify<T>,
  shape: WholeShape<unknown>,
  others: OtherPlain<T> = {},
): SentDto<T> {
  const named = typeof dto === 'string' ? { name: dto } : dto
  const sending = sendingOf(stringify, named.name)
  return { ...named, stringify, ...sending, ...others, '~standard': sentMembers(() => shape) }
}

function sentMembers<T>(shape: () => WholeShape<unknown> | undefined): StandardMembers<T> {
  return schemaMembers(({ isInline }) => {
    const sent = shape()
    return sent === undefined ? {} : jsonSchemaOf(sent, { isInline })
  })
}

function schemaMembers<T>(schema: (side: SchemaSide) => JsonSchema): StandardMembers<T> {
  const of = (target: string, isRead: boolean): JsonSchema =>
    // OpenAPI looks for definitions in the whole document.
    toTarget(schema({ isRead, isInline: target === 'openapi-3.0' }), target)
  const jsonSchema: StandardJsonSchema = {
    input: ({ target }) => of(target, false),
    output: ({ target }) => of(target, true),
  }
  return { version: 1, vendor: 'ctxgen', jsonSchema }
}

function shapeOf(source: StandardSource, members: Members, schemas: DtoSchemas): WholeShape<unknown> {
  const own = (one: StandardSource): WholeShape<unknown> | ShapeMembers | undefined =>
    schemas[one] ?? shapeOfBinder(members[one])
  const held = own(source) ?? own('json') ?? own('msgPack') ?? own('cbor') ?? own('form') ?? {}
  if (isShape(held)) return held
  // Other programs send headers and cookies too.
  const isOfDto = source === 'query' || source === 'form'
  const about = isOfDto ? schemas : { ...schemas, unknown: undefined }
  return textShape(held, about, schemas.allOf?.[source])
}

function shapeOfBinder(binder: unknown): WholeShape<unknown> | undefined {
  return typeof binder === 'function' ? partsOf(binder).shape : undefined
}

function noSchemas(): DtoSchemas {
  return {}
}

function isShape(held: WholeShape<unknown> | ShapeMembers): held is WholeShape<unknown> {
  return typeof held['read'] === 'function'
}
