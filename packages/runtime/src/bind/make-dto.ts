import type { BindInput } from './bind-input.ts'
import { partsOf } from './binder.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { Shape, type ShapeMembers } from './shape.ts'
import {
  type StandardJsonSchema,
  type StandardMembers,
  type StandardSource,
  validateBy,
} from './standard-schema.ts'
import type { WholeShape } from './value-shape.ts'

/** The members of each source by wire name. Sources that are left out are like JSON. */
export type DtoSchemas = { readonly [S in StandardSource]?: WholeShape<unknown> | ShapeMembers } & {
  readonly description?: string
  /** What is sent, where no decoded body is like it. */
  readonly sent?: WholeShape<unknown>
}

interface AnyDto {
  readonly name: string
  readonly all: (c: BindInput) => unknown
}

/** A DTO without the members that {@link makeDto} adds. */
type Written<D> = {
  readonly [P in keyof D as Exclude<P, 'name' | 'aliasTag' | '~standard' | 'fields'>]: D[P] extends (
    ...of: infer A
  ) => infer R
    ? (...of: A) => R
    : D[P]
}

/** Makes the binders of a DTO, and the DTO, Standard Schemas. @param schemas what the sources hold. */
export function makeDto<D extends AnyDto>(
  members: Written<D> & Pick<AnyDto, 'all'>,
  schemas: () => DtoSchemas,
): D {
  const made: Partial<Record<string, unknown>> & typeof members = members
  const standards = new Map<StandardSource, StandardMembers<unknown>>()
  for (const source of sources) {
    const binder = made[source]
    if (typeof binder !== 'function') continue
    const parts = partsOf(binder)
    const standard = { ...membersOf(source, schemas), validate: validateBy(parts, source) }
    standards.set(source, standard)
    Object.assign(binder, { '~standard': standard })
  }
  const main = mainOf(standards, made)
  const isSent = made['stringify'] !== undefined && !decoded.some((format) => standards.has(format))
  const whole = isSent ? { ...main, ...sentMembers(() => schemas().sent) } : main
  const { dto } = partsOf(members.all)
  return Object.assign(members, dto, whole && { '~standard': whole }) as Written<D> as unknown as D
}

const decoded = ['json', 'msgPack', 'cbor'] as const
const texts = ['uri', 'query', 'header', 'respHeader', 'cookie', 'form'] as const
const sources = [...decoded, ...texts, 'body'] as const

/** The schema of the decoded body, else that of the only source. */
function mainOf(
  standards: ReadonlyMap<StandardSource, StandardMembers<unknown>>,
  made: Readonly<Partial<Record<string, unknown>>>,
): StandardMembers<unknown> | undefined {
  const format = decoded.find((one) => standards.has(one))
  if (format !== undefined) return standards.get(format)
  const [only, ...others] = texts.filter((one) => standards.has(one))
  return only === undefined || others.length > 0 || made['xml'] !== undefined
    ? undefined
    : standards.get(only)
}

function membersOf(source: StandardSource, schemas: () => DtoSchemas): StandardMembers<unknown> {
  return sentMembers(() => shapeIn(source, schemas()))
}

/** The JSON Schema of what is sent, without a way to read it. */
export function sentSchema<T>(shape: WholeShape<unknown>): StandardMembers<T> {
  return sentMembers(() => shape)
}

function sentMembers<T>(shape: () => WholeShape<unknown> | undefined): StandardMembers<T> {
  return { version: 1, vendor: 'ctxgen', jsonSchema: jsonSchemaIn(shape) }
}

function jsonSchemaIn(shape: () => WholeShape<unknown> | undefined): StandardJsonSchema {
  const draft: StandardJsonSchema['input'] = () => ({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...jsonSchemaOf(shape() ?? nothing),
  })
  return { input: draft, output: draft }
}

function shapeIn(source: StandardSource, schemas: DtoSchemas): WholeShape<unknown> {
  const { json, msgPack, cbor, form, description } = schemas
  const held = schemas[source] ?? json ?? msgPack ?? cbor ?? form ?? {}
  if ('options' in held) return held as WholeShape<unknown>
  return new Shape('', () => held, unread, description === undefined ? {} : { description })
}

const nothing = /* @__PURE__ */ new Shape('', () => ({}), unread, {})

function unread(): never {
  throw new TypeError('this shape has no reader')
}
